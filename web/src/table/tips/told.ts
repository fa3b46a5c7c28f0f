/** Which tips this device has told. */
const KEY = "kolej.tips";

export function told(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}

export function keepTold(tips: Iterable<string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...tips]));
  } catch {
    // a private window may refuse storage; then tips are remembered as long as the page
  }
}
