/** Tips: which of them fit a moment of a game. Everything is read from what the server sent; no rule is known here. */
import type { BoardData } from "../../app/boards";
import { worded, type Facts, type Key } from "../../i18n/index.svelte";
import type { Clock, Event, OpenView, OwnView, Route, TicketProgress } from "../../protocol";
import { routeName, ticketName } from "../words/names";

/** The end of a tip's key in the catalogue. */
export type TipId = Key extends infer Name ? (Name extends `tips.about-${infer Id}` ? Id : never) : never;

export interface Tip {
  readonly id: TipId;
  readonly text: string;
}

export interface Moment {
  readonly data: BoardData;
  readonly open: OpenView;
  readonly own: OwnView;
  /** The route that the player has touched on the map. */
  readonly touched: string | null;
  /** Whether the player has picked a city for a station. */
  readonly building: boolean;
  /** The latest events. */
  readonly told: readonly Event[];
  /** Whether the player may ask for hints. */
  readonly hints: boolean;
  readonly clock: Clock | null;
}

/** Facts for the text of a tip that fits; false if it does not. */
type Fits = Facts | boolean;
type Teller = readonly [TipId, (moment: Moment) => Fits];
type RouteTeller = readonly [TipId, (route: Route, moment: Moment) => Fits];

/** How many trains above the limit the end is called near. */
const NEAR = 8;
/** With so many routes of one's own, bonuses begin to matter. */
const SEVERAL = 4;

const rulesOf = ({ data }: Moment) => data.board.rules;
const claims = ({ own }: Moment) => own.choices?.claim ?? {};
const takes = ({ own }: Moment, letter: string) => own.choices?.draw.includes(letter) ?? false;
const holds = ({ own }: Moment, letter: string) => (own.hand[letter] ?? 0) > 0;
const tickets = ({ own }: Moment) => own.progress.filter(({ ticket }) => own.tickets.includes(ticket));
const lit =
  (moment: Moment) =>
  ({ joined, routes }: TicketProgress) =>
    !joined && routes.some((route) => route in claims(moment));
const grown = ({ open, own }: Moment) =>
  open.seats.some(({ seat, routes }) => seat === own.seat && routes.length >= SEVERAL);
const station = (moment: Moment): Fits => ({ n: rulesOf(moment).station_points });

const OVER: readonly Teller[] = [["scoring", () => true]];

/** What cannot wait. */
const URGENT: readonly Teller[] = [
  ["last-round", ({ open }) => open.last_turns !== null],
  ["new-tickets", ({ open, own }) => open.phase === "choose-tickets" && own.choices !== null],
  ["station", (moment) => moment.building && station(moment)],
];

/** About a route that the player has touched or could claim. */
const ROUTES: readonly RouteTeller[] = [
  ["special", ({ id, swap }, { data }) => swap > 0 && { route: routeName(data, id), n: swap }],
  ["ferry", ({ kind }) => kind === "ferry"],
  [
    "swap",
    ({ kind }, moment) => kind === "ferry" && rulesOf(moment).ferry_swap > 0 && { n: rulesOf(moment).ferry_swap },
  ],
  ["tunnel", ({ kind }, moment) => kind === "tunnel" && { n: rulesOf(moment).tunnel_cards }],
  ["border", ({ kind }) => kind === "border"],
  ["grey", ({ colour, kind, swap }) => colour === "grey" && kind === "normal" && swap === 0],
];

const FIRST: readonly Teller[] = [
  ["turn", ({ open, own }) => open.phase === "turn" && own.choices !== null],
  ["completed", (moment) => tickets(moment).some(({ joined }) => joined)],
  ["country-cards", ({ open }) => open.seats.some((seat) => Object.keys(seat.country_cards).length > 0)],
  [
    "cut-off",
    (moment) => {
      const lost = tickets(moment).find(({ joined, missing }) => !joined && missing === null);
      return lost !== undefined && { ticket: ticketName(moment.data, lost.ticket) };
    },
  ],
  ["claim", (moment) => Object.keys(claims(moment)).length > 0],
  ["lamp", (moment) => tickets(moment).some(lit(moment))],
  ["locomotive", (moment) => rulesOf(moment).locomotive_is_whole_draw && takes(moment, "L")],
  [
    "scarce",
    (moment) => rulesOf(moment).locomotives_pay !== "everywhere" && (takes(moment, "L") || holds(moment, "L")),
  ],
  ["flags", ({ own }) => own.choices !== null && own.tickets.length > 0],
  ["second", ({ open, own }) => open.phase === "second-card" && own.choices !== null],
  ["double", ({ open }) => open.closed.length > 0],
  ["replaced", ({ told }) => told.some(({ event }) => event === "replaced")],
  ["station", (moment) => moment.open.seats.some((seat) => seat.station_cities.length > 0) && station(moment)],
];

const LATER: readonly Teller[] = [
  ["wild", (moment) => rulesOf(moment).locomotives_pay === "everywhere" && holds(moment, "L")],
  [
    "end-near",
    (moment) => {
      const n = rulesOf(moment).last_round_at;
      return moment.open.seats.some(({ trains }) => trains <= n + NEAR) && { n };
    },
  ],
  ["more-tickets", (moment) => !!moment.own.choices?.tickets && tickets(moment).every(({ joined }) => joined)],
  ["longest", (moment) => bonus(moment, rulesOf(moment).longest_path_bonus)],
  ["most", (moment) => bonus(moment, rulesOf(moment).most_tickets_bonus)],
  ["clock", ({ clock, own }) => clock?.kind === "live" && own.choices !== null && { n: clock.turn }],
  ["hint", ({ hints, own }) => hints && own.choices !== null],
];

/** Tips about a decision that is being made: they may stand beside it. */
export const ABOUT_DECISION: ReadonlySet<TipId> = new Set(["new-tickets", "station", ...ROUTES.map(([id]) => id)]);

function bonus(moment: Moment, n: number): Fits {
  return n > 0 && grown(moment) && { n };
}

/** The most useful tip that fits, leaving out those that are known. */
export function fitting(moment: Moment, known: ReadonlySet<string>): Tip | null {
  const { data, touched } = moment;
  const route = (id: string): Route[] => [data.route.get(id) ?? []].flat();
  const about = (routes: readonly Route[]): Teller[] =>
    ROUTES.flatMap(([id, fits]) => routes.map((one): Teller => [id, (now) => fits(one, now)]));
  const during = (): Teller[] => [
    ...URGENT,
    ...about(touched === null ? [] : route(touched)),
    ...FIRST,
    ...about(Object.keys(claims(moment)).flatMap(route)),
    ...LATER,
  ];
  for (const [id, fits] of moment.open.phase === "over" ? OVER : during()) {
    if (known.has(id)) continue;
    const facts = fits(moment);
    if (facts !== false) return { id, text: worded(`tips.about-${id}`, facts === true ? {} : facts) };
  }
  return null;
}
