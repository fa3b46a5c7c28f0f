// Written by `make types` from kolej.server.protocol and bodies; do not change it by hand.

/** Increased by every change that breaks clients of the previous version. */
export const PROTOCOL = 1;

/** The socket of a table. */
export const SOCKET = "/api/tables/{place}/socket";

/** The letters of cards, in the order in which sets are written. */
export const LETTERS = {
  purple: "P",
  blue: "B",
  orange: "O",
  white: "W",
  green: "G",
  yellow: "Y",
  black: "K",
  red: "R",
  locomotive: "L",
} as const;

// What a player can do, as values, each with a line of text: `repr` gives it, `parse` reads it.

/** Why an action is not possible now; clients translate the code. */
export const ACTION_REASONS = [
  "game-over",
  "not-your-turn",
  "choose-first-tickets",
  "already-chosen",
  "second-card",
  "choose-tickets",
  "decide-tunnel",
  "nothing-to-decide",
  "not-face-up",
  "second-locomotive",
  "deck-empty",
  "no-tickets-left",
  "not-offered",
  "too-few-kept",
  "route-taken",
  "double-closed",
  "own-twin",
  "own-border-route",
  "one-route-per-country",
  "too-few-trains",
  "too-few-cards",
  "wrong-number",
  "wrong-colour",
  "mixed-colours",
  "locomotives-not-here",
  "locomotives-needed",
  "no-swaps-here",
  "wrong-swap",
  "no-stations",
  "no-stations-left",
  "station-there",
] as const;

export type ActionReason = (typeof ACTION_REASONS)[number];

// The parts that messages are made of: seats, clocks, tables, positions, chat.

export const COLOURS = ["navy", "ruby", "teal", "saffron", "lilac"] as const;

export type Colour = (typeof COLOURS)[number];

export const EMOTES = ["hello", "well-played", "good-luck", "thanks", "oops", "hurry", "wow", "good-game"] as const;

export type Emote = (typeof EMOTES)[number];

/** Why a command was refused; clients translate the code. */
export const REFUSAL_REASONS = [
  ...ACTION_REASONS,
  "unreadable",
  "invalid-action",
  "stale",
  "ahead",
  "not-your-seat",
  "no-such-seat",
  "seat-taken",
  "seat-free",
  "needs-invitation",
  "one-seat-each",
  "colour-taken",
  "only-the-host",
  "not-started",
  "already-started",
  "seats-open",
  "not-over",
  "closed",
  "played-by-you",
  "played-by-bot",
  "no-such-bot",
  "no-hints",
  "not-ready",
  "no-such-route",
  "too-fast",
  "watching-only",
  "sign-in",
  "unavailable",
  "going-down",
] as const;

export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** No clock. */
export interface NoClock {
  kind: "none";
}

/** Each turn has some seconds of its own; time beyond them comes out of the player's bank. */
export interface LiveClock {
  kind: "live";
  bank: number;
  turn: number;
}

/** LiveClock, as a client may send it. */
export interface LiveClockGiven {
  kind: "live";
  /** 0 to 7200. */
  bank?: number;
  /** 5 to 600. */
  turn?: number;
}

/** A number of days for each turn. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** DaysClock, as a client may send it. */
export interface DaysClockGiven {
  kind: "days";
  /** 1 to 30. */
  days?: number;
}

export type Clock = NoClock | LiveClock | DaysClock;

/** Clock, as a client may send it. */
export type ClockGiven = NoClock | LiveClockGiven | DaysClockGiven;

/** Anyone may take this seat. */
export interface OpenSeat {
  for: "anyone";
}

/** Kept for someone who has the host's invitation. */
export interface FriendSeat {
  for: "friend";
}

/** The host's seat; several of them are for people around the host's device. */
export interface HostSeat {
  for: "host";
  name: string | null;
}

/** HostSeat, as a client may send it. */
export interface HostSeatGiven {
  for: "host";
  /** 1 to 30 signs. */
  name?: string | null;
}

/** The seat of a bot, by its name. */
export interface BotSeat {
  for: "bot";
  bot: string;
}

export type SeatPlan = OpenSeat | FriendSeat | HostSeat | BotSeat;

/** SeatPlan, as a client may send it. */
export type SeatPlanGiven = OpenSeat | FriendSeat | HostSeatGiven | BotSeat;

/** A request for a new table. */
export interface NewTable {
  /** 1 to 60 signs. */
  board: string;
  /** 2 to 5 of them. */
  seats: readonly SeatPlanGiven[];
  /** At most 20 of them. */
  options?: { readonly [key: string]: boolean | number };
  /** Whether it is shown in the lobby; otherwise only people with the link find it. */
  listed?: boolean;
  spectators?: boolean;
  /** Whether a player may ask a bot what it would do. */
  hints?: boolean;
  clock?: ClockGiven;
  /** Seconds that a bot waits before it moves; by default, the server's setting. 0 to 30. */
  pace?: number | null;
}

/** A seat as everyone sees it. */
export interface SeatInfo {
  seat: number;
  plan: SeatPlan;
  /** null while nobody sits here. */
  name: string | null;
  /** The public handle of the person; null for bots and free seats. */
  player: string | null;
  colour: Colour;
  /** The bot that plays this seat now. */
  bot: string | null;
  /** Why a bot plays for the person, who may take the seat back. */
  away: "time" | "resigned" | null;
}

export type TableState = "waiting" | "playing" | "over" | "closed";

/** A table as everyone sees it. */
export interface TableInfo {
  id: string;
  state: TableState;
  board: string;
  /** The SHA-256 of the board file. */
  content: string;
  /** The SHA-256 of the layout that the table was made with; empty if the board had none. */
  layout: string;
  options: { readonly [key: string]: boolean | number };
  listed: boolean;
  spectators: boolean;
  hints: boolean;
  clock: Clock;
  pace: number;
  seats: readonly SeatInfo[];
  /** The handle of the host, who made the table and may start the game. */
  host: string;
  /** Milliseconds since 1970, like all times here. */
  created: number;
  /** The SHA-256 of the secret behind the luck, published before anyone adds entropy. */
  commitment: string;
  /** The entropy that players added; shown once the game has started. */
  entropy: readonly string[];
  /** The table of the rematch. */
  next: string | null;
  previous: string | null;
}

