/** One open table: all this page knows of it, and all it can say there. */
import { followBuild } from "./build";
import { Ceremony } from "./ceremony";
import { takePlace } from "./http";
import { keepSeat } from "./keep";
import { Lays } from "./lays.svelte";
import { adventurerNames } from "./names";
import { Line, type Link, type OpenSocket } from "./socket";
import { Tokens } from "./tokens";
import type {
  AddBot,
  Advised,
  Change,
  ClientMessage,
  Happening,
  Hello,
  Lay,
  Nudged,
  Place,
  Position,
  Refused,
  Rest,
  Room,
  Said,
  ServerMessage,
  Turned,
  Welcome,
  Yours,
} from "./wire";

export type Choice = Lay["choice"];

type Unnumbered = ClientMessage extends infer Message
  ? Message extends { type: string }
    ? Omit<Message, "id">
    : never
  : never;

const CHAT_KEPT = 200;

export class TableClient {
  readonly code: string;
  link = $state<Link>("connecting");
  room = $state.raw<Room | null>(null);
  holds = $state.raw<number[]>([]);
  position = $state.raw<Position | null>(null);
  laid = $state.raw<number[]>([]);
  yours = $state.raw<Yours[]>([]);
  ends = $state<number | null>(null);
  turnBegan = $state(0);
  offset = $state(0);
  story = $state.raw<Happening[]>([]);
  chat = $state.raw<Said[]>([]);
  nudges = $state.raw<Nudged[]>([]);
  refusal = $state.raw<Refused | null>(null);
  /** What the coach said to this page, for this turn. */
  advised = $state.raw<Advised | null>(null);
  /** The number of the question the coach has not answered yet. */
  asking = $state<number | null>(null);
  /** R17. The deck's seal as this page saw it before the start; from then on it may not change. */
  seal = $state("");
  /** The first cards of a game, turned while no scene was there to play them. */
  opening: Turned | null = null;
  onTurned: ((turned: Turned) => void) | null = null;

  private readonly lays = new Lays();
  private readonly tokens: Tokens;
  private version: number | null = null;
  private lastId = 0;
  private quiet = new Set<number>();
  private readonly ceremony: Ceremony;
  private readonly line: Line;

  constructor(code: string, openSocket?: OpenSocket) {
    this.code = code;
    this.tokens = new Tokens(code);
    this.ceremony = new Ceremony(code, (message) => this.quiet.add(this.send(message)));
    this.line = new Line(
      {
        hello: () => this.hello(),
        heard: (messages) => this.heard(messages),
        linked: (link) => (this.link = link),
      },
      openSocket,
    );
  }

  // ── What can be done ──

  /** Lay a card face down, or change one's mind; repeated after a lost connection until the table answers. */
  lay(seat: number, choice: Choice): void {
    if (!this.position) return;
    const revision = this.lastRevision(seat) + 1;
    const lay: Lay = { type: "lay", id: ++this.lastId, seat, choice, turn: this.position.turn, revision };
    this.lays.add(lay);
    this.line.send(lay);
  }

  /** The card an own adventurer has laid, answered or not. */
  cardOf(seat: number): Choice | null {
    const own = this.ownerOf(seat);
    return this.lays.of(seat)?.choice ?? own?.cards[own.seats.indexOf(seat)] ?? null;
  }

  /** Sit one more person down at this table, on this device. */
  async sit(name: string): Promise<void> {
    const { nonce, commitment } = this.ceremony.begin();
    const seated = await takePlace(this.code, { name, commitment });
    keepSeat(this.code, { token: seated.token, nonces: [nonce] });
    this.line.reopen();
  }

  say = (place: number, text: string) => void this.send({ type: "say", place, text });
  nudge = (place: number) => void this.send({ type: "nudge", place });
  letStandIn = (place: number) => void this.send({ type: "let_stand_in", place });
  moreTime = () => void this.send({ type: "more_time" });
  start = () => void this.send({ type: "start" });
  again = (start: boolean) => void this.send({ type: "again", start });
  change = (wish: Pick<Change, "edition" | "options">) => void this.send({ type: "change", ...wish });
  addBot = (bot: AddBot["bot"], name?: string) => void this.send({ type: "add_bot", bot, ...(name && { name }) });
  free = (place: number) => void this.send({ type: "free", place });
  handOver = (place: number) => void this.send({ type: "hand_over", place });

  /** Ask the coach for an own place; one question at a time. */
  askCoach(place: number): void {
    if (this.asking === null) this.asking = this.send({ type: "advise", place });
  }

  /** The coach is thanked, and its plate put away. */
  putAdviceAway = () => void (this.advised = null);

  /** Forget what was refused. */
  dismiss = () => void (this.refusal = null);

  close(): void {
    this.line.close();
  }

  // ── Who is who ──

  myPlaces(): Place[] {
    return this.room?.places.filter((place) => this.holds.includes(place.id)) ?? [];
  }

  isHost(): boolean {
    return this.room !== null && this.holds.includes(this.room.host);
  }

  playerName(player: number): string {
    return this.room?.places[player]?.name ?? "";
  }

  adventurerName(seat: number): string {
    return adventurerNames(this.playerNames())[seat] ?? "";
  }

  playerNames(): string[] {
    return this.room?.places.map((place) => place.name) ?? [];
  }

  /** Where another device opens an own place; the token makes it secret, and the nonce lets it start the game there. */
  seatLink(place: number): string | null {
    const token = this.tokens.of(place);
    const commitment = this.room?.places.find(({ id }) => id === place)?.commitment;
    const nonce = token && commitment && this.ceremony.nonceFor(commitment, token);
    return token && `/t/${this.code}#seat=${token}${nonce ? `.${nonce}` : ""}`;
  }

