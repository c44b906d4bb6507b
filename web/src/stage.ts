/**
 * How the table looks while something happens: one picture after each event.
 * Pictures, not rules: the server's position has the last word.
 */

import { inBoxOrder, isArtifact, valueOf, without, type Choice } from "./cards";
import { isSharedByCard, sharePath } from "./path";
import type { DieRolled, Happening, OnPath, Position, ReturnedToCamp, Turned } from "./wire";

/** A position as it is shown, with what only matters for a while; lists by adventurer. */
export interface Picture {
  position: Position;
  /** The cards turned over this turn. */
  shown: readonly (Choice | null)[];
  /** What each brought home this round; null for one who did not come home. */
  home: readonly (number | null)[];
  /** What each die feared and rolled last. */
  rolled: readonly (DieRolled | null)[];
  /** What lies in each tent; null where nobody here may know. */
  tents: readonly (number | null)[];
}

/** One event and the picture after it. */
export interface Frame {
  happening: Happening;
  picture: Picture;
}

const nothing = (position: Position): null[] => position.leaders.map(() => null);

/** The picture of a position that lies still: what happened this round is taken from the story. */
export function still(position: Position, story: readonly Happening[], tents: readonly (number | null)[]): Picture {
  const opened = story.findLastIndex(({ event }) => event === "RoundOpened");
  const round = story.slice(Math.max(opened, 0));
  return {
    position,
    shown: nothing(position),
    home: round.reduce(
      (home, it) => (it.event === "ReturnedToCamp" ? broughtHome(home, it) : home),
      nothing(position) as (number | null)[],
    ),
    rolled: position.leaders.map((_, seat) => lastRoll(round, seat)),
    tents,
  };
}

function lastRoll(round: readonly Happening[], seat: number): DieRolled | null {
  const rolls = round.filter((it) => it.event === "DieRolled");
  return rolls.findLast((it) => it.seat === seat) ?? null;
}

function broughtHome(home: readonly (number | null)[], { seats, brought }: ReturnedToCamp): (number | null)[] {
  return home.map((before, seat) => (seats.includes(seat) ? (brought[seats.indexOf(seat)] ?? 0) : before));
}

/** The table before the first cards of a game: everything they moved lies where it came from. */
export function emptyTable({ events, position }: Pick<Turned, "events" | "position">): Position {
  const cards = [
    ...position.quest_deck,
    ...position.path.map(({ card }) => card),
    ...position.removed.map(({ card }) => card),
  ];
  const shuffledIn = events.flatMap((it) => (it.event === "RoundOpened" && it.artifact ? [it.artifact] : []));
  return {
    ...position,
    round: 0,
    turn: 0,
    phase: "round",
    quest_deck: inBoxOrder(cards.filter((card) => !isArtifact(card))),
    path: [],
    in_temple: [],
    leaving: [],
    beside_tent: position.leaders.map(() => 0),
    in_tent: position.in_tent && position.leaders.map(() => 0),
    artifacts: position.leaders.map(() => []),
    under_temples: inBoxOrder([...position.under_temples, ...shuffledIn]),
    removed: [],
  };
}

/** Every event of a turn with its picture; the last one shows exactly the position the server sent. */
export function frames(before: Picture, turned: Pick<Turned, "events" | "position">): Frame[] {
  let picture = before;
  const played = turned.events.map((happening) => {
    picture = after(picture, happening, turned);
    return { happening, picture };
  });
  const last = played.at(-1);
  return last ? [...played.slice(0, -1), { ...last, picture: { ...last.picture, position: turned.position } }] : [];
}