/** The clock of a seat. */
export interface TimeLeft {
  /** Milliseconds left in the bank. */
  bank: number;
  /** When the time runs out; null while no choice of the seat is awaited. */
  deadline: number | null;
}

/** What lies open for all. */
export interface OpenView {
  phase: Phase;
  awaited: readonly number[];
  display: { readonly [key: string]: number };
  discards: { readonly [key: string]: number };
  deck: number;
  ticket_deck: number;
  starter: number;
  last_turns: number | null;
  seats: readonly SeatView[];
  stacks: { readonly [key: string]: readonly number[] };
  tunnel: Tunnel | null;
  closed: readonly string[];
}

/** What one seat sees beyond the open part. */
export interface OwnView {
  seat: number;
  hand: { readonly [key: string]: number };
  tickets: readonly string[];
  offered: readonly string[];
  given_back: readonly string[];
  /** What the seat can do now; null while no choice of it is awaited. */
  choices: Choices | null;
  /** Number of the entry at which its decision began; an action needs this `version` or a later one. */
  since: number;
  /** How far its tickets have got: first those it holds, then those it is offered. */
  progress: readonly TicketProgress[];
  /** By ticket: the possible claims that change it, each with the trains that would then be missing. */
  leaves: { readonly [key: string]: { readonly [key: string]: number | null } };
  /** What else its possible claims would do, by route; claims that do nothing else are left out. */
  effects: { readonly [key: string]: ClaimEffect };
  /** What a tunnel may cost, by the colour it can be paid with now; `L` for locomotives alone. */
  tunnels: { readonly [key: string]: TunnelOdds };
}

/** The game after an entry, as one client may see it. */
export interface Position {
  open: OpenView;
  /** One for each seat that the client plays; several on a shared device. */
  own: readonly OwnView[];
  /** By seat; empty at a table without clocks. */
  clocks: readonly TimeLeft[];
}

/** A line of chat, or an emote. */
export interface Chat {
  number: number;
  at: number;
  name: string;
  player: string;
  /** null for a spectator. */
  seat: number | null;
  text: string | null;
  emote: Emote | null;
}

// What clients send: commands and questions, distinguished by `do`.

/** The field that every command and question has. */
export interface Command {
  /** New for each command; the same if a command is sent again. Chosen by the client. Matches ^[A-Za-z0-9_-]{1,40}(?!\n)$. */
  id: string;
  /** Number of the last entry seen. -1 to 1000000. */
  version: number;
}

/** Take a free seat. */
export interface Sit extends Command {
  do: "sit";
  /** 0 to 4. */
  seat: number;
  /** Mixed into the luck of the game, so that the server cannot have chosen it. At most 64 signs. */
  entropy?: string;
  /** At most 40 signs. */
  invitation?: string;
}

/** Give a seat back before the start. */
export interface Leave extends Command {
  do: "leave";
  /** 0 to 4. */
  seat: number;
}

/** The host removes someone from a seat before the start. */
export interface Remove extends Command {
  do: "remove";
  /** 0 to 4. */
  seat: number;
}

/** The host changes who a free seat is for. */
export interface Reserve extends Command {
  do: "reserve";
  /** 0 to 4. */
  seat: number;
  plan: SeatPlanGiven;
}

/** Take a colour that nobody has. */
export interface Choose extends Command {
  do: "colour";
  /** 0 to 4. */
  seat: number;
  colour: Colour;
}

/** The host starts the game; `version` must be the latest entry. */
export interface Start extends Command {
  do: "start";
  /** Mixed into the luck of the game, like the entropy that others gave when they took their seats. At most 64 signs. */
  entropy?: string;
}

/** The host closes the table before the start. */
export interface Close extends Command {
  do: "close";
}

/** Carry out an action of the game, written as a line of text: `claim paris--zurich RRL`. */
export interface Act extends Command {
  do: "act";
  /** 0 to 4. */
  seat: number;
  /** 1 to 600 signs. */
  action: string;
}

/** Leave the seat to a bot. */
export interface Resign extends Command {
  do: "resign";
  /** 0 to 4. */
  seat: number;
}

/** Take a seat back from the bot that plays for its owner. */
export interface TakeBack extends Command {
  do: "take-back";
  /** 0 to 4. */
  seat: number;
}

/** Open a new table for the same people, once the game is over. */
export interface Rematch extends Command {
  do: "rematch";
}

/** Say something to everyone who may see it. */
export interface Say extends Command {
  do: "say";
  /** 1 to 300 signs. */
  text: string;
}

/** Show an emote. */
export interface Show extends Command {
  do: "emote";
  emote: Emote;
}

/** Ask why a route cannot be claimed now. */
export interface AskWhy extends Command {
  do: "why";
  /** 0 to 4. */
  seat: number;
  /** At most 100 signs. */
  route: string;
}

/** Ask what a bot would do, where the table allows hints. */
export interface AskHint extends Command {
  do: "hint";
  /** 0 to 4. */
  seat: number;
}

/** Answered with a pong; measures the round trip. */
export interface Ping {
  do: "ping";
  /** 0 to 9007199254740992. */
  at?: number;
}

/** What changes a table. */
export type TableCommand =
  | Sit
  | Leave
  | Remove
  | Reserve
  | Choose
  | Start
  | Close
  | Act
  | Resign
  | TakeBack
  | Rematch
  | Say
  | Show;

/** Everything that a client may send on a socket. */
export type ClientMessage = TableCommand | AskWhy | AskHint | Ping;

// What the server sends on a socket, distinguished by `type`.

/** Who the server takes the client for. */
export interface You {
  /** The public handle; null for a client without a name yet. */
  player: string | null;
  name: string | null;
  /** The client's seats at this table. */
  seats: readonly number[];
  host: boolean;
  /** The code that lets friends take a seat; only the host gets it. */
  invitation: string | null;
}

