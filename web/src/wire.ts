// Made from src/incangold/server/wire.py and events.py by `make docs`; not to be edited.

export type Happening =
  | RoundOpened
  | CardTurned
  | TreasureShared
  | ArtifactFound
  | Frightened
  | DrivenOut
  | ChoicesRevealed
  | DieRolled
  | DeckRanOut
  | ReturnedToCamp
  | ArtifactClaimed
  | RoundEnded
  | GameEnded;

/** Everybody entered; the artifact under the Temple card was shown and shuffled in. */
export interface RoundOpened {
  event: "RoundOpened";
  round: number;
  start_player: number;
  artifact: "tumi" | "llama" | "quipu" | "condor" | "mask" | null;
}

/** The start player turned a Quest card. */
export interface CardTurned {
  event: "CardTurned";
  card: string;
}

/** Those in the temple laid so much each beside their tents; the rest stayed on the card. */
export interface TreasureShared {
  event: "TreasureShared";
  seats: number[];
  each: number;
  left: number;
}

/** An artifact lies on the path. */
export interface ArtifactFound {
  event: "ArtifactFound";
  artifact: "tumi" | "llama" | "quipu" | "condor" | "mask";
}

/** The first hazard of its kind this round: only a fright. */
export interface Frightened {
  event: "Frightened";
  hazard: "spiders" | "mummies" | "fire" | "snakes" | "rocks";
}

/** The second of its kind: those in the temple ran and gave back what lay beside their tents. */
export interface DrivenOut {
  event: "DrivenOut";
  hazard: "spiders" | "mummies" | "fire" | "snakes" | "rocks";
  seats: number[];
  lost: number[];
}

/** All cards were turned over at once. */
export interface ChoicesRevealed {
  event: "ChoicesRevealed";
  laid: ("torch" | "camp" | null)[];
}

/** A die showed how much it feared and what it rolled (None: nothing to fear, no roll). */
export interface DieRolled {
  event: "DieRolled";
  seat: number;
  fear: number;
  roll: number | null;
}

/** No card was left to turn, so these left together with this turn's leavers. */
export interface DeckRanOut {
  event: "DeckRanOut";
  seats: number[];
}

/** Leavers took so much each from the path and put all they brought into their tents. */
export interface ReturnedToCamp {
  event: "ReturnedToCamp";
  seats: number[];
  each: number;
  brought: number[];
  left: number;
}

/** A lone leaver carried an artifact out. */
export interface ArtifactClaimed {
  event: "ArtifactClaimed";
  seat: number;
  artifact: "tumi" | "llama" | "quipu" | "condor" | "mask";
  worth: number;
}

/** The temple is empty: treasure on the path went to the supply, artifacts on it out of the game. */
export interface RoundEnded {
  event: "RoundEnded";
  round: number;
  given_back: number;
  lost: ("tumi" | "llama" | "quipu" | "condor" | "mask")[];
}

/** All tents were opened: scores and artifacts by player, and who won. */
export interface GameEnded {
  event: "GameEnded";
  scores: number[];
  artifacts: number[];
  winners: number[];
}

/** Anything a client may say; `id` comes back with the answer. */
export interface FromClient {
  id?: number;
}

/** The first message: which table, with which seats' tokens (none: to watch), and the version one still has. */
export interface Hello {
  type: "hello";
  table: string;
  tokens?: string[];
  version?: number | null;
  id?: number;
}

/** R4. A card face down for one adventurer; a revision not higher than the last one changes nothing. */
export interface Lay {
  type: "lay";
  seat: number;
  choice: "torch" | "camp";
  turn: number;
  revision: number;
  id?: number;
}

/** R17. The hash of this person's nonce, before anything starts. */
export interface Commit {
  type: "commit";
  place: number;
  commitment: string;
  id?: number;
}

/** R17. The nonce itself, once everybody has committed and the host has started. */
export interface Reveal {
  type: "reveal";
  place: number;
  nonce: string;
  id?: number;
}

/** What a table may choose besides its edition. */
export interface Options {
  time_to_choose?: 15 | 30 | 60 | null;
  pace?: "instant" | "quick" | "calm";
  coach?: boolean;
}

/** The host chooses another edition (with its fields, as `incan-gold open_tents=yes`) or other options. */
export interface Change {
  type: "change";
  edition?: string | null;
  options?: Options | null;
  id?: number;
}

/** The host seats a bot from the roster; without a name it goes by its character's, in English. */
export interface AddBot {
  type: "add_bot";
  bot: string;
  name?: string | null;
  id?: number;
}

/** The host frees a place, or somebody stands up from their own; not while a game is played. */
export interface Free {
  type: "free";
  place: number;
  id?: number;
}

/** The host makes another person the host. */
export interface HandOver {
  type: "hand_over";
  place: number;
  id?: number;
}

/** The host starts: all reveal their nonces, and the first card is turned. */
export interface Start {
  type: "start";
  id?: number;
}

