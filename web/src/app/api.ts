/** HTTP, typed by the protocol: `await call("GET /api/tables/{place}", { path: { place } })`. */
import type { Api, Problem } from "../protocol";

type Parts<E extends keyof Api> = (Api[E]["path"] extends null ? unknown : { path: Api[E]["path"] }) &
  (Api[E]["query"] extends null ? unknown : { query?: Api[E]["query"] }) &
  (Api[E]["body"] extends null ? unknown : { body: Api[E]["body"] });

/** An answer that says what is wrong; `reason` is a code that the catalogue has words for. */
export class Wrong extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    detail: string,
  ) {
    super(detail);
  }
}

/** An address of the server, under whatever path it is served. */
export function address(path: string): string {
  return new URL(path.replace(/^\//, ""), document.baseURI).toString();
}

export async function call<E extends keyof Api>(endpoint: E, parts: Parts<E>): Promise<Api[E]["answer"]> {
  const [method, pattern] = endpoint.split(" ") as [string, string];
  const { path, query, body } = parts as {
    path?: { [name: string]: string };
    query?: { [name: string]: string | number | undefined };
    body?: unknown;
  };
  const filled = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path?.[name] ?? ""));
  const url = new URL(address(filled));
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  const asked: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined) {
    asked.headers = { "Content-Type": "application/json" };
    asked.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(url, asked);
  } catch {
    throw new Wrong(0, "unreachable", "the server cannot be reached");
  }
  if (answer.status === 204) return null as Api[E]["answer"];
  const found: unknown = await answer.json().catch(() => null);
  if (answer.ok || (answer.status === 409 && isAnswer(found))) return found as Api[E]["answer"];
  const problem = found as Problem | null;
  throw new Wrong(answer.status, problem?.reason ?? "failed", problem?.detail ?? answer.statusText);
}

/** A refused command is an answer, not an error. */
function isAnswer(found: unknown): boolean {
  return typeof found === "object" && found !== null && (found as { type?: string }).type === "refused";
}
