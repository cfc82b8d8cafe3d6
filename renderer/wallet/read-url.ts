/** An address, or null for a text that is none; `URL.parse` for phones that do not have it yet. */
export function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