/** An entry of the table's log, and the position after it. */
export interface Happened {
  type: "happened";
  n: number;
  at: number;
  /** Who moved. */
  seat: number | null;
  /** As this client may see them; numbered from the start of the game. */
  events: readonly Event[];
  /** Present if seats or the state of the table changed. */
  table: TableInfo | null;
  /** null before the start, and in entries that are sent again later. */
  position: Position | null;
}

/** The first message: the current state of the table, and all entries that the client has not seen. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  server: string;
  now: number;
  /** Number of the last entry. */
  n: number;
  you: You;
  table: TableInfo;
  missed: readonly Happened[];
  position: Position | null;
  chat: readonly Chat[];
  here: readonly number[];
  watching: number;
}

/** A command was carried out, with entry `n`; the answer to a repeat is the same. */
export interface Done {
  type: "done";
  id: string;
  n: number;
  /** The new table, for a rematch. */
  table: string | null;
}

/** A command was not carried out, and nothing changed. */
export interface Refused {
  type: "refused";
  /** null if the message could not be read. */
  id: string | null;
  reason: RefusalReason;
  text: string;
  /** Number of the table's last entry. */
  n: number;
}

/** A new line of chat, or an emote. */
export interface Said {
  type: "said";
  chat: Chat;
}

/** Who is connected; this says nothing about whose turn it is. */
export interface Here {
  type: "here";
  here: readonly number[];
  watching: number;
}

/** The answer to the question why a route cannot be claimed. */
export interface Why {
  type: "why";
  id: string;
  route: string;
  /** null if it can be claimed. */
  reason: ActionReason | null;
}

/** What a bot thinks of the legal actions, the best first. */
export interface Hint {
  type: "hint";
  id: string;
  n: number;
  bot: string;
  advice: readonly Advice[];
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
  /** The `at` of the ping. */
  at: number;
  /** The server's time. */
  now: number;
}

/** The server is restarting; reconnect after `again_in` seconds. */
export interface GoingDown {
  type: "going-down";
  again_in: number;
}

export type ServerMessage = Welcome | Happened | Done | Refused | Said | Here | Why | Hint | Pong | GoingDown;

// The bodies of HTTP requests and responses.

/** Why an HTTP request failed. */
export const PROBLEM_REASONS = [
  "unreadable",
  "sign-in",
  "bad-token",
  "wrong-password",
  "other-origin",
  "no-accounts",
  "no-spectators",
  "no-such-table",
  "no-such-board",
  "no-such-player",
  "no-such-token",
  "no-ground",
  "no-such-page",
  "no-plan",
  "not-over",
  "has-account",
  "name-taken",
  "too-many",
  "bad-name",
  "bad-table",
  "bad-record",
  "bad-address",
  "bad-subscription",
  "too-fast",
  "unavailable",
] as const;

export type ProblemReason = (typeof PROBLEM_REASONS)[number];

/** An error in the form of RFC 9457. */
export interface Problem {
  status: number;
  title: string;
  detail: string;
  type?: string;
  /** A code that a client can translate; empty if the status says everything. */
  reason?: RefusalReason | ProblemReason | "";
  /** Which parts of the request are wrong. */
  where?: readonly string[];
}

export interface BotInfo {
  name: string;
  /** Its character, in one line. */
  about: string;
  /** Whether it is one of the levels, which are listed first, the strongest first. */
  level: boolean;
  /** Whether it can explain its choices. */
  hints: boolean;
}

export interface ServerInfo {
  name: string;
  version: string;
  protocol: number;
  bots: readonly BotInfo[];
  emotes: readonly Emote[];
  colours: readonly Colour[];
  /** The public key for Web Push. */
  push_key: string;
  accounts: boolean;
}

export interface OptionInfo {
  name: string;
  default: boolean | number;
}

export interface BoardInfo {
  id: string;
  name: { readonly [key: string]: string };
  content: string;
  players: readonly [number, number];
  cities: number;
  routes: number;
  tickets: number;
  /** Whether it is a board of this server's own, not one of Kolej's. */
  own: boolean;
  options: readonly OptionInfo[];
  /** Why it cannot be played on; then the other fields mean nothing. */
  fault: string;
  /** Whether it can be drawn at once; otherwise a request for its readiness starts its layout. */
  laid_out: boolean;
}

/** Whether a board has a layout; a new board of the server's own may not have one yet. */
export interface Readiness {
  ready: boolean;
  /** How much of the layout is done, from 0 to 1. */
  progress: number;
}

/** The map under a board: SVG path data, in units of its layout; extends beyond the drawing. */
export interface Ground {
  land: string;
  /** The countries that the board covers. */
  home: string;
  lakes: string;
  rivers: string;
  borders: string;
  graticule: string;
}

export interface Me {
  player: string;
  name: string;
  account: boolean;
  /** The address that is called when it is this player's turn. */
  hook: string | null;
  /** How many browsers are notified. */
  pushes: number;
}

export interface NameMe {
  /** 1 to 30 signs. */
  name: string;
}

export interface Credentials {
  /** Matches ^[A-Za-z0-9_-]{2,20}(?!\n)$. */
  name: string;
  /** 8 to 200 signs. */
  password: string;
}

export interface NewPassword {
  /** 8 to 200 signs. */
  old: string;
  /** 8 to 200 signs. */
  new: string;
}

export interface NewToken {
  /** 1 to 60 signs. */
  label: string;
}

export interface TokenMade {
  number: string;
  label: string;
  /** Shown only this once. */
  token: string;
}

export interface TokenInfo {
  number: string;
  label: string;
  created: number;
}

export interface NewPush {
  /** At most 1000 signs. */
  endpoint: string;
  /** At most 200 signs. */
  p256dh: string;
  /** At most 100 signs. */
  auth: string;
}

export interface NewHook {
  /** At most 1000 signs. */
  url: string;
}

export interface HookMade {
  url: string;
  /** Signs the calls; shown only this once. */
  secret: string;
}

export interface TableMade {
  id: string;
  link: string;
  /** Lets friends take the seats kept for them. */
  invitation: string;
}

