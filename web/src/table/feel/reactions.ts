/** Sounds and animations for what happens at the table. */
import { t } from "../../i18n/index.svelte";
import type { Event, Happened } from "../../protocol";
import { HAND, counted, isLetter, type Letter } from "../../ui/cards";
import type { TableSession } from "../session.svelte";
import { finish, fly, flyCountry, speed, spots, swell } from "./motion";
import * as sound from "./sound";

const BEAT = 0.09;

function lastRound(session: TableSession, seat: number): string {
  return session.you(seat) ? t("story.last-round.you") : t("story.last-round", { who: session.name(seat) });
}

/** Called before an event is shown, while everything is still in its old place. */
export function show(session: TableSession, happened: Happened): void {
  finish();
  let after = 0;
  const matching = happened.position?.open.tunnel?.matching ?? "";
  for (const event of happened.events) after += one(session, event, after, matching);
}

function one(session: TableSession, event: Event, after: number, matching: string): number {
  const pace = speed();
  const mine = "seat" in event && session.table.seat === event.seat && !session.hidden;
  switch (event.event) {
    case "drew": {
      const letter = event.card !== null && isLetter(event.card) ? event.card : null;
      const from = event.blind || letter === null ? spots.deck() : spots.market(letter);
      const to = mine && letter !== null ? spots.hand(letter) : spots.seat(event.seat);
      fly(event.card, from, to, after);
      sound.card((after / 1000) * pace);
      return 120;
    }
    case "claimed": {
      session.last = [event.route];
      if (!session.table.mine.includes(event.seat)) session.moments.claimed(event);
      const to = spots.route(event.route);
      const counts = counted(event.cards);
      const paid = HAND.flatMap((letter) => new Array<Letter>(counts[letter] ?? 0).fill(letter));
      paid.forEach((letter, i) => fly(letter, mine ? spots.hand(letter) : spots.seat(event.seat), to, after + i * 50));
      const length = session.data.route.get(event.route)?.length ?? 0;
      for (let i = 0; i < length; i++) sound.wagon(i, (after / 1000 + i * BEAT) * Math.max(pace, 0.2));
      return 300;
    }
    case "tried": {
      session.last = [event.route];
      sound.tunnel(
        [...event.turned].map((card) => matching.includes(card)),
        0.42 * Math.max(pace, 0.2),
      );
      return 400;
    }
    case "built":
      session.last = [event.city];
      sound.wagon(0, after / 1000);
      return 200;
    case "kept":
    case "chose":
      sound.ticket(after / 1000);
      return 100;
    case "won-card":
      flyCountry(event.points, spots.country(event.country), spots.seat(event.seat), after);
      swell(`[data-seat="${event.seat}"] [data-flag]`);
      sound.stamp(after / 1000 + 0.25);
      if (session.table.mine.includes(event.seat)) {
        session.moments.tell({ kind: "country", country: event.country, points: event.points });
        sound.won(after / 1000 + 0.35);
      }
      return 200;
    case "last-round":
      session.moments.tell({ kind: "last-round", words: lastRound(session, event.seat) });
      sound.lastRound(after / 1000 + 0.4);
      return 200;
    case "ended":
      sound.end();
      session.moments.end();
      return 0;
    default:
      return 0;
  }
}
