/** What happened, in sentences: events that belong together make one line, and names in it lead to the map. */
import type { BoardData } from "../../app/boards";
import { t, worded, type Facts } from "../../i18n/index.svelte";
import type { Key } from "../../i18n/messages";
import type { Step } from "../../protocol";
import type { Told } from "../../app/table.svelte";
import { inWords, listed } from "../../ui/cards";
import { placeName, routeName } from "./names";

/** A piece of a sentence; some name a thing on the map. */
export interface Part {
  text: string;
  route?: string;
  city?: string;
}

export interface Line {
  n: number;
  /** Number of its first event: its identity. */
  number: number;
  /** Number of its last event: a line that grows is announced again. */
  last: number;
  at: number;
  seat: number | null;
  parts: Part[];
}

/** What the story needs to know about the table. */
export interface Teller {
  data: BoardData;
  name(seat: number): string;
  /** Whether a seat is spoken to as "you". */
  you(seat: number): boolean;
  /** Whether what only this seat knew is told, too; never at a table, where several people may share a device. */
  sees?(seat: number): boolean;
}

type Linked = Facts & { readonly [name: string]: string | number };

/** Names of things on the map are inserted as marks, and found again in the finished sentence. */
// eslint-disable-next-line no-control-regex -- no sentence has such characters
const MARK = /\u0001(\w+):([^\u0002]*)\u0002([^\u0003]*)\u0003/g;

function mark(kind: "route" | "city", id: string, text: string): string {
  return `\u0001${kind}:${id}\u0002${text}\u0003`;
}

export function pieces(sentence: string): Part[] {
  const found: Part[] = [];
  let from = 0;
  for (const match of sentence.matchAll(MARK)) {
    if (match.index > from) found.push({ text: sentence.slice(from, match.index) });
    const [whole, kind, id = "", text = ""] = match;
    found.push(kind === "route" ? { text, route: id } : { text, city: id });
    from = match.index + whole.length;
  }
  if (from < sentence.length) found.push({ text: sentence.slice(from) });
  return found;
}

export function plain(parts: readonly Part[]): string {
  return parts.map((part) => part.text).join("");
}

/** Does a later event of the same entry or seat belong to the line before? */
const SIDE = new Set(["turned-up", "replaced", "reshuffled"]);

export function story(told: readonly Told[], teller: Teller): Line[] {
  const lines: Line[] = [];
  /** The entry of the deal: only its first event is told. */
  let deal = -1;
  for (let i = 0; i < told.length; i++) {
    const first = told[i];
    if (!first) continue;
    const { event } = first;
    let sentence: string | null = null;
    const who = "seat" in event ? event.seat : null;
    const say = (key: string, facts: Linked = {}) => spoken(teller, who, key, facts);
    switch (event.event) {
      case "started":
        deal = first.n;
        sentence = spoken(teller, event.starter, "started", { n: event.seats });
        break;
      case "chose": {
        const told = teller.sees?.(event.seat) && event.tickets !== null;
        sentence = say(told ? "chose-known" : "chose", { n: event.tickets?.length ?? 0 });
        break;
      }
      case "offered":
        if (first.n !== deal) sentence = say("offered", { n: event.count });
        break;
      case "all-chose":
        sentence = t("story.all-chose");
        break;
      case "drew": {
        const drawn = [event];
        let next = i + 1;
        const aside: string[] = [];
        for (; next < told.length; next++) {
          const later = told[next]?.event;
          if (!later) break;
          if (later.event === "drew" && later.seat === event.seat && drawn.length < 2) drawn.push(later);
          else if (SIDE.has(later.event)) {
            const words = sideWords(later.event);
            if (words) aside.push(words);
          } else break;
        }
        i = next - 1;
        sentence = [drew(drawn, say, teller.sees?.(event.seat) || teller.you(event.seat)), ...aside].join(" ");
        break;
      }
      case "claimed": {
        const taken: string[] = [];
        while (told[i + 1]?.event.event === "won-card") {
          const won = told[++i]?.event;
          if (won?.event === "won-card")
            taken.push(t("story.country-card", { country: placeName(teller.data, won.country), n: won.points }));
        }
        const facts = { route: mark("route", event.route, routeName(teller.data, event.route)), n: event.points };
        sentence = taken.length ? say("claimed-won", { ...facts, cards: listed(taken) }) : say("claimed", facts);
        break;
      }
      case "tried": {
        sentence = say(!event.turned ? "tried-none" : event.extra ? "tried" : "tried-free", {
          route: mark("route", event.route, routeName(teller.data, event.route)),
          cards: inWords(event.turned),
          n: event.extra,
        });
        break;
      }
      case "gave-up":
        sentence = say("gave-up", { route: mark("route", event.route, routeName(teller.data, event.route)) });
        break;
      case "built":
        sentence = say("built", { city: mark("city", event.city, placeName(teller.data, event.city)) });
        break;
      case "kept":
        sentence = say("kept", { n: event.count });
        break;
      case "won-card":
        sentence = say("won-card", { country: placeName(teller.data, event.country), n: event.points });
        break;
      case "passed":
        sentence = say("passed");
        break;
      case "last-round":
        sentence = say("last-round");
        break;
      case "ended":
        sentence = t("story.ended");
        break;
      case "replaced":
      case "reshuffled":
        sentence = sideWords(event.event);
        break;
      default:
        break;
    }
    if (sentence)
      lines.push({
        n: first.n,
        number: event.number,
        last: told[i]?.event.number ?? event.number,
        at: first.at,
        seat: who,
        parts: pieces(sentence),
      });
  }
  return lines;
}

/** Steps of a finished game in one paragraph; a tunnel is named once. */
export function retold(steps: readonly Step[], teller: Teller): string {
  const told = steps.flatMap((step) => step.events.map((event) => ({ n: step.number, at: 0, event, live: false })));
  const lines = story(told, teller);
  const tried = told.some(({ event }) => event.event === "tried");
  return lines
    .map((line) => {
      const event = told.find((one) => one.event.number === line.number)?.event;
      if (tried && event?.event === "gave-up") return t("story.gave-up-it");
      if (tried && event?.event === "claimed") return t("story.claimed-it", { n: event.points });
      return plain(line.parts);
    })
    .join(" ");
}

function sideWords(event: string): string | null {
  if (event === "replaced") return t("story.replaced");
  if (event === "reshuffled") return t("story.reshuffled");
  return null;
}

function drew(
  drawn: readonly { card: string | null; blind: boolean }[],
  say: (key: string, facts?: Linked) => string,
  seen: boolean,
): string {
  const open = drawn
    .filter((one) => !one.blind)
    .map((one) => one.card ?? "")
    .join("");
  const blind = drawn.filter((one) => one.blind);
  const known = seen ? blind.map((one) => one.card ?? "").join("") : "";
  if (!blind.length) return say("took", { cards: inWords(open) });
  const facts = { n: blind.length, cards: inWords(open), blind: inWords(known) };
  if (!open) return say(known ? "drew-known" : "drew", facts);
  return say(known ? "took-drew-known" : "took-drew", facts);
}

function spoken(teller: Teller, seat: number | null, key: string, facts: Linked): string {
  const you = seat !== null && teller.you(seat);
  const full = `story.${key}${you ? ".you" : ""}` as Key;
  return worded(full, { ...facts, who: seat === null ? "" : teller.name(seat) });
}
