/** Who a bot is: the name it goes by, and one line on what to expect of it. */
import { canSay, say } from "./words";

/** From harmless to the strongest; each has a face of its own. */
const LINE = ["warma", "qhatuq", "sinchi", "michiq", "willaq", "amauta"];

/** How strong the others are: one always comes, the missing ones are drawn from the rest. */
const COMPANIES = {
  gentle: { leads: ["warma"], rest: ["qhatuq", "sinchi", "timid", "follower", "hunter", "moody", "greedy"] },
  mixed: { leads: ["willaq"], rest: ["warma", "qhatuq", "sinchi", "michiq", "scavenger", "greedy", "moody"] },
  hard: { leads: ["amauta"], rest: ["willaq", "michiq", "sinchi", "scavenger", "odds", "greedy", "moody"] },
};
const NEAREST = 4; // of the rest, the first so many come before the others

export type Company = keyof typeof COMPANIES;
export const COMPANY_KINDS = Object.keys(COMPANIES) as Company[];

/** Some companions, all different, in any order. */
export function companions(count: number, company: Company): string[] {
  const { leads, rest } = COMPANIES[company];
  const others = [...shuffled(rest.slice(0, NEAREST)), ...rest.slice(NEAREST)];
  return shuffled([...leads, ...others].slice(0, count));
}

function shuffled(bots: readonly string[]): string[] {
  const left = [...bots];
  return bots.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0]!);
}

/** Its drawing: a face of its own, the die, or a traveller under a hood. */
export function faceOf(bot: string): string {
  if (bot === "die") return "die-5";
  return hasFace(bot) ? `face-${bot}` : "face-other";
}

export function hasFace(bot: string): boolean {
  return LINE.includes(bot);
}

/** Bots to choose from: those with a face first, the weakest before the strongest. */
export function facesFirst<One extends { bot: string }>(bots: readonly One[]): One[] {
  return [...bots.filter((one) => hasFace(one.bot)), ...bots.filter((one) => !hasFace(one.bot))];
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
