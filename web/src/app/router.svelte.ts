/** Which page is shown: the path below the site's base, so that every page has a link. */

export type Page =
  | { name: "lobby" }
  | { name: "new" }
  | { name: "table"; place: string }
  | { name: "replay"; place: string | null }
  | { name: "rules"; board: string | null }
  | { name: "learn"; lesson: string | null }
  | { name: "settings" }
  | { name: "unknown" };

function base(): string {
  return new URL(document.baseURI).pathname;
}

export function pageOf(path: string): Page {
  const [first = "", second = ""] = path.split("/").map(decodeURIComponent);
  switch (first) {
    case "":
      return { name: "lobby" };
    case "new":
      return { name: "new" };
    case "t":
      return second ? { name: "table", place: second } : { name: "unknown" };
    case "replay":
      return { name: "replay", place: second || null };
    case "rules":
      return { name: "rules", board: second || null };
    case "learn":
      return { name: "learn", lesson: second || null };
    case "settings":
      return { name: "settings" };
    default:
      return { name: "unknown" };
  }
}

function current(): Page {
  const path = location.pathname;
  return pageOf(path.startsWith(base()) ? path.slice(base().length) : path.replace(/^\//, ""));
}

const shown = $state({ page: current() });

export function page(): Page {
  return shown.page;
}

export function href(path: string): string {
  return base() + path.replace(/^\//, "");
}

export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", href(path));
  shown.page = current();
  scrollTo(0, 0);
}

addEventListener("popstate", () => {
  shown.page = current();
});

/** Makes links within the site change the page without a reload; for `onclick` of an ancestor. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || event.defaultPrevented) return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || !url.pathname.startsWith(base())) return;
  if (url.pathname.startsWith(`${base()}api/`)) return;
  event.preventDefault();
  go(url.pathname.slice(base().length) + url.search + url.hash);
}