/** A text, such as the link to a table, to be shown as a QR code. */
export interface NewQr {
  /** 1 to 300 signs. */
  text: string;
}

export interface QrCode {
  /** Dark squares on white with a margin; it scales to the size of its container. */
  svg: string;
}

/** A table in a list. */
export interface TableLine {
  id: string;
  state: TableState;
  board: string;
  clock: Clock;
  listed: boolean;
  spectators: boolean;
  created: number;
  updated: number;
  /** Seats that anyone may take. */
  free: number;
  names: readonly (string | null)[];
  /** Seats of bots, whose names a client may translate. */
  bots: readonly number[];
  awaited: readonly number[];
  /** The caller's seats. */
  mine: readonly number[];
}

export interface TableList {
  tables: readonly TableLine[];
  /** Pass it as `before` for the next page. */
  more: string | null;
}

/** A table as a welcome describes it, for callers by HTTP. */
export interface TableLook {
  n: number;
  you: You;
  table: TableInfo;
  position: Position | null;
  /** The score, once the game is over. */
  score: ScoreSheet | null;
  /** How a tie for first place was broken, if there was one. */
  tie: TieBreak | null;
  /** By seat, how far its tickets got, once the game is over. */
  progress: readonly (readonly TicketProgress[])[];
}

/** Entries of a table's log, starting at a number, as the caller may see them. */
export interface Entries {
  n: number;
  entries: readonly Happened[];
}

/** A move of a finished game, with nothing hidden. */
export interface Step {
  /** Counted from 1; 0 is the deal. */
  number: number;
  seat: number | null;
  action: string | null;
  events: readonly Event[];
  open: OpenView;
  /** The own part of every seat, without choices. */
  own: readonly OwnView[];
  /** The points of each seat, as if the game ended here. */
  score: readonly number[];
}

export interface Steps {
  board: string;
  /** The SHA-256 of the board file; empty in records that do not say. */
  content: string;
  names: readonly string[];
  moves: number;
  steps: readonly Step[];
  score: ScoreSheet | null;
}

/** The result of checking a record. */
export interface Verified {
  good: boolean;
  /** The first thing in it that is wrong. */
  fault: string | null;
  /** Whether the luck was derived from a revealed secret or seed. */
  proven: boolean;
  moves: number;
  score: ScoreSheet | null;
}

export interface Health {
  status: "ok" | "draining" | "store-down";
  version: string;
  tables: number;
  connections: number;
  store: string;
}

// What a seat can do now, grouped as a client shows it: cards to take, routes and their payments, cities.

/** The legal actions of a seat; all empty if no choice of the seat is awaited. */
export interface Choices {
  /** Letters of the face-up cards that may be taken, in the order of `ORDER`. */
  draw: string;
  /** Whether a card may be drawn from the deck. */
  blind: boolean;
  /** Whether new tickets may be drawn. */
  tickets: boolean;
  /** Offered tickets, some of which must be kept now; an action names those kept, in this order. */
  keep: readonly string[];
  keep_at_least: number;
  /**
   * Routes and what may be paid for each, as an action is written; fewest locomotives first.
   *
   * Of all payments with swaps, one is listed for each choice of the unswapped cards, as in `Game.legal`.
   */
  claim: { readonly [key: string]: readonly string[] };
  /** Cities where a station may be built. */
  station: readonly string[];
  /** What may be paid for it, in any of the cities. */
  station_cards: readonly string[];
  /** What may be paid for the tunnel that is being decided. */
  pay: readonly string[];
  /** Whether the tunnel may be given up. */
  give_up: boolean;
}

// Numbered events: what happened. Each seat gets its own redacted version, with the same numbers.

/** The field that every event has. */
export interface Numbered {
  /** Counted from 0; a seat that may not see an event in full still gets its number. */
  number: number;
}

/** The game begins; who starts is known before first tickets are chosen (C17). */
export interface Started extends Numbered {
  event: "started";
  seats: number;
  starter: number;
}

export interface Dealt extends Numbered {
  event: "dealt";
  seat: number;
  count: number;
  /** Seen only by the seat. */
  cards: string | null;
}

/** Tickets to choose from. */
export interface Offered extends Numbered {
  event: "offered";
  seat: number;
  count: number;
  /** Seen only by the seat. */
  tickets: readonly string[] | null;
}

/** A seat has chosen first tickets; which and how many stays secret until all have (C16). */
export interface Chose extends Numbered {
  event: "chose";
  seat: number;
  /** Seen only by the seat. */
  tickets: readonly string[] | null;
}

export interface AllChose extends Numbered {
  event: "all-chose";
  /** How many each seat kept. */
  kept: readonly number[];
}

/** Cards laid face up into the display, in this order. */
export interface TurnedUp extends Numbered {
  event: "turned-up";
  cards: string;
}

/** Too many locomotives lay face up: the display is discarded (C4). */
export interface Replaced extends Numbered {
  event: "replaced";
}

/** The discards became the deck (C5). */
export interface Reshuffled extends Numbered {
  event: "reshuffled";
  size: number;
}

/** A card is taken, from the display or blind. */
export interface Drew extends Numbered {
  event: "drew";
  seat: number;
  /** A blind card is seen only by the seat. */
  card: string | null;
  blind: boolean;
}

export interface Claimed extends Numbered {
  event: "claimed";
  seat: number;
  route: string;
  /** All cards paid, including a tunnel's extra cards. */
  cards: string;
  swapped: string;
  points: number;
}

/** A set is laid before a tunnel and cards are turned up (E3). */
export interface Tried extends Numbered {
  event: "tried";
  seat: number;
  route: string;
  cards: string;
  turned: string;
  extra: number;
}

export interface GaveUp extends Numbered {
  event: "gave-up";
  seat: number;
  route: string;
  /** The set taken back. */
  cards: string;
}

export interface Built extends Numbered {
  event: "built";
  seat: number;
  city: string;
  cards: string;
}

/** Tickets of a later draw: everyone sees how many, but not which (C19). */
export interface Kept extends Numbered {
  event: "kept";
  seat: number;
  count: number;
  given_back: number;
  /** Seen only by the seat. */
  tickets: readonly string[] | null;
}

