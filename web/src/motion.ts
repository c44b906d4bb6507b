/** The motion of every event: flights, walks and turns over the table, all of which any tap ends at their last frame. */

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
const READ_CHOICES = 500;
const APART = 30; // between two flights
const LONGEST_TURN = 1950;

const TAKES: Partial<Record<Happening["event"], number>> = {
  ChoicesRevealed: TURN_CHOICE + 100,
  ReturnedToCamp: WALK + DROP,
  ArtifactClaimed: CARRY,
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
  private pace = 1;
  private isSkipped = false;
  private running = new Set<Animation>();
  private waiting = new Set<() => void>();

  /** `table` is the scene; things on it are found by their `data-at`, and what flies is drawn in its `.air`. */
  constructor(private readonly table: () => HTMLElement | undefined) {}

  /** Whether nothing may travel: the reader asked for it, or nobody looks. */
  get isStill(): boolean {
    return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  begin(pace: number): void {
    this.isSkipped = false;
    this.pace = pace;
    this.table()?.style.setProperty("--pace", String(1 / pace));
    this.table()?.classList.remove("skipped");
  }

  /** Everything running ends at its last frame. */
  skip(): void {
    this.isSkipped = true;
    this.table()?.classList.add("skipped");
    for (const animation of this.running) animation.finish();
    for (const go of this.waiting) go();
  }

  /** A stretch of time for looking; ends early when skipped. */
  hold(milliseconds: number): Promise<void> {
    if (this.isSkipped || document.hidden) return Promise.resolve();
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(clock);
        this.waiting.delete(go);
        resolve();
      };
      const clock = setTimeout(go, milliseconds / this.pace);
      this.waiting.add(go);
    });
  }

  /** What moves before the picture changes: flights towards the new numbers. */
  async lead({ happening }: Frame, before: Picture): Promise<void> {
    if (this.isSkipped || this.isStill) return;
    switch (happening.event) {
      case "TreasureShared":
        return this.split(happening, before.position.path.length - 1);
      case "ReturnedToCamp":
        return this.walkHome(happening, before);
      case "RoundEnded":
        return this.sweep();
    }
  }

  /** What moves once the picture has changed: cards that turn, a light that flickers; choices want to be read even where nothing moves. */
  async follow({ happening, picture }: Frame): Promise<void> {
    if (happening.event === "ChoicesRevealed") return this.hold(this.isStill ? READ_CHOICES : TURN_CHOICE + 100);
    if (this.isSkipped || this.isStill) return;
    switch (happening.event) {
      case "CardTurned":
        return this.turnCard(picture.position.path.length - 1);
      case "ReturnedToCamp":
        return this.drop(happening.seats);
      case "Frightened":
        return this.flicker();
    }
  }

  hush(): Promise<void> {
    return this.isStill ? Promise.resolve() : this.hold(HUSH);
  }

  /** The artifact over the path shrinks towards its tent. */
  async settle({ seat }: ArtifactClaimed): Promise<void> {
    const relic = this.at("carried-out");
    const [from, to] = [relic?.getBoundingClientRect(), this.rect(`held-${seat}`) ?? this.rect(`tent-${seat}`)];
    await this.hold(CARRY);
    if (!relic || !from || !to || this.isStill || this.isSkipped) return;
    const way = `translate(${middle(to).x - middle(from).x}px, ${middle(to).y - middle(from).y}px) scale(${Math.max(0.12, to.width / from.width)})`;
    await this.move(relic, [{ transform: "none" }, { transform: way }], { duration: CARRY / 2, easing: "cubic-bezier(.5, 0, .7, 1)" });
  }

  private async split({ seats, each }: TreasureShared, place: number): Promise<void> {
    const from = this.rect(`card-${place}`);
    if (!from || each === 0) return;
    await Promise.all(seats.map((seat, row) => this.flyStones(each, from, this.rect(`beside-${seat}`), row * APART)));
  }

  private async walkHome({ seats, each }: ReturnedToCamp, { position }: Picture): Promise<void> {
    const cards = position.path.map((_, place) => this.rect(`card-${place}`)).filter((rect) => rect !== undefined);
    const laden = position.path.flatMap((spot, place) => (spot.treasure > 0 ? [place] : []));
    const source = this.rect(`card-${laden.at(-1) ?? position.path.length - 1}`);
    await Promise.all(
      seats.flatMap((seat, row) => {
        const tent = this.rect(`tent-${seat}`);
        const beside = this.rect(`beside-${seat}`);
        return [
          this.walk(seat, cards.reverse(), tent),
          source && this.flyStones(each, source, tent, WALK * 0.4 + row * APART),
          beside && this.flyStones(position.beside_tent[seat] ?? 0, beside, tent, WALK * 0.6),
        ];
      }),
    );
  }

  /** The seat's sign runs back over the cards to its tent. */
  private async walk(seat: number, cards: readonly DOMRect[], tent: DOMRect | undefined): Promise<void> {
    if (!tent || !cards.length) return;
    const walker = document.createElement("span");
    walker.className = `walker sign ${colourOf(seat)}`;
    walker.append(symbol(signOf(seat)));
    const steps = [...cards.slice(0, 6), tent].map(middle);
    const frames = steps.map(({ x, y }, number) => ({ transform: `translate(${x}px, ${y - (number % 2) * 6}px)` }));
    await this.throughAir(walker, frames, { duration: WALK + DROP, easing: "ease-in-out" });
  }

  private async flyStones(value: number, from: DOMRect, to: DOMRect | undefined, delay: number): Promise<void> {
    if (!to) return;
    const [start, end] = [middle(from), middle(to)];
    const flights = stones(value).map((stone, number) => {
      const bow = Math.min(60, Math.abs(end.x - start.x) * 0.2 + 16);
      const frames = [
        { transform: `translate(${start.x + number * 8 - 10}px, ${start.y}px) scale(1.3)`, opacity: 1 },
        { transform: `translate(${(start.x + end.x) / 2}px, ${Math.min(start.y, end.y) - bow}px) scale(1.15)`, opacity: 1, offset: 0.5 },
        { transform: `translate(${end.x + number * 5 - 6}px, ${end.y}px) scale(.8)`, opacity: 0.9 },
      ];
      return this.throughAir(symbol(`stone-${stone}`), frames, { duration: SPLIT - 60, delay: delay + number * APART, easing: "cubic-bezier(.4, 0, .5, 1)" });
    });
    await Promise.all(flights);
  }

  private async turnCard(place: number): Promise<void> {
    const card = this.at(`card-${place}`)?.querySelector(".card");
    if (!card) return;
    const turned = "perspective(900px) translateX(6%) rotateY(-100deg) scale(.86)";
    await this.move(card, [{ transform: turned, filter: "brightness(.3)" }, { transform: "none", filter: "brightness(1)" }], { duration: TURN_CARD, easing: "cubic-bezier(.3, .1, .2, 1)" });
  }

  private async drop(seats: readonly number[]): Promise<void> {
    const landed = seats.map((seat) => this.at(`beside-${seat}`)).filter((one) => one !== undefined);
    await Promise.all(landed.map((one) => this.move(one, [{ scale: 1.5 }, { scale: 0.92, offset: 0.7 }, { scale: 1 }], { duration: DROP, easing: "cubic-bezier(.5, 0, .7, 1.25)" })));
  }

  private async flicker(): Promise<void> {
    const hall = this.table()?.querySelector(".hall");
    if (!hall) return;
    const dark = { filter: "brightness(.55)" };
    const lit = { filter: "brightness(1.12)" };
    await this.move(hall, [lit, dark, lit, dark, lit, dark, { filter: "none" }], { duration: FLICKER, easing: "steps(8)" });
  }

  private async sweep(): Promise<void> {
    const path = this.table()?.querySelector(".path");
    if (path) await this.move(path, [{ opacity: 1 }, { opacity: 0, transform: "translateX(-12%)" }], { duration: SWEEP, easing: "ease-in" });
  }

  private at(name: string): HTMLElement | undefined {
    return this.table()?.querySelector<HTMLElement>(`[data-at="${name}"]`) ?? undefined;
  }

  private rect(name: string): DOMRect | undefined {
    return this.at(name)?.getBoundingClientRect();
  }

  private async throughAir(flyer: Element, frames: Keyframe[], timing: KeyframeAnimationOptions): Promise<void> {
    const air = this.table()?.querySelector(".air");
    if (!air) return;
    flyer.classList.add("flyer");
    air.append(flyer);
    await this.move(flyer, frames, { ...timing, fill: "both" });
    flyer.remove();
  }

  private async move(thing: Element, frames: Keyframe[], timing: KeyframeAnimationOptions): Promise<void> {
    if (this.isSkipped || !("animate" in thing)) return;
    const animation = thing.animate(frames, { fill: "backwards", ...timing, duration: Number(timing.duration) / this.pace, delay: (timing.delay ?? 0) / this.pace });
    this.running.add(animation);
    await animation.finished.catch(() => undefined);
    this.running.delete(animation);
  }
}

function middle({ left, top, width, height }: DOMRect): { x: number; y: number } {
  return { x: left + width / 2, y: top + height / 2 };
}

const SVG = "http://www.w3.org/2000/svg";

function symbol(name: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("viewBox", "0 0 24 24");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}
