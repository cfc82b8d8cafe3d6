import type {
  CatalogueChange,
  CatalogueList,
  Difference,
  MoveEntry,
} from '../protocol/catalogue.ts';
import { type CatalogueDocument, catalogueDocument } from '../protocol/catalogue-document.ts';
import { type Answer, answer, refuse } from '../protocol/errors.ts';
import { validate } from '../protocol/validation.ts';
import { differencesOf } from './differences.ts';

/** A catalogue with its number: 0 and empty until the first change, and one more with each change. */
export type CatalogueState = { readonly version: number; readonly document: CatalogueDocument };

/** The catalogue of a shop that has none yet. */
export const NO_CATALOGUE: CatalogueState = {
  version: 0,
  document: { categories: [], products: [] },
};

export type CatalogueDecision = {
  /** The new version; the present one if nothing differs. */
  readonly state: CatalogueState;
  readonly differences: readonly Difference[];
};

/**
 * Decides on changes that a person makes on the version `seen`. Changes that differ in nothing are accepted on
 * any version, so that a repeat after a lost answer succeeds and does nothing. Refuses with `Conflict` on an
 * older version, `Not Found` for an unknown id, and `validation_error` if the result is no valid catalogue.
 */
export function decideChanges(
  present: CatalogueState,
  seen: number,
  changes: readonly CatalogueChange[],
): Answer<CatalogueDecision> {
  const changed = applyChanges(present.document, changes);
  const isOld = seen !== present.version;
  // On an older version an unknown id means that somebody else removed the entry.
  if (!changed.ok) return isOld ? changedMeanwhile(present.version) : changed;
  const differences = differencesOf(present.document, changed.value);
  if (differences.length === 0) return answer({ state: present, differences });
  if (isOld) return changedMeanwhile(present.version);
  const state = { version: present.version + 1, document: changed.value };
  return answer({ state, differences });
}

/** The refusal of changes of an older version; names the present one. */
export function changedMeanwhile(version: number) {
  return refuse(
    'Conflict',
    `The catalogue was changed meanwhile: it has version ${version}. Read it, and send the change for it.`,
    { version },
  );
}

/** Applies changes in their order, and checks the result as a whole. */
export function applyChanges(
  document: CatalogueDocument,
  changes: readonly CatalogueChange[],
): Answer<CatalogueDocument> {
  let next = document;
  for (const change of changes) {
    const applied = applyChange(next, change);
    if (!applied.ok) return applied;
    next = applied.value;
  }
  return validate(catalogueDocument, next);
}

function applyChange(
  document: CatalogueDocument,
  change: CatalogueChange,
): Answer<CatalogueDocument> {
  const { categories, products, option_groups: groups = [] } = document;
  switch (change.kind) {
    case 'put_product':
      return answer({ ...document, products: put(products, change.product) });
    case 'put_category':
      return answer({ ...document, categories: put(categories, change.category) });
    case 'put_option_group':
      return answer({ ...document, option_groups: put(groups, change.option_group) });
    case 'remove_product':
      return answer({ ...document, products: products.filter(({ id }) => id !== change.id) });
    case 'remove_category':
      return answer(withoutCategory(document, change.id));
    case 'remove_option_group':
      return answer(withoutGroup(document, change.id));
    case 'set_price':
      return changeProduct(document, change.id, (one) => ({ ...one, price: change.price }));
    case 'set_sold_out':
      return changeProduct(document, change.id, ({ sold_out: _, ...one }) =>
        change.sold_out ? { ...one, sold_out: true } : one,
      );
    case 'move':
      return move(document, change);
    case 'set_settings': {
      const { in_store_codes: _codes, open_price_vat_rate: _rate, ...rest } = document;
      return answer({ ...rest, ...change.settings });
    }
    case 'set_rules': {
      const { rules: _, ...rest } = document;
      const isNone = Object.keys(change.rules).length === 0;
      return answer(isNone ? rest : { ...rest, rules: change.rules });
    }
    case 'replace':
      return answer(change.catalogue);
  }
}

function put<T extends { readonly id: string }>(list: readonly T[], entry: T): T[] {
  if (!list.some(({ id }) => id === entry.id)) return [...list, entry];
  return list.map((one) => (one.id === entry.id ? entry : one));
}

const unknown = (list: CatalogueList, id: string) =>
  refuse('Not Found', `The catalogue has no entry ${id} in ${list}.`);

type Product = CatalogueDocument['products'][number];

function changeProduct(
  document: CatalogueDocument,
  id: string,
  to: (product: Product) => Product,
): Answer<CatalogueDocument> {
  const { products } = document;
  if (!products.some((one) => one.id === id)) return unknown('products', id);
  return answer({ ...document, products: products.map((one) => (one.id === id ? to(one) : one)) });
}

/** Products of a removed category stay, without a category. */
function withoutCategory(document: CatalogueDocument, id: string): CatalogueDocument {
  const categories = document.categories.filter((one) => one.id !== id);
  const products = document.products.map((one) => {
    if (one.category !== id) return one;
    const { category: _, ...rest } = one;
    return rest;
  });
  return { ...document, categories, products };
}

/** Products of a removed group of options stay, and do not ask for it. */
function withoutGroup(document: CatalogueDocument, id: string): CatalogueDocument {
  const products = document.products.map((one) => {
    if (one.options?.includes(id) !== true) return one;
    const { options, ...rest } = one;
    const left = options.filter((group) => group !== id);
    return left.length === 0 ? rest : { ...rest, options: left };
  });
  const groups = (document.option_groups ?? []).filter((one) => one.id !== id);
  return { ...document, option_groups: groups, products };
}

/** Places an entry before another one, or at the end for null. An entry before itself stays. */
function move(
  document: CatalogueDocument,
  { list, id, before }: MoveEntry,
): Answer<CatalogueDocument> {
  const entries: readonly { readonly id: string }[] = document[list] ?? [];
  const entry = entries.find((one) => one.id === id);
  if (entry === undefined) return unknown(list, id);
  if (before === id) return answer(document);
  const others = entries.filter((one) => one.id !== id);
  const at = before === null ? others.length : others.findIndex((one) => one.id === before);
  if (at < 0) return unknown(list, before ?? '');
  return answer({ ...document, [list]: others.toSpliced(at, 0, entry) });
}
