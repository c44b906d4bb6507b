import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { commitmentTo } from "./dealer";
import { keepSeat, seatsAt } from "./keep";
import { unhex } from "./sha256";
import { TableClient } from "./table.svelte";
import type { Advised, ClientMessage, Place, Position, Room, ServerMessage, Turned, Welcome, Yours } from "./wire";

/** A line whose other end is the test. */
class FakeSocket {
  static all: FakeSocket[] = [];
  readyState: number = WebSocket.CONNECTING;
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((frame: { data: string }) => void) | null = null;
  onclose: ((closed: { code: number }) => void) | null = null;

  constructor() {
    FakeSocket.all.push(this);
  }

  static get newest(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }

  open(): this {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
    return this;
  }

  tells(...messages: ServerMessage[]): void {
    this.onmessage?.({ data: JSON.stringify(messages) });
  }

  breaks(code = 1006): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
  }

  said<Type extends ClientMessage["type"]>(type: Type): Extract<ClientMessage, { type: Type }>[] {
    return this.sent.filter((message) => message.type === type) as Extract<ClientMessage, { type: Type }>[];
  }
}

const place = (id: number, name: string, more: Partial<Place> = {}): Place => ({
  id,
  name,
  bot: null,
  present: true,
  stand_in: false,
  left: false,
  commitment: "",
  nonce: "",
  ...more,
});

const room = (more: Partial<Room> = {}): Room => ({
  code: "LLAMA",
  phase: "playing",
  game: 1,
  edition: "incan-gold",
  options: {},
  host: 0,
  places: [place(0, "Ana"), place(1, "Bo"), place(2, "Cy")],
  commitment: "ab".repeat(32),
  secret: null,
  finished: [],
  ...more,
});

const position = (turn: number): Position =>
  ({ turn, in_temple: [0, 1, 2], leaders: [0, 1, 2] }) as unknown as Position;

const yours = (revision = 0): Yours => ({
  place: 0,
  player: 0,
  seats: [0],
  to_choose: [0],
  in_tent: [0],
  cards: [null],
  revisions: [revision],
});

const welcome = (more: Partial<Welcome> = {}): Welcome => ({
  type: "welcome",
  build: "dev",
  now: Date.now() / 1000,
  version: 10,
  holds: [0],
  room: room(),
  position: position(1),
  laid: [],
  at: 0,
  ends: null,
  story: [],
  chat: [],
  yours: [yours()],
  ...more,
});

const turned = (version: number, turn: number): Turned => ({
  type: "turned",
  version,
  events: [],
  position: position(turn),
  at: 5,
  ends: null,
});

const rest = (version: number, more: object = {}): ServerMessage => ({
  type: "rest",
  build: "dev",
  now: Date.now() / 1000,
  version,
  holds: [0],
  yours: [yours()],
  ...more,
});

let client: TableClient;

function sitDown(greeting = welcome()): FakeSocket {
  client = new TableClient("LLAMA", () => new FakeSocket() as unknown as WebSocket);
  const socket = FakeSocket.newest.open();
  socket.tells(greeting);
  return socket;
}

function reconnect(): FakeSocket {
  FakeSocket.newest.breaks();
  vi.advanceTimersByTime(400);
  return FakeSocket.newest.open();
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  FakeSocket.all = [];
  keepSeat("LLAMA", { token: "tok", nonces: ["11".repeat(32)] });
});

afterEach(() => {
  client.close();
  vi.useRealTimers();
});

describe("a seat on two devices", () => {
  const lobby = (commitment: string) => room({ phase: "lobby", places: [place(0, "Ana", { commitment })] });

  it("has its nonce in the secret link, so that the other one can start the game", () => {
    const nonce = "11".repeat(32);
    sitDown(welcome({ room: lobby(commitmentTo(unhex(nonce))), position: null, yours: [] }));
    expect(client.seatLink(0)).toBe(`/t/LLAMA#seat=tok.${nonce}`);
  });

  it("commits anew from the one that came last, and from no other", () => {
    const socket = sitDown(welcome({ room: lobby("99".repeat(32)), position: null, yours: [] }));
    expect(socket.said("commit")).toHaveLength(1);
    socket.tells({ type: "room_changed", version: 11, room: lobby("77".repeat(32)) });
    expect(socket.said("commit")).toHaveLength(1);
  });
});