/** The top card of a country (P3). */
export interface WonCard extends Numbered {
  event: "won-card";
  seat: number;
  country: string;
  points: number;
  left: number;
}

/** A player without a legal action passes (C15). */
export interface Passed extends Numbered {
  event: "passed";
  seat: number;
}

/** A player has few trains left: one more turn for all (C12). */
export interface LastRound extends Numbered {
  event: "last-round";
  seat: number;
}

export interface Ended extends Numbered {
  event: "ended";
  totals: readonly number[];
  ranks: readonly number[];
}

export type Event =
  | Started
  | Dealt
  | Offered
  | Chose
  | AllChose
  | TurnedUp
  | Replaced
  | Reshuffled
  | Drew
  | Claimed
  | Tried
  | GaveUp
  | Built
  | Kept
  | WonCard
  | Passed
  | LastRound
  | Ended;

// What a seat may know (C19): its own hand and tickets, and everything open.

export const PHASES = ["first-tickets", "turn", "second-card", "choose-tickets", "tunnel", "pay-swap", "over"] as const;

export type Phase = (typeof PHASES)[number];

/** What everyone may know about a player. */
export interface SeatView {
  seat: number;
  score: number;
  trains: number;
  /** Stations still to build. */
  stations: number;
  station_cities: readonly string[];
  /** Cards in the hand, of any kind. */
  cards: number;
  /** Cards known to be in the hand: letters and numbers. */
  known: { readonly [key: string]: number };
  tickets: number;
  offered: number;
  routes: readonly string[];
  country_cards: { readonly [key: string]: readonly number[] };
}

/** A tunnel that is being decided. */
export interface Tunnel {
  route: string;
  laid: string;
  turned: string;
  extra: number;
  /** The turned-up cards that each cost an extra card: of the colour laid, and locomotives. */
  matching: string;
}

// What lies ahead of a seat: how far its tickets have got, and what its possible claims would do.

export type Outcome = "wins" | "empty" | "first" | "before" | "unpaid";

/** How far a ticket has got. */
export interface TicketProgress {
  ticket: string;
  /** As the score sheet would count it if the game ended now; an offered ticket as if it were kept. */
  joined: boolean;
  /**
   * The fewest trains that would join it if it were the only ticket; null if nothing can join it any more.
   *
   * It can be 0 for a ticket that is not joined, if the station that could join it serves other tickets.
   */
  missing: number | null;
  /** The routes of that path in order, including own and borrowed ones. */
  routes: readonly string[];
}

/** What a claim means for country cards. */
export interface CountryCards {
  /**
   * `wins` some; or none, because the stacks are `empty`, the country is the `first` of its network,
   * it was in the network `before`, or an inland route joins countries `unpaid`.
   */
  outcome: Outcome;
  /** The countries of the network that the claim makes. */
  joins: readonly string[];
  /** The cards won: countries and points. */
  wins: { readonly [key: string]: number };
}

/** What a claim would do besides its points and the player's tickets. */
export interface ClaimEffect {
  countries?: CountryCards | null;
  /** Parallel tracks that nobody could claim any more. */
  closes?: readonly string[];
  /** Whether the last round would begin. */
  last_round?: boolean;
}

// What a seat can say about cards that it cannot see.

/** What a tunnel may cost if it is paid with cards of one colour. */
export interface TunnelOdds {
  /** The probabilities that it costs 0, 1, 2, ... extra cards. */
  odds: readonly number[];
  /** Cards in the hand that can be laid or paid for it: of the colour, and locomotives (E4). */
  cards: number;
}

// The score sheet: every point of the final score with its reason (C18).

export type PointsFor =
  | "route"
  | "ticket"
  | "missed-ticket"
  | "station"
  | "longest-path"
  | "most-tickets"
  | "country";

/** Some points and what they are for. */
export interface Item {
  why: PointsFor;
  /** The route, ticket or country; for stations, how many were not built. */
  what: string;
  points: number;
}

/** What a station was used for (E8). */
export interface Borrowed {
  city: string;
  route: string | null;
}

export interface SeatScore {
  seat: number;
  total: number;
  /** 1 for the winner; equal for players who share a rank. */
  rank: number;
  items: readonly Item[];
  tickets_done: number;
  path_length: number;
  /** The longest path, route by route. */
  path: readonly string[];
  stations: readonly Borrowed[];
}

export interface ScoreSheet {
  seats: readonly SeatScore[];
  winners: readonly number[];
  /** How a tie for first place was decided; empty if there was none. */
  tie: string;
}

/** A comparison that separated seats that were equal until then. */
export interface Compared {
  by: Tie;
  seats: readonly number[];
  /** The values of those seats; for `fewer-stations`, the stations built. */
  values: readonly number[];
  /** The seats that are ahead afterwards. */
  ahead: readonly number[];
}

/** How a tie for first place was broken. */
export interface TieBreak {
  points: number;
  seats: readonly number[];
  /** In the order of the rules; comparisons in which all were equal are left out. */
  compared: readonly Compared[];
  /** Whether nothing separated them: they share first place. */
  shared: boolean;
}

// The record of a game: moves and luck, so that anyone can check every step.

/** Where the luck of a game came from. */
export interface Source {
  kind: "seeded" | "keyed" | "outcomes";
  /** Of a seeded game. */
  seed?: number | null;
  /** Of a keyed game: the SHA-256 of its secret, published before the deal. */
  commitment?: string | null;
  /** The entropy that players added. */
  entropy?: readonly string[];
  /** The secret in hexadecimal; shown when the game is over. */
  secret?: string | null;
}

export interface Move {
  seat: number;
  action: string;
  /** Outcomes in the order in which they were needed: letters of cards, ids of tickets. */
  luck: readonly string[];
}

/** Move, as a client may send it. */
export interface MoveGiven {
  /** 0 to null. */
  seat: number;
  /** At most 1000 signs. */
  action: string;
  /** Outcomes in the order in which they were needed: letters of cards, ids of tickets. */
  luck?: readonly string[];
}

