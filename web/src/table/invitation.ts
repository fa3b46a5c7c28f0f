/** The code that lets a friend sit down: it follows the `#` of the link, so it never reaches a server's log. */
export function invitedBy(hash: string): string | null {
  const found = new URLSearchParams(hash.replace(/^#/, "")).get("invitation");
  return found && found.length <= 40 ? found : null;
}

/** A link to a table; with the invitation code if it is meant for a friend. */
export function linkTo(table: string, invitation: string | null): string {
  const url = new URL(`t/${encodeURIComponent(table)}`, document.baseURI);
  if (invitation) url.hash = new URLSearchParams({ invitation }).toString();
  return url.toString();
}
