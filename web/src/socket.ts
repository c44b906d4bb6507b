/** The line to a table: opens, beats, notices silence, and opens again by itself. */
import type { ClientMessage, Hello, ServerMessage } from "./wire";

export type Link = "connecting" | "open" | "lost" | "gone";

/** What the line asks of the one who uses it. */
export interface Listener {
  hello(): Hello;
  heard(messages: ServerMessage[]): void;
  linked(link: Link): void;
}

export type OpenSocket = (address: string) => WebSocket;

const BEAT = 15_000;
const SILENCE = 40_000;
const PROBE = 4_000;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 5_000;
const NO_SUCH_TABLE = 4404;
const BAD_HELLO = 4400;

export class Line {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private beating = 0;
  private retrying = 0;
  private silence = 0;
  private closed = false;

  constructor(
    private readonly listener: Listener,
    private readonly openSocket: OpenSocket = (address) => new WebSocket(address),
  ) {
    addEventListener("online", this.lookAlive);
    document.addEventListener("visibilitychange", this.lookAlive);
    this.open();
  }

  /** Say something; what is said while the line is down is lost, and false comes back. */
  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Hang up and call again at once: there is a new hello to say. */
  reopen(): void {
    this.hangUp();
    this.wait = FIRST_WAIT;
    if (!this.closed) this.open();
  }

  close(): void {
    this.closed = true;
    this.hangUp();
    removeEventListener("online", this.lookAlive);
    document.removeEventListener("visibilitychange", this.lookAlive);
  }

  private open(): void {
    const socket = this.openSocket(address());
    this.socket = socket;
    socket.onopen = () => {
      this.send(this.listener.hello());
      this.beating = window.setInterval(() => this.beat(), BEAT);
      this.expectWithin(SILENCE);
    };
    socket.onmessage = (frame: MessageEvent<string>) => this.hear(frame.data);
    socket.onclose = ({ code }) => this.dropped(code);
  }

  private hear(frame: string): void {
    this.wait = FIRST_WAIT;
    this.expectWithin(SILENCE);
    this.listener.heard(JSON.parse(frame) as ServerMessage[]);
  }

  private beat(): void {
    this.send({ type: "ping", sent: Date.now() / 1000 });
  }

  /** A line that stays silent longer than this is dead, whatever the browser believes; unseen pages only doze. */
  private expectWithin(time: number): void {
    clearTimeout(this.silence);
    this.silence = window.setTimeout(() => {
      if (document.visibilityState === "hidden") return;
      this.listener.linked("lost");
      this.reopen();
    }, time);
  }

  private dropped(code: number): void {
    this.hangUp();
    if (code === NO_SUCH_TABLE || code === BAD_HELLO) return this.listener.linked("gone");
    this.listener.linked("lost");
    this.retrying = window.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /** The device woke up, or has a network again. */
  private lookAlive = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.beat();
      this.expectWithin(PROBE);
    } else if (this.retrying) this.reopen();
  };

  private hangUp(): void {
    clearInterval(this.beating);
    clearTimeout(this.silence);
    clearTimeout(this.retrying);
    this.retrying = 0;
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }
}

function address(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}
