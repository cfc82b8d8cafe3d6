/**
 * The query of a request target. A repeated key becomes a list, as does one written `key[]` or
 * `key[0]` (D-53); the schemas check the rest.
 */
export function parseQuery(target: string): Readonly<Record<string, string | string[]>> {
  // The client chooses the keys: a null prototype keeps `__proto__` an ordinary key.
  const query: Record<string, string | string[]> = Object.create(null);
  const start = target.indexOf('?');
  if (start < 0) return query;
  for (const [key, value] of new URLSearchParams(target.slice(start + 1))) {
    const name = key.replace(/\[\d{0,3}\]$/, '');
    const listed = name !== key;
    const before = query[name];
    if (before !== undefined) query[name] = [before, value].flat();
    else query[name] = listed ? [value] : value;
  }
  return query;
}
