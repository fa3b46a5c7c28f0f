/** Divides the drawing of the spaces into layers: what is shown at every scale, only from nearby, and only from afar. */

export interface ScaleLayers {
  readonly spaces: string;
  /** A symbol on every space. */
  readonly symbols: string;
  /** A disc on every route. */
  readonly discs: string;
}

/** Each layer has a group for a route, with the route's classes. */
export function scaleLayers(markup: string): ScaleLayers {
  const root = document.createElementNS("http://www.w3.org/2000/svg", "g");
  root.innerHTML = markup;
  const [symbols, discs] = ["symbol", "badge"].map((kind) =>
    [...root.children].map((route) => taken(route, kind)).join(""),
  );
  return { spaces: root.innerHTML, symbols: symbols ?? "", discs: discs ?? "" };
}

/** Take parts of one kind out of a route's group, into a group of their own. */
function taken(route: Element, kind: string): string {
  const parts = [...route.children].filter((part) => part.classList.contains(kind));
  if (parts.length === 0) return "";
  const group = route.cloneNode(false) as Element;
  group.append(...parts);
  return group.outerHTML;
}
