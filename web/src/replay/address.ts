/** The place in a game as part of an address: `#move=12&seat=1`; no seat means all hands. */

export interface Place {
  move: number;
  seat: number | null;
}

export function placeOf(hash: string): Place {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  return { move: whole(parts.get("move")) ?? 0, seat: whole(parts.get("seat")) };
}

export function hashOf({ move, seat }: Place): string {
  return `#move=${move}${seat === null ? "" : `&seat=${seat}`}`;
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
