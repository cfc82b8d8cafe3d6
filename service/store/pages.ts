/** The pages of a list: `read` gets the last row of the page before, and null for the first page. */
export async function* pagesOf<T>(
  read: (last: T | null) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let last: T | null = null; ; ) {
    const page: readonly T[] = await read(last);
    last = page.at(-1) ?? null;
    if (last === null) return;
    yield page;
  }
}

/** The rows of a list, read in pages as {@link pagesOf} does. */
export async function* rowsOf<T>(
  read: (last: T | null) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for await (const page of pagesOf(read)) yield* page;
}

/** A page of rows that were read with a limit of one more than it has, which tells whether there is a next page. */
export function paged<Row, Cursor>(
  found: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => Cursor,
): { readonly rows: readonly Row[]; readonly next: Cursor | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: last !== undefined && found.length > limit ? cursorOf(last) : null };
}
