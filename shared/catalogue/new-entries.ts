import type { Ids } from '../ids/ids.ts';

/**
 * An id for a new item, category or group of options: a number. Whoever makes an entry draws its id once, before the
 * first attempt, so that a repeat after a lost answer puts the same entry. It is not made of the name, which two people
 * can choose at the same time (D-403).
 */
export function entryId(ids: Pick<Ids, 'digits'>): string {
  // With a hyphen, a spreadsheet keeps it as it is.
  return `${ids.digits(4)}-${ids.digits(4)}`;
}

/** An id for a new option, made of the English letters of its name; a number makes it new in its group. */
export function optionId(name: string, taken: readonly string[]): string {
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
  const first = plain === '' ? 'option' : plain;
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
