/** What happened, as sentences: one for each event, or none where the next event says it better. */
import { adventurerNames } from "./names";
import type { ChoicesRevealed, GameEnded, Happening, ReturnedToCamp, RoundEnded, TreasureShared } from "./wire";
import { capital, cardName, listed, say } from "./words";

/** What one event says; empty where the next one says it better. */
export function sentence(event: Happening, players: readonly string[]): string {
  const adventurers = adventurerNames(players);
  const who = (seats: readonly number[]) => listed(seats.map((seat) => adventurers[seat]!));
  switch (event.event) {
    case "RoundOpened": {
      const opened = { round: event.round, who: players[event.start_player]! };
      if (!event.artifact) return say("event.round_opened", opened);
      return say("event.round_opened_artifact", { ...opened, artifact: cardName(event.artifact) });
    }
    case "CardTurned":
      return "";
    case "TreasureShared":
      return shared(event, who);
    case "ArtifactFound":
      return say("event.artifact_found", { artifact: cardName(event.artifact) });
    case "Frightened":
      return say("event.frightened", { hazard: capital(cardName(event.hazard)) });
    case "DrivenOut": {
      const lost = event.lost.reduce((sum, one) => sum + one, 0);
      const facts = { n: event.seats.length, hazard: cardName(event.hazard), who: who(event.seats), lost };
      return say(lost ? "event.driven_out" : "event.driven_out_empty", facts);
    }
    case "ChoicesRevealed":
      return choices(event, who);
    case "DieRolled": {
      const die = { who: adventurers[event.seat]!, fear: event.fear };
      return event.roll ? say("event.die_rolled", { ...die, roll: event.roll }) : say("event.die_rested", die);
    }
    case "DeckRanOut":
      return say("event.deck_ran_out", { n: event.seats.length, who: who(event.seats) });
    case "ReturnedToCamp":
      return returned(event, who);
    case "ArtifactClaimed": {
      const { seat, artifact, worth } = event;
      return say("event.artifact_claimed", { who: adventurers[seat]!, artifact: cardName(artifact), worth });
    }
    case "RoundEnded":
      return roundEnded(event);
    case "GameEnded":
      return gameEnded(event, players);
  }
}

/** A sentence for every event that needs one. */
export function told(events: readonly Happening[], players: readonly string[]): string[] {
  return events.map((event) => sentence(event, players)).filter(Boolean);
}

/** Who won, and what broke a tie. */
export function winners(event: GameEnded, players: readonly string[]): string {
  const names = listed(event.winners.map((player) => players[player]!));
  if (event.winners.length > 1) return say("event.won_together", { who: names });
  const best = Math.max(...event.scores);
  const tied = event.scores.filter((score) => score === best).length > 1;
  return say(tied ? "event.won_by_artifacts" : "event.won", { who: names });
}

type Who = (seats: readonly number[]) => string;

function shared({ seats, each, left }: TreasureShared, who: Who): string {
  const value = each * seats.length + left;
  if (seats.length === 1) return say("event.treasure_alone", { value, who: who(seats) });
  return say(left ? "event.treasure_shared" : "event.treasure_shared_evenly", { value, each, n: left });
}

function choices({ laid }: ChoicesRevealed, who: Who): string {
  if (!laid.includes("camp")) return say("event.all_go_on");
  const staying = laid.flatMap((choice, seat) => (choice === "torch" ? [seat] : []));
  if (!staying.length) return say("event.nobody_goes_on");
  return say("event.go_on", { n: staying.length, who: who(staying) });
}

/** All who bring the same are told together. */
function returned({ seats, brought }: ReturnedToCamp, who: Who): string {
  const loads = [...new Set(brought)];
  return loads
    .map((load) => {
      const group = seats.filter((_, at) => brought[at] === load);
      return say("event.returned_to_camp", { n: group.length, who: who(group), brought: load });
    })
    .join(" ");
}

function roundEnded({ round, given_back, lost }: RoundEnded): string {
  const what = [...(given_back ? [String(given_back)] : []), ...lost.map(cardName)];
  if (!what.length) return say("event.round_ended", { round });
  return say("event.round_ended_leaving", { round, what: listed(what) });
}

function gameEnded(event: GameEnded, players: readonly string[]): string {
  const scores = players.map((who, player) => {
    const [score, n] = [event.scores[player]!, event.artifacts[player]!];
    return say(n ? "score.artifacts" : "score", { who, score, n });
  });
  return `${say("event.game_ended", { scores: scores.join(", ") })} ${winners(event, players)}`;
}
