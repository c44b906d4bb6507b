/** Things that move over the table for a while: found by their `data-at`, flown through its `.air`, ended all at once. */

/** A place on the screen, in pixels. */
export interface Point {
  x: number;
  y: number;
}

const SVG = "http://www.w3.org/2000/svg";

export class Air {
  /** How much faster than written. */
  pace = 1;
  isSkipped = false;
  private running = new Set<Animation>();
  private waiting = new Set<() => void>();

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

  /** Something on the table by its `data-at`, or by a selector. */
  at(name: string): HTMLElement | undefined {
    return this.find(`[data-at="${name}"]`);
  }

  find(selector: string): HTMLElement | undefined {
    return this.table()?.querySelector<HTMLElement>(selector) ?? undefined;
  }

  /** The middle of something on the table. */
  middle(name: string): Point | undefined {
    const box = this.at(name)?.getBoundingClientRect();
    return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  /** Something drawn in the air for as long as it flies. */
  async fly(flyer: Element, frames: Keyframe[], timing: KeyframeAnimationOptions): Promise<void> {
    const air = this.find(".air");
    if (!air) return;
    flyer.classList.add("flyer");
    air.append(flyer);
    await this.move(flyer, frames, { ...timing, fill: "both" });
    flyer.remove();
  }

  async move(thing: Element | undefined, frames: Keyframe[], timing: KeyframeAnimationOptions): Promise<void> {
    if (!thing || this.isSkipped || !("animate" in thing)) return;
    const [duration, delay] = [Number(timing.duration) / this.pace, (timing.delay ?? 0) / this.pace];
    const animation = thing.animate(frames, { fill: "backwards", ...timing, duration, delay });
    this.running.add(animation);
    await animation.finished.catch(() => undefined);
    this.running.delete(animation);
  }
}

/** A drawing of the sheet, small and square. */
export function symbol(name: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("viewBox", "0 0 24 24");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}