  /** R17. The nonces this page revealed for the game. */
  ownNonces(): string[] {
    return this.ceremony.added;
  }

  /** Seconds by the server's clock. */
  now(): number {
    return Date.now() / 1000 + this.offset;
  }

  // ── What is heard ──

  private heard(frame: ServerMessage[]): void {
    frame.forEach((message) => this.hear(message));
    const greeting = frame.find((message) => message.type === "welcome" || message.type === "rest");
    if (greeting) this.greeted(greeting);
  }

  /** The line is open, and all that was missed is known: what this device holds, and what it still has to say. */
  private greeted(greeting: Welcome | Rest): void {
    this.link = "open";
    this.offset = greeting.now - Date.now() / 1000;
    this.holds = this.tokens.told(greeting.holds);
    this.yours = greeting.yours;
    this.version = greeting.version;
    this.asking = null;
    followBuild(greeting.build);
    this.ceremony.beginAnew();
    this.followCeremony();
    this.lays.stillFor(this.position?.turn).forEach((lay) => this.line.send(lay));
  }

  private hear(message: ServerMessage): void {
    if ("version" in message && message.type !== "welcome" && message.type !== "rest") {
      if (this.version !== null && message.version <= this.version) return;
      this.version = message.version;
    }
    switch (message.type) {
      case "welcome":
        return this.welcomed(message);
      case "room_changed":
        return this.entered(message.room);
      case "laid_down":
        if (message.turn === this.position?.turn) this.laid = message.seats;
        return;
      case "turned":
        return this.turned(message);
      case "clock_changed":
        this.ends = message.ends;
        return;
      case "said":
        this.chat = [...this.chat, message].slice(-CHAT_KEPT);
        return;
      case "nudged":
        this.nudges = [...this.nudges, message];
        return;
      case "yours_changed":
        this.yours = message.yours;
        return;
      case "lies":
        return this.lies(message.seat, message.revision, message.choice);
      case "advised":
        return this.heardCoach(message);
      case "refused":
        return this.refused(message);
      case "pong":
        this.offset = message.now - (message.sent + Date.now() / 1000) / 2;
        return;
      case "done":
        this.quiet.delete(message.id);
    }
  }

  private welcomed(all: Welcome): void {
    this.entered(all.room);
    this.position = all.position;
    this.laid = all.laid;
    this.turnBegan = all.at;
    this.ends = all.ends;
    this.story = all.story;
    this.opening = null;
    this.chat = all.chat;
  }

  private entered(room: Room): void {
    const another = this.room !== null && room.game !== this.room.game;
    this.room = room;
    if (another) this.clearTable();
    if (room.phase === "lobby" || !this.seal) this.seal = room.commitment;
    this.standUp(room);
    this.followCeremony();
  }

  private followCeremony(): void {
    if (this.room) this.ceremony.follow(this.room, (place) => this.tokens.of(place));
  }

  /** Places that are no longer at the table are no longer held. */
  private standUp(room: Room): void {
    const sits = (held: number) => room.places.some((place) => place.id === held && !place.left);
    this.holds.filter((held) => !sits(held)).forEach((held) => this.tokens.forget(held));
    this.holds = this.holds.filter(sits);
  }

  /** Another game begins: the table is empty. */
  private clearTable(): void {
    this.position = null;
    this.opening = null;
    this.story = [];
    this.laid = [];
    this.nudges = [];
    this.advised = null;
    this.ends = null;
    this.seal = "";
    this.lays.clear();
  }

  private turned(turned: Turned): void {
    this.position = turned.position;
    this.laid = [];
    this.nudges = [];
    this.advised = null;
    this.lays.clear();
    this.yours = this.yours.map((own) => ({ ...own, cards: own.cards.map(() => null) }));
    this.ends = turned.ends;
    this.turnBegan = turned.at;
    this.story = [...this.story, ...turned.events];
    if (this.onTurned) this.onTurned(turned);
    else this.opening = turned.position.turn === 0 ? turned : null;
  }

  private lies(seat: number, revision: number, choice: Choice): void {
    this.lays.answered(seat, revision);
    this.yours = this.yours.map((own) => {
      const place = own.seats.indexOf(seat);
      if (place < 0) return own;
      return { ...own, cards: own.cards.with(place, choice), revisions: own.revisions.with(place, revision) };
    });
  }

  /** What comes too late for its turn is no advice any more. */
  private heardCoach(advised: Advised): void {
    this.asking = null;
    if (advised.turn === this.position?.turn) this.advised = advised;
  }

  private refused(refused: Refused): void {
    if (refused.id === this.asking) this.asking = null;
    this.lays.refused(refused.id);
    if (!this.quiet.delete(refused.id)) this.refusal = refused;
  }

  // ── Saying hello ──

  private hello(): Hello {
    return { type: "hello", table: this.code, tokens: this.tokens.show(), version: this.version };
  }

  private send(message: Unnumbered): number {
    this.line.send({ ...message, id: ++this.lastId } as ClientMessage);
    return this.lastId;
  }

  private ownerOf(seat: number): Yours | undefined {
    return this.yours.find((own) => own.seats.includes(seat));
  }

  private lastRevision(seat: number): number {
    const own = this.ownerOf(seat);
    return Math.max(own?.revisions[own.seats.indexOf(seat)] ?? 0, this.lays.of(seat)?.revision ?? 0);
  }
}
