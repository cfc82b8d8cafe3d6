/** A part of the page, in pixels of the window. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** How entries lie on the page: one below the other, or in rows. */
type Rows = {
  /** Entries of the fullest row. */
  readonly columns: number;
  readonly rtl: boolean;
};

/** Entries of the fullest row: 1 for a list, whose entries lie one below the other. */
export function columnsOf(boxes: readonly Box[]): number {
  const rows = new Map<number, number>();
  for (const { top } of boxes) rows.set(top, (rows.get(top) ?? 0) + 1);
  return Math.max(1, ...rows.values());
}

/**
 * The place among entries, which lie in these boxes in their order, for one that is dropped at a point: 0 is before
 * the first one. In a list the middle of an entry decides, above or below; in a row its middle between the sides.
 */
export function placeAt(boxes: readonly Box[], x: number, y: number, { columns, rtl }: Rows) {
  return boxes.filter(({ left, top, width, height }) => {
    if (columns === 1) return top + height / 2 < y;
    if (y < top || y > top + height) return top < y;
    const middle = left + width / 2;
    return rtl ? middle > x : middle < x;
  }).length;
}

/**
 * The place to which a key of the keyboard moves the entry at `at` of `count`; its own at an edge. Null for a key that
 * moves nothing.
 */
export function placeByKey(
  key: string,
  at: number,
  count: number,
  { columns, rtl }: Rows,
): number | null {
  const last = count - 1;
  const ahead = rtl ? -1 : 1;
  // Below a full row there may be one with fewer entries: its last place is the nearest one.
  const isInLastRow = Math.floor(at / columns) === Math.floor(last / columns);
  const to = {
    ArrowUp: at < columns ? at : at - columns,
    ArrowDown: isInLastRow ? at : at + columns,
    ArrowLeft: columns === 1 ? null : at - ahead,
    ArrowRight: columns === 1 ? null : at + ahead,
    Home: 0,
    End: last,
  }[key];
  return to === undefined || to === null ? null : Math.max(0, Math.min(to, last));
}

/**
 * The entry before which a moved one has its new place, for `before` of the change `move`. The person sees
 * only the `shown` entries, of which `id` moves to the place `to`; `all` are in the order of the shop.
 */
export function beforeOf(
  all: readonly string[],
  shown: readonly string[],
  id: string,
  to: number,
): string | null {
  const others = shown.filter((one) => one !== id);
  const next = others[Math.max(0, Math.min(to, others.length))];
  if (next !== undefined) return next;
  const last = others.at(-1);
  const rest = all.filter((one) => one !== id);
  return last === undefined ? null : (rest[rest.indexOf(last) + 1] ?? null);
}
