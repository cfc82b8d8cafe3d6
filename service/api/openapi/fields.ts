import { LIFE_FIELDS } from './fields/life.ts';
import { MERCHANT_FIELDS } from './fields/merchant.ts';
import { MONEY_FIELDS } from './fields/money.ts';
import { PAIRING_FIELDS } from './fields/pairing.ts';

/**
 * What the members of bodies, queries and replies mean, by name. A name means the same wherever it
 * stands; where it does not, the route's own name comes first: `userCreate.id`, or
 * `paymentList.query.status`; inside another member, that member's: `links.uri`.
 */
const FIELDS: Readonly<Record<string, string>> = {
  ...PAIRING_FIELDS,
  ...LIFE_FIELDS,
  ...MONEY_FIELDS,
  ...MERCHANT_FIELDS,
};

/** Where a member stands. */
export type FieldPlace = 'query' | 'body' | 'reply';

/** The sentence for a member of a route's schema, or null when nobody has written one. */
export function fieldNote(
  route: string,
  place: FieldPlace,
  parent: string | null,
  name: string,
): string | null {
  const inner = parent === null ? undefined : FIELDS[`${parent}.${name}`];
  if (inner !== undefined) return inner;
  const own = FIELDS[`${route}.${place}.${name}`] ?? FIELDS[`${route}.${name}`];
  return own ?? FIELDS[name] ?? null;
}
