import type { Difference } from '../protocol/catalogue.ts';
import type { CatalogueDocument } from '../protocol/catalogue-document.ts';
import type { ShopRules } from '../protocol/shop-rules.ts';
import { nameIn } from './schema.ts';

type Part = Difference['part'];
type Entry = { readonly id: string; readonly name: Parameters<typeof nameIn>[0] };

/** Everything in which two catalogues differ, in the order of the second one. */
export function differencesOf(
  before: CatalogueDocument,
  after: CatalogueDocument,
): readonly Difference[] {
  return [
    ...entries('category', before.categories, after.categories),
    ...entries('option_group', before.option_groups ?? [], after.option_groups ?? []),
    ...entries('product', before.products, after.products),
    ...fields({ part: 'settings', id: null, name: null }, settingsOf(before), settingsOf(after)),
    ...fields(
      { part: 'rules', id: null, name: null },
      leavesOf(before.rules),
      leavesOf(after.rules),
    ),
  ];
}

function settingsOf({ in_store_codes, open_price_vat_rate }: CatalogueDocument) {
  return { in_store_codes, open_price_vat_rate };
}

/** Each value of the rules by its path, such as `tips.percents`, so that a difference names what a person changed. */
function leavesOf(rules: ShopRules | undefined): Record<string, string> {
  const leaves: Record<string, string> = {};
  const walk = (path: string, value: unknown) => {
    if (value === undefined) return;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const members = Object.entries(value);
      // A shop without hours on any day is not one without hours.
      if (members.length === 0) leaves[path] = 'none';
      for (const [name, member] of members) walk(`${path}.${name}`, member);
    } else leaves[path] = Array.isArray(value) ? listText(value) : String(value);
  };
  for (const [name, member] of Object.entries(rules ?? {})) walk(name, member);
  return leaves;
}

/**
 * The entries of a list. One with members is the text of its values, `2026-12-24 08:00-13:00`. Lists that differ have
 * different texts, because a change without a difference would need no right and be in no history.
 */
function listText(list: readonly unknown[]): string {
  const textOfEntry = (entry: unknown): string => {
    if (typeof entry === 'string') return /[,"]|^none$/.test(entry) ? JSON.stringify(entry) : entry;
    if (typeof entry !== 'object' || entry === null) return String(entry);
    return Object.values(entry)
      .map((value) => (Array.isArray(value) ? value.join(' ') || 'none' : String(value)))
      .join(' ');
  };
  return list.map(textOfEntry).join(', ') || 'none';
}

function entries(part: Part, before: readonly Entry[], after: readonly Entry[]): Difference[] {
  const old = new Map(before.map((one) => [one.id, one]));
  const present = new Set(after.map(({ id }) => id));
  const found = after.flatMap((one) => {
    const was = old.get(one.id);
    if (was === undefined) return [{ ...whole('added', part, one), ...priceOf(one) }];
    return fields({ part, id: one.id, name: nameIn(one.name).en }, was, one);
  });
  const removed = before.filter(({ id }) => !present.has(id));
  const order = (list: readonly Entry[]) =>
    list.filter(({ id }) => old.has(id) && present.has(id)).map(({ id }) => id);
  const differs = order(before).join(' ') !== order(after).join(' ');
  return [
    ...found,
    ...removed.map((one) => whole('removed', part, one)),
    ...(differs ? [{ ...NOTHING, kind: 'order_changed', part } as const] : []),
  ];
}

const NOTHING = { id: null, name: null, field: null, before: null, after: null };

function whole(kind: 'added' | 'removed', part: Part, { id, name }: Entry): Difference {
  return { ...NOTHING, kind, part, id, name: nameIn(name).en };
}

/** The price at which a new product will be sold. */
function priceOf(entry: Entry): Partial<Difference> {
  return 'price' in entry ? { field: 'price', after: textOf(entry.price) } : {};
}

function fields(
  of: Pick<Difference, 'part' | 'id' | 'name'>,
  before: object,
  after: object,
): Difference[] {
  const [old, present] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = new Set([...present.keys(), ...old.keys()]);
  return [...names].flatMap((field) => {
    const [was, is] = [textOf(old.get(field)), textOf(present.get(field))];
    if (was === is) return [];
    return [{ ...of, kind: 'changed', field, before: was, after: is } as const];
  });
}

/** An empty list and a missing one mean the same, and so do `false` and a missing mark. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === false) return null;
  if (Array.isArray(value) && value.length === 0) return null;
  return typeof value === 'string' ? value : canonical(value);
}

/** JSON whose members are in the order of their names, so that equal values have equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

const PARTS: Readonly<Record<Part, string>> = {
  category: 'Category',
  option_group: 'Option group',
  product: 'Product',
  settings: 'Settings',
  rules: 'Rules of the shop',
};
const LISTS: Readonly<Record<Part, string>> = {
  category: 'categories',
  option_group: 'option groups',
  product: 'products',
  settings: 'settings',
  rules: 'rules of the shop',
};

/** Members whose values are amounts of money. */
const SUMS: ReadonlySet<string | null> = new Set(['price', 'tips.amounts', 'cash_rounding.step']);

/** True if the text of this member has minor units. */
export function isSum(field: string | null, text: string): boolean {
  return SUMS.has(field) && /^\d+(?:, \d+)*$/.test(text);
}

/** The amounts of a text as `price` writes them. */
export function sumsIn(text: string, price: (minor: number) => string): string {
  return text
    .split(', ')
    .map((minor) => price(Number(minor)))
    .join(', ');
}

/** A difference as an English sentence. `price` writes minor units. */
export function sentenceOf(of: Difference, price: (minor: number) => string): string {
  const called = of.name === null ? PARTS[of.part] : `${PARTS[of.part]} “${of.name}” (${of.id})`;
  switch (of.kind) {
    case 'added':
      return of.after === null
        ? `${called} is new.`
        : `${called} is new, at ${shown(of, of.after, price)}.`;
    case 'removed':
      return `${called} is removed.`;
    case 'order_changed':
      return `The ${LISTS[of.part]} are in another order.`;
    case 'changed':
      return `${called}: ${of.field} changes from ${shown(of, of.before, price)} to ${shown(of, of.after, price)}.`;
  }
}

function shown(
  { field }: Difference,
  text: string | null,
  price: (minor: number) => string,
): string {
  if (text === null) return 'nothing';
  return isSum(field, text) ? sumsIn(text, price) : text;
}
