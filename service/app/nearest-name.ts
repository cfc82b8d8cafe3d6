/** Changes of one character that may lie between a name and what a person typed instead of it. */
const MOST_CHANGES = 4;

/**
 * The name that `typed` probably means: the one with the fewest inserted, removed and replaced characters
 * between them; null if none is near.
 */
export function nearestName(typed: string, names: readonly string[]): string | null {
  let nearest: string | null = null;
  let fewest = Math.min(MOST_CHANGES, Math.floor(typed.length / 3)) + 1;
  for (const name of names) {
    const changes = changesBetween(typed, name);
    if (changes < fewest) [nearest, fewest] = [name, changes];
  }
  return nearest;
}

/** The Levenshtein distance of two texts. */
function changesBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
