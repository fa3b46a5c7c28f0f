import type { app as en } from "../en/app";
import type { Same } from "../message";

export const app: Same<typeof en> = {
  "app.name": "Kolej",
  "app.skip": "Vai al contenuto",
  "app.foot": "Kolej è software libero; cartografia di Natural Earth.",
  "app.not-affiliated": "Non affiliato all'editore di Ticket to Ride né da esso approvato.",
};
