import type { Message } from "../message";

export const app = {
  "app.name": "Kolej",
  "app.skip": "Skip to content",
  "app.foot": "Kolej is free software. Map data: Natural Earth.",
  "app.not-affiliated": "Not affiliated with, or endorsed by, the publisher of Ticket to Ride.",
} satisfies { readonly [key: string]: Message };