/** A game from the deal on; complete if it has a score. */
export interface GameRecord {
  format: 1;
  /** The version that wrote it. */
  kolej: string;
  board: string;
  /** The SHA-256 of the board file; empty if the board was never a file. */
  content: string;
  options: { readonly [key: string]: boolean | number };
  seats: number;
  /** One for each seat, or none. */
  names: readonly string[];
  source: Source;
  /** Luck of the set-up: hands, display, first tickets, and the seat that starts. */
  deal: readonly string[];
  moves: readonly Move[];
  score: ScoreSheet | null;
}

/** GameRecord, as a client may send it. */
export interface GameRecordGiven {
  format?: 1;
  /** The version that wrote it. At most 40 signs. */
  kolej: string;
  /** Matches ^[a-z0-9]+(-[a-z0-9]+)*$. At most 40 signs. */
  board: string;
  /** The SHA-256 of the board file; empty if the board was never a file. Matches ^([0-9a-f]{64})?$. */
  content: string;
  /** At most 20 of them. */
  options: { readonly [key: string]: boolean | number };
  /** 2 to 5. */
  seats: number;
  /** One for each seat, or none. */
  names?: readonly string[];
  source: Source;
  /** Luck of the set-up: hands, display, first tickets, and the seat that starts. */
  deal: readonly string[];
  /** At most 20000 of them. */
  moves: readonly MoveGiven[];
  score?: ScoreSheet | null;
}

// Bots play when no person does. There is one bot to a file, and all have the same small interface.

/** A reason that a client can put into words: a code with facts. */
export interface Cause {
  code: string;
  facts: { readonly [key: string]: string | number };
}

/** A bot's opinion of one legal action. */
export interface Advice {
  action: string;
  /** Points relative to the best action: 0 for that one, negative for the others. */
  value: number;
  causes: readonly Cause[];
}

// Tells players that it is their turn when their page is closed: by push, and by a hook of their own.

/** The notification: the payload of the push and the body of the hook. */
export interface YourTurn {
  type: "your_turn";
  table: string;
  board: string;
  board_name: string;
  link: string;
  seat: number;
  /** The version of the table; it only grows. */
  n: number;
  /** Unix seconds. */
  deadline: number | null;
}

// What a board file may contain: typed, frozen, with limits for every number.

export type RouteColour = "purple" | "blue" | "orange" | "white" | "green" | "yellow" | "black" | "red" | "grey";

export type RouteKind = "normal" | "tunnel" | "ferry" | "border";

export type Unkept = "under" | "out";

export type Tie = "tickets" | "ticket-points" | "fewer-stations" | "longest-path" | "longest-path-bonus";

export type Side =
  | "right"
  | "left"
  | "above"
  | "below"
  | "above-right"
  | "above-left"
  | "below-right"
  | "below-left";

/** A name in each language that Kolej supports. */
export interface Names {
  en: string;
  pl: string;
  it: string;
}

/** How many train cards there are of each colour, and how many locomotives. */
export interface Cards {
  purple: number;
  blue: number;
  orange: number;
  white: number;
  green: number;
  yellow: number;
  black: number;
  red: number;
  locomotive: number;
}

/** The rules as numbers and switches; what a file leaves out is as in the base game (USA). */
export interface Rules {
  /** Fewest and most players. */
  players: readonly [number, number];
  /** Trains that each player starts with. */
  trains: number;
  /** Stations that each player starts with. */
  stations: number;
  /** Cards that the first, second, ... station costs. */
  station_costs: readonly number[];
  /** Points for each station not built. */
  station_points: number;
  /** How many train cards there are of each kind. */
  cards: Cards;
  /** Train cards dealt to each player at the start. */
  hand: number;
  /** Train cards that lie face up. */
  display: number;
  /** Long tickets in the first deal. */
  first_long_tickets: number;
  /** Ordinary tickets in the first deal. */
  first_tickets: number;
  /** How many tickets of the first deal a player must keep. */
  first_keep: number;
  /** Where returned first tickets go: under the deck, or out of the game. */
  first_unkept: Unkept;
  /** Tickets offered by a later draw. */
  later_tickets: number;
  /** How many tickets of a later draw a player must keep. */
  later_keep: number;
  /** Where returned later tickets go: under the deck, or out of the game. */
  later_unkept: Unkept;
  /** Whether a face-up locomotive uses up the whole draw; if not, it counts as one card. */
  locomotive_is_whole_draw: boolean;
  /** This many face-up locomotives replace the display; 0: the display is never replaced. */
  display_replaced_at: number;
  /** Where a locomotive may replace a card of any colour. */
  locomotives_pay: "everywhere" | "tunnels-and-ferries";
  /** How many cards of any kind may replace a ferry's locomotive; 0: none may. */
  ferry_swap: number;
  /** Whether the swap may also replace a colour card of the ferry (N3). */
  swaps_fill_colour: boolean;
  /** Cards turned up for a tunnel. */
  tunnel_cards: number;
  /** Both tracks of a double route are open from this many players on; 6: never. */
  doubles_from: number;
  /** Points for a route by its length; a route of any other length is not allowed. */
  route_points: { readonly [key: string]: number };
  /** Points for the longest path of one player's trains. */
  longest_path_bonus: number;
  /** Points for completing the most tickets. */
  most_tickets_bonus: number;
  /** A player may own only one border route into each country, not one track of each (P2). */
  one_route_per_country: boolean;
  /** A border claim wins country cards even if the network already held the country (P3). */
  every_border_pays: boolean;
  /** An inland claim that joins countries wins country cards too (P4). */
  inland_links_pay: boolean;
  /** A player's border routes into one country are connected there (P5). */
  countries_connect: boolean;
  /** The last round starts when a player has this many trains or fewer. */
  last_round_at: number;
  /** Tie-breakers, in order; players still equal after the last one share the rank. */
  ties: readonly Tie[];
}

/** The name of a sea or a lake, printed where there are no routes. */
export interface Water {
  name: Names;
  lat: number;
  lon: number;
  /** Relative size of the lettering. */
  size: number;
  /** Degrees, clockwise. */
  angle: number;
}

