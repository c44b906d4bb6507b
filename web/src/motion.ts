/** The motion of every event; any tap ends it at its last frame. */

import { symbol, type Air, type Point } from "./air";
import { stones } from "./cards";
import { colourOf, signOf } from "./seats";
import type { Frame, Picture } from "./stage";
import type { ArtifactClaimed, Happening, ReturnedToCamp, TreasureShared } from "./wire";

/** Milliseconds; tokens.css has the same for what moves by style alone. */
const TURN_CHOICE = 250;
const WALK = 500;
const DROP = 300;
const TURN_CARD = 400;
const SPLIT = 400;
const FLICKER = 420;
const SWEEP = 260;
const HUSH = 350;
const CARRY = 600;
const SETTLE = 200;
const READ_CHOICES = 500;
const APART = 30; // between two flights
const LONGEST_TURN = 1700; // so that with drawing it stays under two seconds

const TAKES: Partial<Record<Happening["event"], number>> = {
  ChoicesRevealed: TURN_CHOICE + 100,
  ReturnedToCamp: WALK + DROP,
  ArtifactClaimed: CARRY + SETTLE,
  CardTurned: TURN_CARD,
  TreasureShared: SPLIT,
  Frightened: FLICKER,
  RoundEnded: SWEEP,
};

/** How much faster than written: no turn takes two seconds, and a queue hurries. */
export function paceOf(events: readonly Happening[], queued: number): number {
  const whole = events.reduce((sum, { event }) => sum + (TAKES[event] ?? 0), 0);
  return Math.max(1, whole / LONGEST_TURN) * hurry(queued);
}

export const hurry = (queued: number): number => 1 + queued * 0.75;

export class Motion {
  constructor(private readonly air: Air) {}

  /** What moves before the picture changes: flights towards the new numbers. */
  async lead({ happening }: Frame, before: Picture): Promise<void> {
    if (this.isOff) return;
    switch (happening.event) {
      case "TreasureShared":
        return this.split(happening, before.position.path.length - 1);
      case "ReturnedToCamp":
        return this.walkHome(happening, before);
      case "RoundEnded":
        return this.sweep();
    }
  }

  /** What moves once the picture has changed; choices want to be read even where nothing moves. */
  async follow({ happening, picture }: Frame): Promise<void> {
    if (happening.event === "ChoicesRevealed") return this.air.hold(this.isOff ? READ_CHOICES : TURN_CHOICE + 100);
    if (this.isOff) return;
    switch (happening.event) {
      case "CardTurned":
        return this.turnCard(picture.position.path.length - 1);
      case "ReturnedToCamp":
        return this.drop(happening.seats);
      case "Frightened":
        return this.flicker();
    }
  }

  /** Before all are driven out: a beat of nothing. */
  async hush(): Promise<void> {
    if (!this.isOff) await this.air.hold(HUSH);
  }

  /** The artifact over the path is looked at, and shrinks towards its tent. */
  async settle({ seat }: ArtifactClaimed): Promise<void> {
    const [from, to] = [this.air.middle("carried-out"), this.air.middle(`held-${seat}`)];
    await this.air.hold(CARRY);
    if (!from || !to || this.isOff) return;
    const way = `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(.15)`;
    const timing = { duration: SETTLE, easing: "cubic-bezier(.5, 0, .7, 1)" };
    await this.air.move(this.air.at("carried-out"), [{ transform: "none" }, { transform: way }], timing);
  }

  private get isOff(): boolean {
    return this.air.isSkipped || this.air.isStill;
  }

  private async split({ seats, each }: TreasureShared, place: number): Promise<void> {
    const card = this.air.middle(`card-${place}`);
    if (!card) return;
    await Promise.all(seats.map((seat, row) => this.flyStones(each, [card], `beside-${seat}`, row * APART)));
  }

