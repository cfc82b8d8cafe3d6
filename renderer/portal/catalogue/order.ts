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