/** How the board is drawn; every value is optional. */
export interface BoardMap {
  /** Width of the drawing in units; the height follows from the positions of the cities. */
  width: number;
  /** Which shipped coastline to draw; "none" for plain paper. */
  geography: string;
  /** Countries (ISO codes) drawn on lighter paper. */
  home: readonly string[];
  /** Whether to draw political borders. */
  borders: boolean;
  /** Names of seas and lakes: `name`, `lat`, `lon`, `size`, `angle`. */
  waters: readonly Water[];
}

/** A city. Its position is real on a board with a map, and may be left out on one without. */
export interface City {
  id: string;
  /** In its own language, as printed on the board. */
  name: string;
  lat: number | null;
  lon: number | null;
  /** ISO code of the country it is in today. */
  country: string | null;
  /** Pins the city to this point of the drawing, in units. */
  place: readonly [number, number] | null;
  /** Pins the name to this side of the city. */
  label: Side | null;
}

/** A neighbouring country with a stack of country cards, the most valuable on top (P1). */
export interface Country {
  id: string;
  name: Names;
  /** A shorter name for its plaque. */
  short: Names | null;
  /** At most eight. */
  cards: readonly number[];
  lat: number | null;
  /** Roughly where the plaque should stand; a hint, not an exact position. */
  lon: number | null;
  /** Pins the plaque to this point of the drawing, in units. */
  place: readonly [number, number] | null;
}

/** One track; two rows with the same ends make a double route. */
export interface Route {
  /** Made from the ends: `a--b`, plus `-1`, `-2` if there are several tracks. */
  id: string;
  a: string;
  b: string;
  length: number;
  colour: RouteColour;
  kind: RouteKind;
  /** Locomotive symbols of a ferry. */
  locomotives: number;
  /** How many cards of any kind may replace one card of the colour (N4); 0: none may. */
  swap: number;
  /** Pins how far the route bends to the right, going from a to b, as a fraction of its length. */
  bend: number | null;
}

/** Two cities to connect. */
export interface Ticket {
  a: string;
  b: string;
  points: number;
  long: boolean;
}

/** A whole board, checked; everything else in Kolej builds on it. */
export interface Board {
  format: 1;
  id: string;
  name: Names;
  /** Where the board comes from, in a line for players. */
  note: string;
  map: BoardMap;
  rules: Rules;
  cities: readonly City[];
  countries: readonly Country[];
  routes: readonly Route[];
  tickets: readonly Ticket[];
  /** Codes of `kolej board check` warnings that the author accepts. */
  acknowledge: readonly string[];
}

// The layout of a board: where everything lies, in units of the drawing.

/** One train space: a rotated rectangle. */
export interface Space {
  route: string;
  index: number;
  /** Corners in order; the first two lie on one long side, in the direction of the route. */
  polygon: readonly [readonly [number, number], readonly [number, number], readonly [number, number], readonly [number, number]];
}

/** A line of a label: its text, and where its baseline starts. */
export interface LabelLine {
  text: string;
  x: number;
  y: number;
}

export interface Label {
  text: string;
  /** What the letters actually cover, measured with the shipped font. */
  box: readonly [number, number, number, number];
  lines: readonly LabelLine[];
  /** Font size in units. */
  size: number;
}

/** A city, or the plaque of a country. */
export interface Spot {
  id: string;
  x: number;
  y: number;
  r: number;
  label: Label;
  /** Where the map projection alone would put it; null on boards without a map. */
  true: readonly [number, number] | null;
  /** A country's whole plaque. */
  box: readonly [number, number, number, number] | null;
}

/** Conformal conic projection: from latitude and longitude to units of the drawing. */
export interface Projection {
  parallels: readonly [number, number];
  meridian: number;
  scale: number;
  x: number;
  y: number;
}

export interface Layout {
  board: string;
  /** Hash of what the layout depends on; a layout with another digest is stale. */
  digest: string;
  width: number;
  height: number;
  /** Length and breadth of every train space. */
  space: readonly [number, number];
  spaces: readonly Space[];
  cities: readonly Spot[];
  countries: readonly Spot[];
  projection: Projection | null;
}

// The map beneath a board as it is printed: waterlines, land, lakes, rivers, borders, graticule.

/** What a name lies on, which decides the colour of its halo. */
export type Paper = "sea" | "home" | "land";

// Places the names of seas and lakes near their wanted positions, if there is room on the water.

/** The name of a body of water in one language: its centre and its angle. */
export interface WaterName {
  text: string;
  x: number;
  y: number;
  /** Font size in units. */
  size: number;
  width: number;
  /** In degrees. */
  angle: number;
}

// Paper on the map: the plaques of countries, and the tag of a route with a special rule.

/** The contents of a plaque: the name on its baseline; the cards below, overlapping from left to right. */
export interface PlaqueSetting {
  /** Font size of the name, in units. */
  size: number;
  baseline: number;
  /** Of the cards. */
  top: number;
  height: number;
  width: number;
  /** The left edge of the first card, which is the top of the stack. */
  start: number;
  /** Distance from card to card. */
  step: number;
  /** Whether only the first letters of the name and the top card are shown. */
  afar: boolean;
}

/** A small paper beside a route that states its special rule. */
export interface Tag {
  text: string;
  x: number;
  /** Its middle. */
  y: number;
  width: number;
  height: number;
  /** Font size in units. */
  size: number;
  /** Where its string is tied to the route. */
  anchor: readonly [number, number];
}

// The printed board for a browser: markup without colours, and the positions of words.

