/** Whether a bot of this server can say why; asked once. */
import { call } from "../app/api";

export const hinting = $state({ on: false });

void call("GET /api/server", {}).then(
  (server) => (hinting.on = server.bots.some((bot) => bot.hints)),
  () => undefined,
);
