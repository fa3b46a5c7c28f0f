/** Signals your turn while you look elsewhere: the title, a dot on the tab's icon, a badge on the app's. */

const GREEN = "#2d6a45";
let plainIcon: string | null = null;

export function callFor(turn: boolean, title: string): void {
  document.title = title;
  dot(turn);
  if ("setAppBadge" in navigator)
    void (turn ? navigator.setAppBadge(1) : navigator.clearAppBadge()).catch(() => undefined);
}

function dot(turn: boolean): void {
  let link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) {
    if (!turn) return;
    link = document.createElement("link");
    link.rel = "icon";
    document.head.append(link);
  }
  plainIcon ??= link.href || "data:,";
  link.href = turn ? `data:image/svg+xml,${encodeURIComponent(dotted())}` : plainIcon;
}

/** The mark with a green dot. */
function dotted(): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#fbf8f1"/>' +
    '<path fill="none" stroke="#1c5461" stroke-width="2" d="M6 21V3M18 3 6 13.5M10.6 9.5 18.5 21M3.5 6h5M3.5 18h5"/>' +
    `<circle cx="18" cy="18" r="5.5" fill="${GREEN}" stroke="#fbf8f1" stroke-width="2"/></svg>`
  );
}
