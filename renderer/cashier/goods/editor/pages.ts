import type { ItemFields } from '../../../../shared/catalogue/fields/item-fields.ts';

/** The fields of an item that are typed on a page of their own. */
export type TypedField =
  | 'name'
  | 'nameNb'
  | 'nameDe'
  | 'nameAr'
  | 'price'
  | 'vat'
  | 'barcodes'
  | 'inStore'
  | 'tare';

/** The part of a group of options that is typed; null: the whole group is shown. */
export type GroupPart =
  | null
  | 'name'
  | { readonly option: number; readonly of: 'name' | 'surcharge' };

/** What the editor shows. */
export type Page =
  /** What is most often changed: the price, and whether the item is sold out. */
  | { readonly kind: 'menu' }
  /** The two steps of a new item. */
  | { readonly kind: 'new_name' | 'new_price' }
  /** All fields, one on each line. */
  | { readonly kind: 'fields' }
  | { readonly kind: 'field'; readonly field: TypedField }
  | { readonly kind: 'category' | 'unit' | 'options' }
  /** A group of options; null: a new one. */
  | { readonly kind: 'group'; readonly id: string | null; readonly part: GroupPart };

/** The page from which a page was opened; null: the editor itself was. */
export function pageAbove(page: Page, isNew: boolean): Page | null {
  switch (page.kind) {
    case 'menu':
    case 'new_name':
      return null;
    case 'new_price':
      return { kind: 'new_name' };
    case 'fields':
      return isNew ? { kind: 'new_price' } : { kind: 'menu' };
    case 'field':
    case 'category':
    case 'unit':
    case 'options':
      return { kind: 'fields' };
    case 'group':
      return page.part === null ? { kind: 'options' } : { ...page, part: null };
  }
}

const TYPED: readonly TypedField[] = [
  ...(['name', 'nameNb', 'nameDe', 'nameAr'] as const),
  ...(['price', 'vat', 'barcodes', 'inStore', 'tare'] as const),
];

/** Where a field is changed. Those that only the portal has are among all fields. */
export function pageOfField(field: keyof ItemFields): Page {
  const typed = TYPED.find((one) => one === field);
  if (typed !== undefined) return { kind: 'field', field: typed };
  if (field === 'category' || field === 'unit' || field === 'options') return { kind: field };
  return { kind: 'fields' };
}
