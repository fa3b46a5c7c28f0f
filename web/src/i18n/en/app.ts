import type { Message } from "../message";

export const app = {
  "app.name": "Kolej",
  "app.skip": "Skip to the content",
  "app.foot": "Kolej is free software; geography by Natural Earth.",
  "app.not-affiliated": "Not affiliated with, or endorsed by, the publisher of Ticket to Ride.",
} satisfies { readonly [key: string]: Message };
