/** The companion of a cardboard table: what was told is kept on this device, how it lies is the house's to say. */

import { asRefusal, companionTo, Refusal } from "../http";
import { forgetCardboard, keepCardboard, keepMarks, keptCardboard, keptMarks } from "../keep";
import type { Advice, Companion as Answer, Happening } from "../wire";
import { andThen, cutAfter, fitting, isSameTurn, readGame, reason, renamed, seated, seatingOf, seatsOf } from "./cardboard";
import type { Act, ByHand, Rolls, Seating } from "./cardboard";

/** What the house says of a game that is none; for any other reason it can be asked again. */
const IS_SPOILT = ["refusal.bad_json", "refusal.bad_message"];

/** How long a table waits for the house before something can be told again. */
const PATIENCE_MS = 15_000;

/** What was kept and cannot be gone on with: all of it as text, and the part that could have happened. */
export interface Spoilt {
  text: string;
  why: Refusal | null;
  sound: ByHand | null;
}

/** What was tapped in a turn that has not been told yet. */
interface Marks {
  leaving: readonly number[];
  rolls: Rolls;
}

const UNMARKED: Marks = { leaving: [], rolls: {} };

export class Companion {
  game = $state.raw<ByHand | null>(null);
  answer = $state.raw<Answer | null>(null);
  news = $state.raw<readonly Happening[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  spoilt = $state.raw<Spoilt | null>(null);
  /** Who was tapped to leave, until something happens at the table. */
  leaving = $state.raw<readonly number[]>([]);
  /** What the dice of this turn showed. */
  rolls = $state.raw<Rolls>({});
  /** What the coach told one of the seats, until something happens at the table. */
  advised = $state.raw<{ seat: number; advice: Advice } | null>(null);
  /** Kept, but the house has not said yet how it lies. */
  waits = $state.raw<ByHand | null>(null);
  /** How the last game here was seated, to sit down so again. */
  before: Seating | null = null;
  /** Its record, for those who forgot to save it. */
  lastRecord: string | null = null;
  /** While the house is asked, nothing else can be told: a tap too many tells nothing twice. */
  isAsking = $state(false);
  /** What this window last kept; anything else on this device was told in another one. */
  private lastKept: string | null = null;
  /** Another window told something while this one was asking. */
  private isOvertaken = false;

  constructor() {
    void this.resume();
  }

  /** Go on with what this device has kept, here or in another window. */
  async resume(): Promise<void> {
    this.isOvertaken = this.isAsking;
    if (this.isAsking) return;
    const text = keptCardboard();
    if (text === null) return this.leave();
    const game = readGame(text);
    if (!game) {
      this.spoilt = { text, why: null, sound: null };
      return;
    }
    this.waits = game;
    if (await this.tell(game, text)) this.waits = this.spoilt = null;
    else if (this.refusal && IS_SPOILT.includes(this.refusal.key)) this.spoil(text, game, this.refusal);
  }

  /** Sit down to a new game; whether these seats can play, the house says. */
  begin(seating: Seating): Promise<boolean> {
    return this.tell(seated(seating));
  }

  /** What happened at the table. */
  enter(...acts: Act[]): Promise<boolean> {
    return this.tell(andThen(this.game!, ...acts));
  }

  /** Somebody is to leave, or to stay after all. */
  mark(seat: number): void {
    const isMarked = this.leaving.includes(seat);
    const leaving = isMarked ? this.leaving.filter((one) => one !== seat) : [...this.leaving, seat];
    this.markDown({ leaving, rolls: this.rolls });
  }

  /** A die showed this. */
  roll(seat: number, roll: number): void {
    this.markDown({ leaving: this.leaving, rolls: { ...this.rolls, [seat]: roll } });
  }

  /** Take the last entry back; whoever left is marked again, so that only the mistake has to be tapped. */
  async undo(): Promise<boolean> {
    const last = this.game?.acts.at(-1);
    const done = last && (await this.tell(cutAfter(this.game!, this.game!.acts.length - 1)));
    if (!done) return false;
    const left = seatsOf(last, "camp").filter((seat) => !this.answer!.position.dice.includes(seat));
    this.markDown({ leaving: left, rolls: this.rolls });
    return true;
  }

  /** Other names for the same people; answers why not, for whoever asked. */
  async rename(names: readonly string[]): Promise<Refusal | null> {
    await this.tell(renamed(this.game!, names));
    const why = this.refusal;
    this.refusal = null;
    return why && reason(why);
  }

  /** Ask the coach for a seat that is to choose; answers why not, for whoever asked. */
  async ask(seat: number): Promise<Refusal | null> {
    if (this.isAsking) return null;
    this.isAsking = true;
    try {
      const { advice } = await inTime(companionTo(JSON.stringify(this.game), seat));
      this.advised = advice && { seat, advice };
      return null;
    } catch (error) {
      return asRefusal(error);
    } finally {
      await this.goOn();
    }
  }

  /** Keep the part of a spoilt game that could have happened. */
  async keepSound(): Promise<void> {
    if (!this.spoilt?.sound) return;
    if (await this.tell(this.spoilt.sound, this.spoilt.text)) this.spoilt = null;
  }

  /** Nothing of this game is kept any longer. */
  forget(): void {
    forgetCardboard();
    this.leave();
  }

  private leave(): void {
    if (this.game) this.before = seatingOf(this.game);
    this.lastRecord = this.answer?.record ?? this.lastRecord;
    this.game = this.answer = this.spoilt = this.waits = this.refusal = this.advised = null;
    this.news = [];
    this.lastKept = null;
    this.markDown(UNMARKED);
  }

  /** Ask the house how a game lies; only what it accepts is kept, in place of what was kept before. */
  private async tell(game: ByHand, before = this.lastKept): Promise<boolean> {
    if (this.isAsking) return false;
    this.isAsking = true;
    this.refusal = null;
    try {
      const answer = await inTime(companionTo(JSON.stringify(game)));
      this.isOvertaken = keptCardboard() !== before;
      if (!this.isOvertaken) this.take(game, answer);
      return !this.isOvertaken;
    } catch (error) {
      this.refusal = asRefusal(error);
      return false;
    } finally {
      await this.goOn();
    }
  }

  /** The house was asked; what another window told meanwhile is the game to go on with. */
  private async goOn(): Promise<void> {
    this.isAsking = false;
    if (this.isOvertaken) await this.resume();
  }

  private take(game: ByHand, answer: Answer): void {
    const before = this.answer?.story.length ?? 0;
    this.news = before && answer.story.length > before ? answer.story.slice(before) : answer.told;
    const marks = this.marksIn(game);
    this.game = game;
    this.answer = answer;
    this.advised = null;
    this.lastKept = JSON.stringify(game);
    keepCardboard(this.lastKept);
    this.markDown(marks);
  }

  /** What was tapped in one turn is never told of another one, whoever told that; a reload does not forget it. */
  private marksIn(game: ByHand): Marks {
    if (!this.game) return keptMarks<Marks>(JSON.stringify(game)) ?? UNMARKED;
    return isSameTurn(this.game, game) ? { leaving: this.leaving, rolls: this.rolls } : UNMARKED;
  }

  private markDown(marks: Marks): void {
    [this.leaving, this.rolls] = [marks.leaving, marks.rolls];
    keepMarks(this.lastKept, marks);
  }

  private spoil(text: string, game: ByHand, why: Refusal): void {
    const acts = fitting(why);
    this.spoilt = { text, why: reason(why), sound: acts === null ? null : cutAfter(game, acts) };
    this.waits = this.refusal = null;
  }
}

/** What the house answers, unless it takes too long. */
function inTime(answer: Promise<Answer>): Promise<Answer> {
  const tooLong = new Promise<never>((_, refuse) => {
    setTimeout(() => refuse(new Refusal("web.no_answer")), PATIENCE_MS);
  });
  return Promise.race([answer, tooLong]);
}