  /** Leavers run back over the cards, and what lies on them flies to the tents, with what lay beside. */
  private async walkHome({ seats, each }: ReturnedToCamp, { position }: Picture): Promise<void> {
    const cards = position.path.map((_, place) => this.air.middle(`card-${place}`));
    const laden = cards.filter((_, place) => position.path[place]!.treasure > 0);
    await Promise.all(
      seats.flatMap((seat, row) => [
        this.walk(seat, known(cards).reverse()),
        this.flyStones(each, known(laden), `tent-${seat}`, WALK * 0.25 + row * APART),
        this.flyStones(
          position.beside_tent[seat] ?? 0,
          known([this.air.middle(`beside-${seat}`)]),
          `tent-${seat}`,
          WALK * 0.3,
        ),
      ]),
    );
  }

  private async walk(seat: number, cards: readonly Point[]): Promise<void> {
    const tent = this.air.middle(`tent-${seat}`);
    if (!tent) return;
    const walker = document.createElement("span");
    walker.className = `walker sign ${colourOf(seat)}`;
    walker.append(symbol(signOf(seat)));
    const steps = [...cards.slice(0, 6), tent];
    const frames = steps.map(({ x, y }, number) => ({ transform: `translate(${x}px, ${y - (number % 2) * 6}px)` }));
    await this.air.fly(walker, frames, { duration: WALK, easing: "ease-in-out" });
  }

  /** A pile flies in a bow, stone by stone, from where it lies. */
  private async flyStones(value: number, from: readonly Point[], to: string, delay: number): Promise<void> {
    const end = this.air.middle(to);
    if (!end || !from.length) return;
    const flights = stones(value).map((stone, number) => {
      const start = from[number % from.length]!;
      const top = Math.min(start.y, end.y) - Math.min(60, Math.abs(end.x - start.x) * 0.2 + 16);
      const frames = [
        { transform: `translate(${start.x + number * 8 - 10}px, ${start.y}px) scale(1.3)` },
        { transform: `translate(${(start.x + end.x) / 2}px, ${top}px) scale(1.15)`, offset: 0.5 },
        { transform: `translate(${end.x + number * 5 - 6}px, ${end.y}px) scale(.8)` },
      ];
      const timing = { duration: SPLIT - 60, delay: delay + number * APART, easing: "cubic-bezier(.4, 0, .5, 1)" };
      return this.air.fly(symbol(`stone-${stone}`), frames, timing);
    });
    await Promise.all(flights);
  }

  private async turnCard(place: number): Promise<void> {
    const frames = [
      { transform: "perspective(900px) translateX(6%) rotateY(-100deg) scale(.86)", filter: "brightness(.3)" },
      { transform: "none", filter: "brightness(1)" },
    ];
    const timing = { duration: TURN_CARD, easing: "cubic-bezier(.3, .1, .2, 1)" };
    await this.air.move(this.air.find(`[data-at="card-${place}"] .card`), frames, timing);
  }

  private async drop(seats: readonly number[]): Promise<void> {
    const frames = [{ scale: 1.5 }, { scale: 0.92, offset: 0.7 }, { scale: 1 }];
    const timing = { duration: DROP, easing: "cubic-bezier(.5, 0, .7, 1.25)" };
    await Promise.all(seats.map((seat) => this.air.move(this.air.at(`beside-${seat}`), frames, timing)));
  }

  private async flicker(): Promise<void> {
    const [lit, dark] = [{ filter: "brightness(1.12)" }, { filter: "brightness(.55)" }];
    const frames = [lit, dark, lit, dark, lit, dark, { filter: "none" }];
    await this.air.move(this.air.find(".hall"), frames, { duration: FLICKER, easing: "steps(8)" });
  }

  private async sweep(): Promise<void> {
    const frames = [{ opacity: 1 }, { opacity: 0, transform: "translateX(-12%)" }];
    await this.air.move(this.air.find(".path"), frames, { duration: SWEEP, easing: "ease-in" });
  }
}

const known = (points: readonly (Point | undefined)[]): Point[] => points.filter((point) => point !== undefined);
