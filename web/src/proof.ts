/** R17. The proof of the shuffle: everything luck decided is derived again and compared with what lay on the table. */
import { ARTIFACTS } from "./cards";
import { Dealer, commitmentTo, jointSeed } from "./dealer";
import { readEdition } from "./edition";
import { unhex } from "./sha256";
import type { Replay, ReplayStep } from "./wire";

/** How a game's luck was fixed, as its record tells it. */
export interface Luck {
  commitment: string;
  secret: string;
  nonces: string[]; // in the order of players
}

/** What was derived again; the first difference, if there is one. */
export interface Redealt {
  lots: number;
  cards: number;
  rolls: number;
  difference: { derived: string; found: string } | null;
}

/** The luck a record was played with; nothing where it was not fixed beforehand. */
export function luckIn(record: string): Luck | null {
  const commitment = /^commitment ([0-9a-f]{64})$/m.exec(record)?.[1];
  const secret = /^secret ([0-9a-f]{64})$/m.exec(record)?.[1];
  const nonces = [...record.matchAll(/^nonce .* ([0-9a-f]{64})$/gm)].map((line) => line[1]!);
  return commitment && secret ? { commitment, secret, nonces } : null;
}

/** Whether a secret is the one that was sealed. */
export function opens(secret: string, commitment: string): boolean {
  return commitmentTo(unhex(secret)) === commitment;
}

/** Deal the whole game again. */
export function redeal(luck: Luck, replay: Replay): Redealt {
  const dealer = new Dealer(jointSeed(unhex(luck.secret), luck.nonces.map(unhex)));
  const lots = comparedLots(dealer, replay);
  const cards = comparedCards(dealer, replay.steps);
  const rolls = comparedRolls(dealer, replay.steps);
  const difference = [...lots, ...cards, ...rolls].find(({ derived, found }) => derived !== found) ?? null;
  return { lots: lots.length, cards: cards.length, rolls: rolls.length, difference };
}

interface Compared {
  derived: string;
  found: string;
}

/** The start player, and the artifact under each Temple card. */
function comparedLots(dealer: Dealer, { edition, players, steps }: Replay): Compared[] {
  const rounds = steps.flatMap((step) => step.events.filter((event) => event.event === "RoundOpened"));
  const shown = rounds.flatMap(({ artifact }) => artifact ?? []);
  const places = isRising(edition) ? shown : dealer.artifacts(artifactsInBox(steps[0], shown));
  const start = { derived: String(dealer.startPlayer(players.length)), found: String(rounds[0]?.start_player) };
  return [start, ...shown.map((found, at) => ({ derived: places[at]!, found }))];
}

/** The order of every round's deck. */
function comparedCards(dealer: Dealer, steps: readonly ReplayStep[]): Compared[] {
  let order: string[] = [];
  const compared: Compared[] = [];
  for (const { events, position } of steps) {
    for (const event of events) {
      if (event.event === "RoundOpened") order = dealer.cards(event.round, position.quest_deck);
      if (event.event === "CardTurned") compared.push({ derived: order.shift() ?? "", found: event.card });
    }
  }
  return compared;
}

/** What the dice showed; a turn is counted before its cards are turned over. */
function comparedRolls(dealer: Dealer, steps: readonly ReplayStep[]): Compared[] {
  return steps.flatMap(({ events }, at) =>
    events.flatMap((event) => {
      if (event.event !== "DieRolled" || event.roll === null) return [];
      const turn = steps[at - 1]?.position.turn ?? 0;
      return [{ derived: String(dealer.roll(turn, event.seat)), found: String(event.roll) }];
    }),
  );
}

function isRising(edition: string): boolean {
  const { name, fields } = readEdition(edition);
  return (fields["artifact_order"] ?? (name === "modern" || name === "bga" ? "rising" : "shuffled")) === "rising";
}

/** All that lay under the temples, the first round's included, in box order. */
function artifactsInBox(first: ReplayStep | undefined, shown: readonly string[]): string[] {
  const inBox = [...shown.slice(0, 1), ...(first?.position.under_temples ?? [])];
  return ARTIFACTS.filter((artifact) => inBox.includes(artifact));
}