describe("saying hello", () => {
  it("shows the kept tokens, and knows which places they are", () => {
    const socket = sitDown();
    expect(socket.sent[0]).toEqual({ type: "hello", table: "LLAMA", tokens: ["tok"], version: null });
    expect(client.link).toBe("open");
    expect(client.holds).toEqual([0]);
    expect(client.isHost()).toBe(true);
    expect(client.seatLink(0)).toBe("/t/LLAMA#seat=tok");
  });

  it("forgets a token that is no longer good", () => {
    sitDown(welcome({ holds: [null], yours: [] }));
    expect(client.holds).toEqual([]);
    expect(seatsAt("LLAMA")).toEqual([]);
  });

  it("gives up where there is no such table", () => {
    client = new TableClient("NOWHERE", () => new FakeSocket() as unknown as WebSocket);
    FakeSocket.newest.open().breaks(4404);
    vi.advanceTimersByTime(60_000);
    expect(client.link).toBe("gone");
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe("laying a card", () => {
  it("numbers revisions beyond what the table knows", () => {
    const socket = sitDown(welcome({ yours: [yours(4)] }));
    client.lay(0, "torch");
    client.lay(0, "camp");
    expect(socket.said("lay").map(({ revision, choice }) => [revision, choice])).toEqual([
      [5, "torch"],
      [6, "camp"],
    ]);
    expect(client.cardOf(0)).toBe("camp");
  });

  it("is repeated with the same revision when the answer was lost with the line", () => {
    sitDown();
    client.lay(0, "torch");
    const again = reconnect();
    again.tells(rest(10));
    expect(again.said("hello")[0]?.version).toBe(10);
    expect(again.said("lay")).toMatchObject([{ seat: 0, choice: "torch", turn: 1, revision: 1 }]);
  });

  it("is not repeated once the table has answered", () => {
    const socket = sitDown();
    client.lay(0, "torch");
    socket.tells({ type: "lies", id: 1, seat: 0, turn: 1, revision: 1, choice: "torch" });
    expect(client.yours[0]).toMatchObject({ cards: ["torch"], revisions: [1] });
    const again = reconnect();
    again.tells(rest(10));
    expect(again.said("lay")).toEqual([]);
  });

  it("is not repeated when the cards were turned over meanwhile", () => {
    sitDown();
    client.lay(0, "torch");
    const again = reconnect();
    again.tells(rest(11), turned(11, 2));
    expect(again.said("lay")).toEqual([]);
    expect(client.cardOf(0)).toBeNull();
  });

  it("shows why it was refused, and lies no longer", () => {
    const socket = sitDown();
    client.lay(0, "camp");
    socket.tells({
      type: "refused",
      id: socket.said("lay")[0]!.id!,
      key: "refusal.all_cards_laid",
      facts: { who: "Ana" },
    });
    expect(client.refusal?.key).toBe("refusal.all_cards_laid");
    expect(client.cardOf(0)).toBeNull();
    client.dismiss();
    expect(client.refusal).toBeNull();
  });
});

describe("public messages", () => {
  it("count once, whatever comes twice", () => {
    const socket = sitDown();
    const heard = vi.fn();
    client.onTurned = heard;
    socket.tells(turned(11, 2));
    socket.tells(turned(11, 2));
    expect(heard).toHaveBeenCalledTimes(1);
    expect(client.turnBegan).toBe(5);
  });

  it("that were missed come after the rest, and leave what is one's own", () => {
    sitDown();
    const again = reconnect();
    again.tells(rest(12, { yours: [{ ...yours(3), cards: ["camp"] }] }), turned(11, 2), {
      type: "laid_down",
      version: 12,
      turn: 2,
      seats: [0],
    });
    expect(client.position?.turn).toBe(2);
    expect(client.laid).toEqual([0]);
    expect(client.cardOf(0)).toBe("camp");
    expect(reconnect().said("hello")[0]?.version).toBe(12);
  });

  it("of another game clear the table", () => {
    const socket = sitDown();
    socket.tells(turned(11, 2), { type: "room_changed", version: 12, room: room({ game: 2, phase: "starting" }) });
    expect(client.position).toBeNull();
    expect(client.story).toEqual([]);
  });

  it("move the deadline and empty the list of who has laid", () => {
    const socket = sitDown();
    socket.tells(
      { type: "laid_down", version: 11, turn: 1, seats: [1, 2] },
      { type: "clock_changed", version: 12, ends: 99 },
    );
    expect([client.laid, client.ends]).toEqual([[1, 2], 99]);
    socket.tells(turned(13, 2));
    expect([client.laid, client.ends]).toEqual([[], null]);
  });
});

describe("the first cards of a game", () => {
  it("wait for the scene that plays them", () => {
    const socket = sitDown(welcome({ room: room({ phase: "starting" }), position: null }));
    const first = turned(11, 0);
    socket.tells(first);
    expect(client.opening).toEqual(first);
    socket.tells(turned(12, 1));
    expect(client.opening).toBeNull();
  });

  it("are not played anew after a reload", () => {
    sitDown(welcome({ position: position(0) }));
    expect(client.opening).toBeNull();
  });
});

describe("standing up", () => {
  it("gives up the place and forgets its token", () => {
    const socket = sitDown();
    socket.tells({
      type: "room_changed",
      version: 11,
      room: room({ phase: "lobby", host: 1, places: [place(1, "Bo")] }),
    });
    expect(client.holds).toEqual([]);
    expect(seatsAt("LLAMA")).toEqual([]);
  });
});

describe("the line", () => {
  it("beats, and is opened anew after forty silent seconds", () => {
    const socket = sitDown();
    vi.advanceTimersByTime(31_000);
    expect(socket.said("ping")).toHaveLength(2);
    vi.advanceTimersByTime(10_000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(client.link).toBe("lost");
  });

  it("waits longer after each failure, up to five seconds", () => {
    sitDown();
    FakeSocket.newest.breaks();
    vi.advanceTimersByTime(300);
    FakeSocket.newest.breaks();
    vi.advanceTimersByTime(300);
    expect(FakeSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(300);
    expect(FakeSocket.all).toHaveLength(3);
  });

  it("learns the server's clock from a pong", () => {
    const socket = sitDown();
    const sent = Date.now() / 1000;
    vi.advanceTimersByTime(200);
    socket.tells({ type: "pong", sent, now: sent + 100.1 });
    expect(client.offset).toBeCloseTo(100, 5);
  });
});

describe("the ceremony", () => {
  const nonce = "11".repeat(32);
  const sealed = place(0, "Ana", { commitment: commitmentTo(unhex(nonce)) });

  it("reveals the kept nonce when the game starts, and not before", () => {
    const socket = sitDown(welcome({ room: room({ phase: "lobby", places: [sealed, place(1, "Bo")] }) }));
    expect(socket.said("reveal")).toEqual([]);
    socket.tells({
      type: "room_changed",
      version: 11,
      room: room({ phase: "starting", places: [sealed, place(1, "Bo")] }),
    });
    expect(socket.said("reveal")).toMatchObject([{ place: 0, nonce }]);
  });

  it("commits anew for another game, and reveals exactly that", () => {
    const socket = sitDown(welcome({ room: room({ phase: "over", places: [{ ...sealed, nonce }] }) }));
    socket.tells({
      type: "room_changed",
      version: 11,
      room: room({ phase: "starting", game: 2, places: [place(0, "Ana")] }),
    });
    const [commit] = socket.said("commit");
    socket.tells({
      type: "room_changed",
      version: 12,
      room: room({ phase: "starting", game: 2, places: [place(0, "Ana", { commitment: commit!.commitment })] }),
    });
    expect(socket.said("commit")).toHaveLength(1);
    expect(commitmentTo(unhex(socket.said("reveal")[0]!.nonce))).toBe(commit!.commitment);
  });

  it("stays silent for places it does not hold, and about being too early", () => {
    const socket = sitDown(welcome({ room: room({ phase: "starting", places: [sealed, place(1, "Bo")] }) }));
    const [reveal] = socket.said("reveal");
    expect(socket.said("commit")).toEqual([]);
    socket.tells({ type: "refused", id: reveal!.id!, key: "refusal.not_time_to_reveal", facts: {} });
    expect(client.refusal).toBeNull();
  });
});

describe("the coach", () => {
  const advice = { choices: [] } as unknown as Advised["advice"];
  const advised = (id: number, turn: number): Advised => ({ type: "advised", id, place: 0, turn, advice });

  it("is asked one thing at a time, and what it says goes with the turn", () => {
    const socket = sitDown();
    client.askCoach(0);
    client.askCoach(0);
    expect(socket.said("advise")).toEqual([{ type: "advise", id: client.asking, place: 0 }]);
    socket.tells(advised(client.asking!, 1));
    expect([client.advised?.turn, client.asking]).toEqual([1, null]);
    socket.tells(turned(11, 2));
    expect(client.advised).toBeNull();
  });

  it("says nothing of a turn that is over, and may be asked again after a refusal", () => {
    const socket = sitDown();
    client.askCoach(0);
    socket.tells(turned(11, 2), advised(client.asking!, 1));
    expect([client.advised, client.asking]).toEqual([null, null]);
    client.askCoach(0);
    socket.tells({ type: "refused", id: client.asking!, key: "refusal.coach_not_allowed", facts: {} });
    expect([client.asking, client.refusal?.key]).toEqual([null, "refusal.coach_not_allowed"]);
  });
});