/** The host wants another game: the same places, a new secret; started at once, or back to the lobby. */
export interface Again {
  type: "again";
  start?: boolean;
  id?: number;
}

/** A person says something to all. */
export interface Say {
  type: "say";
  place: number;
  text: string;
  id?: number;
}

/** Somebody reminds an idle player. */
export interface Nudge {
  type: "nudge";
  place: number;
  id?: number;
}

/** The host lets the stand-in lay once for a player who was nudged in vain. */
export interface LetStandIn {
  type: "let_stand_in";
  place: number;
  id?: number;
}

/** A person at the table needs longer: the deadline moves, for everybody. */
export interface MoreTime {
  type: "more_time";
  id?: number;
}

/** Somebody who is to choose asks the coach, where the table allows it. */
export interface Advise {
  type: "advise";
  place: number;
  id?: number;
}

/** A heartbeat, and a look at the server's clock. */
export interface Ping {
  type: "ping";
  sent: number;
  id?: number;
}

/** Somebody at the table; `id` stays the same for as long as they sit there. */
export interface Place {
  id: number;
  name: string;
  bot: string | null;
  present: boolean;
  stand_in: boolean;
  left: boolean;
  commitment: string;
  nonce: string;
}

/** Everything about a table but the game on it. */
export interface Room {
  code: string;
  phase: "lobby" | "starting" | "playing" | "over" | "closed";
  game: number;
  edition: string;
  options: Options;
  host: number;
  places: Place[];
  commitment: string;
  secret: string | null;
  finished: number[];
}

/** A card on the path, the treasure still lying on it, and what an artifact would count now. */
export interface OnPath {
  card: string;
  treasure: number;
  worth: number | null;
}

/** An artifact that somebody carried out. */
export interface Held {
  artifact: string;
  worth: number;
}

/** A card out of the game, under the Temple card of its round. */
export interface Removed {
  card: string;
  round: number;
}

/** R14. The public part of a game; lists by adventurer unless said otherwise. */
export interface Position {
  edition: string;
  rounds: number;
  leaders: number[];
  dice: number[];
  start_player: number;
  phase: "round" | "card" | "choices" | "over";
  round: number;
  turn: number;
  quest_deck: string[];
  path: OnPath[];
  in_temple: number[];
  leaving: number[];
  beside_tent: number[];
  in_tent: number[] | null;
  artifacts: Held[][];
  under_temples: string[];
  removed: Removed[];
}

/** What one player knows besides; lists by that player's own adventurers. */
export interface Yours {
  place: number;
  player: number;
  seats: number[];
  to_choose: number[];
  in_tent: number[];
  cards: ("torch" | "camp" | null)[];
  revisions: number[];
}

/** One choice of a player's, a card for each adventurer that is to choose. */
export interface Weighed {
  cards: ("torch" | "camp")[];
  likely: number;
  share: number;
  cost: number;
}

/** What the coach tells one player who is to choose. */
export interface Advice {
  driven_out: number;
  next_card: number;
  leaving_alone: number;
  leaving_together: number;
  artifacts: number;
  share: number;
  choices: Weighed[];
  exact: boolean;
}

/** A public message; the version counts it. */
export interface ToAll {
  version: number;
}

/** Somebody sat down, left, came back; an option, the host or the phase changed. */
export interface RoomChanged {
  type: "room_changed";
  version: number;
  room: Room;
}

/** Who has laid a card this turn, all of them; never which. */
export interface LaidDown {
  type: "laid_down";
  version: number;
  turn: number;
  seats: number[];
}

/** Cards were turned over, and this is what happened; a game's first one has an empty table before it. */
export interface Turned {
  type: "turned";
  version: number;
  events: Happening[];
  position: Position;
  at: number;
  ends: number | null;
}

/** There is more time to choose. */
export interface ClockChanged {
  type: "clock_changed";
  version: number;
  ends: number | null;
}

/** Somebody said something. Hostile text, like every name. */
export interface Said {
  type: "said";
  version: number;
  place: number;
  name: string;
  text: string;
  at: number;
}

/** Somebody reminded an idle player. */
export interface Nudged {
  type: "nudged";
  version: number;
  place: number;
  by: number;
  at: number;
}

/** A message for one client alone. */
export interface ToOne {
}

/** The answer to hello: everything this client may know. `holds` lists its places, in the order of its tokens. */
export interface Welcome {
  type: "welcome";
  build: string;
  now: number;
  version: number;
  holds: (number | null)[];
  room: Room;
  position: Position | null;
  laid: number[];
  at: number;
  ends: number | null;
  story: Happening[];
  chat: Said[];
  yours: Yours[];
}

/** The answer to a hello that named a version still known: the public messages it missed follow in this frame. */
export interface Rest {
  type: "rest";
  build: string;
  now: number;
  version: number;
  holds: (number | null)[];
  yours: Yours[];
}