/** The printed board, in units of its layout, with the classes of `printed.css`. */
export interface Printed {
  width: number;
  height: number;
  /** Length and breadth of every train space. */
  space: readonly [number, number];
  /** Values of the style sheet's variables, in units. */
  measures: { readonly [key: string]: number };
  /** Ground and track lines: what lies beneath a highlighted route. */
  beneath: string;
  /** A group for every route, with its id in `data-route`. */
  spaces: string;
  discs: string;
  /** One space of each kind that the board has, around the origin. */
  legend: { readonly [key: string]: string };
  cities: readonly Spot[];
  countries: readonly Spot[];
  /** What the name of each city lies on: sea, land or lighter paper. */
  papers: { readonly [key: string]: Paper };
  /** For each route, the centre and the direction in degrees of each of its spaces. */
  places: { readonly [key: string]: readonly (readonly [number, number, number])[] };
  /** By language. */
  waters: { readonly [key: string]: readonly WaterName[] };
  /** The factor by which words grow with each step, seen from afar. */
  growth: number;
  /** By language and route, for each step of growth. */
  tags: { readonly [key: string]: { readonly [key: string]: readonly Tag[] } };
  /** By country: the normal setting, then one for each step of growth. */
  plaques: { readonly [key: string]: readonly PlaqueSetting[] };
}

/** Every endpoint. Errors are a Problem. */
export interface Api {
  /** Who am I? null before I have given a name */
  "GET /api/me": { path: null; query: null; body: null; answer: Me | null };
  /** Set my name: makes a guest, or renames */
  "POST /api/me": { path: null; query: null; body: NameMe; answer: Me };
  /** Delete all that is stored about me; finished games stay, without my name */
  "DELETE /api/me": { path: null; query: null; body: null; answer: null };
  /** Turn the guest I am into an account, to come back on another device */
  "POST /api/account": { path: null; query: null; body: Credentials; answer: Me };
  /** Log in to my account */
  "POST /api/login": { path: null; query: null; body: Credentials; answer: Me };
  /** Forget me on this device */
  "POST /api/logout": { path: null; query: null; body: null; answer: null };
  /** Change the password; other devices have to log in again */
  "POST /api/account/password": { path: null; query: null; body: NewPassword; answer: Me };
  /** Tokens of my programs */
  "GET /api/tokens": { path: null; query: null; body: null; answer: readonly TokenInfo[] };
  /** A token for a program that plays for me */
  "POST /api/tokens": { path: null; query: null; body: NewToken; answer: TokenMade };
  /** Revoke a token */
  "DELETE /api/tokens/{number}": { path: { number: string }; query: null; body: null; answer: null };
  /** Notify this browser when it is my turn */
  "POST /api/push": { path: null; query: null; body: NewPush; answer: null };
  /** Stop notifying this browser */
  "DELETE /api/push": { path: null; query: { endpoint: string }; body: null; answer: null };
  /** Call an address of mine when it is my turn */
  "PUT /api/hook": { path: null; query: null; body: NewHook; answer: HookMade };
  /** Stop calling that address */
  "DELETE /api/hook": { path: null; query: null; body: null; answer: null };
  /** Players whom I have muted */
  "GET /api/mutes": { path: null; query: null; body: null; answer: readonly string[] };
  /** Mute a player */
  "PUT /api/mutes/{handle}": { path: { handle: string }; query: null; body: null; answer: null };
  /** Unmute a player */
  "DELETE /api/mutes/{handle}": { path: { handle: string }; query: null; body: null; answer: null };
  /** Open tables, and games to look at */
  "GET /api/tables": { path: null; query: { before?: number }; body: null; answer: TableList };
  /** Make a table */
  "POST /api/tables": { path: null; query: null; body: NewTable; answer: TableMade };
  /** My tables, the latest first */
  "GET /api/me/tables": { path: null; query: { before?: number }; body: null; answer: TableList };
  /** A link as a QR code */
  "POST /api/qr": { path: null; query: null; body: NewQr; answer: QrCode };
  /** A table as I may see it */
  "GET /api/tables/{place}": { path: { place: string }; query: null; body: null; answer: TableLook };
  /** What happened at a table after an entry */
  "GET /api/tables/{place}/entries": { path: { place: string }; query: { since?: number }; body: null; answer: Entries };
  /** Do something at a table */
  "POST /api/tables/{place}/commands": { path: { place: string }; query: null; body: TableCommand; answer: Done | Refused };
  /** The record of a finished game */
  "GET /api/tables/{place}/record": { path: { place: string }; query: null; body: null; answer: GameRecord };
  /** A finished game step by step, with nothing hidden */
  "GET /api/tables/{place}/steps": { path: { place: string }; query: { first?: number; count?: number }; body: null; answer: Steps };
  /** Is the server healthy? */
  "GET /health": { path: null; query: null; body: null; answer: Health };
  /** What this server offers */
  "GET /api/server": { path: null; query: null; body: null; answer: ServerInfo };
  /** Boards to play on */
  "GET /api/boards": { path: null; query: null; body: null; answer: readonly BoardInfo[] };
  /** A board: cities, routes, tickets, rules */
  "GET /api/boards/{name}": { path: { name: string }; query: null; body: null; answer: Board };
  /** The layout of a board: where everything lies on its picture */
  "GET /api/boards/{name}/plan": { path: { name: string }; query: { layout?: string }; body: null; answer: Layout };
  /** Whether a board has a layout; if not, starts making one */
  "GET /api/boards/{name}/readiness": { path: { name: string }; query: null; body: null; answer: Readiness };
  /** The map under a board; 404 if it has none */
  "GET /api/boards/{name}/ground": { path: { name: string }; query: null; body: null; answer: Ground };
  /** A board as it is printed: markup without colours, and the positions of words */
  "GET /api/boards/{name}/drawing": { path: { name: string }; query: { layout?: string }; body: null; answer: Printed };
  /** A small picture of a board, as SVG */
  "GET /api/boards/{name}/picture": { path: { name: string }; query: { theme?: "light" | "dark" | "contrast"; language?: "en" | "pl" | "it" }; body: null; answer: string };
  /** A board as a thumbnail, as SVG */
  "GET /api/boards/{name}/miniature": { path: { name: string }; query: { theme?: "light" | "dark" | "contrast" }; body: null; answer: string };
  /** Check every step of a record */
  "POST /api/records/verify": { path: null; query: null; body: GameRecordGiven; answer: Verified };
  /** A record step by step, with nothing hidden */
  "POST /api/records/steps": { path: null; query: { first?: number; count?: number }; body: GameRecordGiven; answer: Steps };
}
