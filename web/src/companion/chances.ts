/** The odds of the next card in words, as the house and the terminal tell them. */

import { decimal, percent } from "../numbers";
import type { Odds } from "../wire";
import { cardName, say } from "../words";

/** What the next card may be, what it brings, how long one may go on, and what leaving takes from the path. */
export function oddsTold(odds: Odds): string[] {
  const { inside, deadly, share, remainder, takes } = odds;
  const brings = { n: inside, share: decimal(share, 2), remainder: decimal(remainder, 2) };
  return [
    ...deadly.map(({ card, left, chance }) => {
      const facts = { hazard: cardName(card), left };
      return left ? say("odds.deadly", { ...facts, chance: percent(chance) }) : say("odds.harmless", facts);
    }),
    say("odds.share", brings),
    say("odds.kinds", kinds(odds)),
    ...(odds.driven_out.length > 1 ? [say("odds.ahead", { chances: numbered(odds.driven_out.map(percent), 2) })] : []),
    ...(takes.length ? [say("web.companion.takes", { shares: numbered(takes.map(String), 1) })] : []),
  ].map((line) => line.trim());
}

const kinds = ({ treasure, hazard, artifact }: Odds): Record<string, string> => ({
  treasure: percent(treasure),
  hazard: percent(hazard),
  artifact: percent(artifact),
});

/** `2: 6.5 %, 3: 12.9 %`, counted from 1 and told from `first` on; no line breaks within one. */
function numbered(parts: readonly string[], first: number): string {
  return parts
    .map((part, before) => `${before + 1}:\u00a0${part}`)
    .slice(first - 1)
    .join(", ");
}