/** What this client's own players know has changed. */
export interface YoursChanged {
  type: "yours_changed";
  yours: Yours[];
}

/** The answer to a lay: the card that now lies there. */
export interface Lies {
  type: "lies";
  id: number;
  seat: number;
  turn: number;
  revision: number;
  choice: "torch" | "camp";
}

/** What the coach says to this client alone, for one of its places and one turn. */
export interface Advised {
  type: "advised";
  id: number;
  place: number;
  turn: number;
  advice: Advice;
}

/** The answer to anything else that was carried out. */
export interface Done {
  type: "done";
  id: number;
}

/** The answer to what could not be: the catalogue's key and its facts; a fact may be a phrase itself. */
export interface Refused {
  type: "refused";
  id: number;
  key: string;
  facts: Record<string, unknown>;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
  sent: number;
  now: number;
}

/** POST /api/tables: whoever asks sits down first and is the host. */
export interface MakeTable {
  name: string;
  commitment?: string | null;
  edition?: string;
  options?: Options;
  bots?: string[];
  language?: "en" | "pl";
  start?: boolean;
}

/** POST /api/tables/CODE/places: sit down. */
export interface TakePlace {
  name: string;
  commitment?: string | null;
}

/** The answer to both: the code to share, and the token to keep. */
export interface Seated {
  table: string;
  place: number;
  token: string;
}

/** A bot that can be seated; one that is `numbered` takes a number, as `turn:6`. */
export interface BotInRoster {
  bot: string;
  numbered: boolean;
}

/** GET /api/house: what a home page needs. */
export interface HouseFacts {
  build: string;
  version: string;
  now: number;
  bots: BotInRoster[];
  editions: string[];
  addresses: string[];
}

/** One act of a finished game: what happened and how it lies then, every tent included. */
export interface ReplayStep {
  events: Happening[];
  position: Position;
  in_tent: number[];
}

/** GET /api/tables/CODE/games/N: a finished game, act by act, and its record as text. */
export interface Replay {
  table: string;
  game: number;
  edition: string;
  players: string[];
  bots: (string | null)[];
  steps: ReplayStep[];
  record: string;
}

/** What one player chose in one turn, and what it cost; `act` is the step of the replay where it was shown. */
export interface Decision {
  act: number;
  round: number;
  turn: number;
  player: number;
  cards: ("torch" | "camp")[];
  best: ("torch" | "camp")[];
  likely: number;
  share: number;
  cost: number;
}

/** Everybody's chance to win after an act, by player; act -1 is before anything. */
export interface Chances {
  act: number;
  shares: number[];
}

/** An act that moved somebody's chance to win the most, and whether a card or a choice did it. */
export interface TurningPoint {
  act: number;
  player: number;
  swing: number;
  by: "card" | "choice";
}

/** What made one player's result: an even share of the win and these three are all of it. */
export interface Account {
  luck: number;
  skill: number;
  others: number;
}

/** GET /api/tables/CODE/games/N/review: what the coach says of a finished game. */
export interface Review {
  players: string[];
  curve: Chances[];
  decisions: Decision[];
  turning_points: TurningPoint[];
  accounts: Account[];
}

/** POST /api/companion: a game of cardboard as far as it has been told, as a record in either of its forms. */
export interface Cardboard {
  record: string;
  seat?: number | null;
}

/** A die in the temple: how much it fears, and what it lays for a 1, a 2, … a 6; nothing to fear, no roll. */
export interface DieToRoll {
  seat: number;
  fear: number;
  lays: ("torch" | "camp")[];
}

/** A hazard on the path: how many of it are left in the deck, and its part of the chance to be driven out. */
export interface Deadly {
  card: string;
  left: number;
  chance: number;
}

/** The exact odds of the next card for so many who stay for it. */
export interface Odds {
  inside: number;
  driven_out: number[];
  deadly: Deadly[];
  treasure: number;
  hazard: number;
  artifact: number;
  share: number;
  remainder: number;
  takes: number[];
}

/** The answer: how the cardboard lies, what may be told next, and the odds; the house keeps nothing of it. */
export interface Companion {
  position: Position;
  in_tent: number[];
  shows: (string | null)[];
  dice: DieToRoll[];
  odds: Odds | null;
  advice: Advice | null;
  told: Happening[];
  story: Happening[];
  record: string;
}

export type ClientMessage =
  | Hello
  | Lay
  | Commit
  | Reveal
  | Change
  | AddBot
  | Free
  | HandOver
  | Start
  | Again
  | Say
  | Nudge
  | LetStandIn
  | MoreTime
  | Advise
  | Ping;

export type PublicMessage =
  | RoomChanged
  | LaidDown
  | Turned
  | ClockChanged
  | Said
  | Nudged;

export type PrivateMessage =
  | Welcome
  | Rest
  | YoursChanged
  | Lies
  | Advised
  | Done
  | Refused
  | Pong;

export type ServerMessage = PublicMessage | PrivateMessage;