/** The picture after one event. */
export function after(picture: Picture, happening: Happening, turned: Pick<Turned, "events" | "position">): Picture {
  const { position } = picture;
  const now = (changes: Partial<Position>, more: Partial<Picture> = {}): Picture => ({
    ...picture,
    ...more,
    position: { ...position, ...changes },
  });
  switch (happening.event) {
    case "RoundOpened": {
      const { round, start_player, artifact } = happening;
      return now(
        {
          round,
          start_player,
          phase: "card",
          path: [],
          in_temple: position.leaders.map((_, seat) => seat),
          quest_deck: inBoxOrder(artifact ? [...position.quest_deck, artifact] : position.quest_deck),
          under_temples: artifact ? without(position.under_temples, artifact) : position.under_temples,
        },
        { shown: nothing(position), home: nothing(position), rolled: nothing(position) },
      );
    }
    case "CardTurned": {
      const { card } = happening;
      const spot = { card, treasure: valueOf(card), worth: worthOf(card, turned) };
      return now(
        { phase: "choices", path: [...position.path, spot], quest_deck: without(position.quest_deck, card) },
        { shown: nothing(position) },
      );
    }
    case "TreasureShared": {
      const { seats, each, left } = happening;
      return now({
        path: withLast(position.path, (spot) => ({ ...spot, treasure: left })),
        beside_tent: position.beside_tent.map((won, seat) => (seats.includes(seat) ? won + each : won)),
      });
    }
    case "DrivenOut": {
      const { seats, hazard } = happening;
      return now({
        in_temple: position.in_temple.filter((seat) => !seats.includes(seat)),
        beside_tent: position.beside_tent.map((won, seat) => (seats.includes(seat) ? 0 : won)),
        removed: [...position.removed, { card: hazard, round: position.round }],
      });
    }
    case "ChoicesRevealed": {
      const leaving = position.in_temple.filter((seat) => happening.laid[seat] === "camp");
      return now({ phase: "card", turn: position.turn + 1, leaving }, { shown: happening.laid });
    }
    case "DieRolled":
      return now({}, { rolled: picture.rolled.map((before, seat) => (seat === happening.seat ? happening : before)) });
    case "DeckRanOut":
      return now({ leaving: position.in_temple });
    case "ReturnedToCamp": {
      const { seats, brought } = happening;
      const isHome = (seat: number): boolean => seats.includes(seat);
      const add = <Pile extends number | null>(pile: Pile, seat: number): Pile | number =>
        isHome(seat) && pile !== null ? pile + (brought[seats.indexOf(seat)] ?? 0) : pile;
      return now(
        {
          path: sharePath(position.path, seats.length, isSharedByCard(position)).path,
          in_temple: position.in_temple.filter((seat) => !isHome(seat)),
          leaving: position.leaving.filter((seat) => !isHome(seat)),
          beside_tent: position.beside_tent.map((won, seat) => (isHome(seat) ? 0 : won)),
          in_tent: position.in_tent && position.in_tent.map(add),
        },
        { home: broughtHome(picture.home, happening), tents: picture.tents.map(add) },
      );
    }
    case "ArtifactClaimed": {
      const { seat, artifact, worth } = happening;
      return now({
        path: position.path.filter((spot) => spot.card !== artifact),
        artifacts: position.artifacts.map((held, owner) => (owner === seat ? [...held, { artifact, worth }] : held)),
      });
    }
    case "RoundEnded": {
      const lost = happening.lost.map((card) => ({ card, round: happening.round }));
      return now({
        phase: "round",
        path: [],
        quest_deck: inBoxOrder([...position.quest_deck, ...goingBack(position)]),
        removed: [...position.removed, ...lost],
      });
    }
    case "GameEnded":
      return now(
        { phase: "over", in_tent: turned.position.in_tent },
        { tents: turned.position.in_tent ?? picture.tents },
      );
    case "ArtifactFound":
    case "Frightened":
      return picture;
  }
}

/** R11. Cards that are shuffled again: not the artifacts, and not the hazard that drove all out. */
function goingBack({ path, removed, round }: Position): string[] {
  const cards = path.map((spot) => spot.card).filter((card) => !isArtifact(card));
  const gone = removed.filter((card) => card.round === round).map(({ card }) => card);
  return gone.reduce((left, card) => without(left, card), cards);
}

function withLast(path: readonly OnPath[], change: (spot: OnPath) => OnPath): OnPath[] {
  return path.map((spot, place) => (place === path.length - 1 ? change(spot) : spot));
}

/** What an artifact just turned would count: from where it then lies, or from the one who took it at once. */
function worthOf(card: string, { events, position }: Pick<Turned, "events" | "position">): number | null {
  if (!isArtifact(card)) return null;
  const claimed = events.filter((it) => it.event === "ArtifactClaimed").find(({ artifact }) => artifact === card);
  return position.path.find((spot) => spot.card === card)?.worth ?? claimed?.worth ?? null;
}
