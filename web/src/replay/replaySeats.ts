/** Who sat where in a game that is over: from its table, or from a record, which has names alone. */
import { COLOURS, type SeatInfo } from "../protocol";
import { botInName, botSeatName, seatName } from "../ui/bots";

/** A record does not say who was a bot: a bot's name is taken to mean one. */
export function seatsOfNames(names: readonly string[]): SeatInfo[] {
  return names.map((name, seat) => ({
    seat,
    plan: planOf(botInName(name)),
    name: botSeatName(name),
    player: null,
    colour: COLOURS[seat % COLOURS.length] ?? "navy",
    bot: null,
    away: null,
  }));
}

function planOf(bot: string | null): SeatInfo["plan"] {
  return bot === null ? { for: "anyone" } : { for: "bot", bot };
}

/** Names from the record, put on the seats of the table, which has the colours. */
export function seatsNamed(seats: readonly SeatInfo[], names: readonly string[]): SeatInfo[] {
  return seats.map((seat) => ({ ...seat, name: seatName({ plan: seat.plan, name: names[seat.seat] ?? seat.name }) }));
}
