/** Who a bot is: the name it goes by, and one line on what to expect of it. */
import { canSay, say } from "./words";

/** Temperaments that play well together against a newcomer. */
const COMPANIONS = ["timid", "greedy", "scavenger", "follower", "hunter", "moody", "odds"];

/** Some companions, all different. */
export function companions(count: number): string[] {
  const left = [...COMPANIONS];
  return Array.from({ length: count }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]!);
}

/** The name a bot goes by: its character's, or what it is called in the roster. */
export function botName(bot: string): string {
  return canSay(`bot.${bot}.name`) ? say(`bot.${bot}.name`) : say(`web.bot.${kindOf(bot)}`);
}

/** One line on what to expect of it. */
export function botCharacter(bot: string): string {
  return say(`bot.${kindOf(bot)}.about`, { number: bot.split(":")[1] ?? "" });
}

function kindOf(bot: string): string {
  const kind = bot.split(":")[0]!;
  return canSay(`bot.${kind}.about`) ? kind : "own";
}
