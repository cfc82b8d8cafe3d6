/** An id for a new entry, made of the English letters of its name; a number makes it new. */
export function newId(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 24);
  const first = plain === '' ? 'item' : plain;
  const known = new Set(taken);
  if (plain !== '' && !known.has(first)) return first;
  let number = plain === '' ? 1 : 2;
  while (known.has(`${first}-${number}`)) number += 1;
  return `${first}-${number}`;
}

/** The tax of most products, which a new one has; null if none has any. */
export function usualRate(rates: readonly (string | null | undefined)[]): string | null {
  const known = rates.flatMap((rate) => rate ?? []);
  const [usual] = [...Map.groupBy(known, (rate) => rate)].toSorted(
    ([, some], [, others]) => others.length - some.length,
  );
  return usual?.[0] ?? null;
}
