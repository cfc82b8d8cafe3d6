/** The row to which a key moves the focus, from row `at` of `count`; null for a key that moves nothing. */
export function rowAfterKey(key: string, at: number, count: number): number | null {
  const last = count - 1;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[key];
  return to === undefined || at < 0 || to === at || to < 0 || to > last ? null : to;
}
