import type { Format } from '../../format/format.ts';
import { readAmount } from '../../money/amount-text.ts';
import { type MoneyInteger, subtract } from '../../money/money.ts';
import { rateOf, vatIn } from '../../money/vat.ts';
import {
  type CatalogueDocument,
  type ProductEntry,
  productEntry,
  type WrittenName,
} from '../../protocol/catalogue-document.ts';
import { gtin14 } from '../../protocol/gtin.ts';
import { validate } from '../../protocol/validation.ts';
import { usualRate } from '../new-entries.ts';

/** An entry's name as a form has it; an empty language is left out. */
export type NameFields = {
  readonly name: string;
  readonly nameNb: string;
  readonly nameDe: string;
  readonly nameAr: string;
};

/** An item as its form has it: what a person types, as text. */
export type ItemFields = NameFields & {
  readonly price: string;
  /** The price is typed at the till. */
  readonly open: boolean;
  /** Per cent. */
  readonly vat: string;
  readonly category: string;
  readonly picture: string;
  readonly options: readonly string[];
  readonly unit: string;
  readonly barcodes: string;
  readonly letters: string;
  /** Points of sale that sell it; none of them chosen: all of them do. */
  readonly tills: readonly string[];
  readonly deposit: string;
  readonly note: '' | 'kitchen' | 'customer';
  readonly returned: boolean;
  readonly inStore: string;
  /** Grams of the box. */
  readonly tare: string;
};

/** What a form needs to write and to read amounts. */
export type Money = { readonly currency: string; readonly format: Pick<Format, 'typed'> };

export function nameFields(name: WrittenName): NameFields {
  if (typeof name === 'string') return { name, nameNb: '', nameDe: '', nameAr: '' };
  // A Norwegian name that repeats the English one is there because the document must have both.
  const nameNb = name.nb === name.en ? '' : name.nb;
  return { name: name.en, nameNb, nameDe: name.de ?? '', nameAr: name.ar ?? '' };
}

/** The name as a document writes it: one text, or one for each language. */
export function writtenName(fields: NameFields): WrittenName {
  const [en, nb, de, ar] = [fields.name, fields.nameNb, fields.nameDe, fields.nameAr].map((text) =>
    text.trim(),
  );
  if (!nb && !de && !ar) return en ?? '';
  return { en: en ?? '', nb: nb || (en ?? ''), ...(de ? { de } : {}), ...(ar ? { ar } : {}) };
}

/** The form of a new item, with the tax that most items of the shop have, or that of amounts without an item. */
export function newItem(
  { products, open_price_vat_rate }: CatalogueDocument,
  category: string | null,
): ItemFields {
  const usual = usualRate(products.map(({ vat_rate }) => vat_rate)) ?? open_price_vat_rate ?? null;
  return {
    ...nameFields(''),
    price: '',
    open: false,
    vat: usual === null ? '' : percentOf(usual),
    category: category ?? '',
    picture: '',
    options: [],
    unit: '',
    barcodes: '',
    letters: '',
    tills: [],
    deposit: '',
    note: '',
    returned: false,
    inStore: '',
    tare: '',
  };
}

export function fieldsOf(product: ProductEntry, { currency, format }: Money): ItemFields {
  const { price, deposit } = product;
  return {
    ...nameFields(product.name),
    price: price === 'open' ? '' : format.typed(price, currency),
    open: price === 'open',
    vat: product.vat_rate === undefined ? '' : percentOf(product.vat_rate),
    category: product.category ?? '',
    picture: product.picture ?? '',
    options: product.options ?? [],
    unit: product.unit ?? '',
    barcodes: product.barcodes?.join(' ') ?? '',
    letters: product.letters ?? '',
    tills: product.for_sale_at ?? [],
    deposit: deposit === undefined ? '' : format.typed(deposit.amount, currency),
    note: product.note ?? '',
    returned: product.kind === 'deposit_return',
    inStore: product.in_store_item ?? '',
    tare: String(product.tare ?? ''),
  };
}

/** `0.25` as `25`, and `0.125` as `12.5`. */
export const percentOf = (rate: string): string => String((rateOf(rate) ?? 0) / 100);

/** What was typed as per cent as a fraction, `0.25`; null if it is none below 100. */
export function fractionOf(percent: string): string | null {
  const match = /^(\d{1,2})(?:[.,](\d{1,2}))?\s*%?$/.exec(percent.trim());
  if (match === null) return null;
  const hundredths = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  const digits = String(hundredths).padStart(4, '0').replace(/0+$/, '');
  return digits === '' ? '0' : `0.${digits}`;
}

/** A field that is not right, by the name of its reason. */
export type Wrong = { readonly field: keyof ItemFields; readonly reason: WrongReason };
export type WrongReason = 'name' | 'price' | 'vat' | 'barcode' | 'deposit' | 'other';

/** The item of a form, or what is not right about it. Members that no form has stay as they were. */
export function itemOf(
  fields: ItemFields,
  { id, before, currency }: { id: string; before: ProductEntry | null; currency: string },
): { readonly item: ProductEntry } | { readonly wrong: Wrong } {
  const price = fields.open ? ('open' as const) : readAmount(fields.price, currency);
  const rate = fractionOf(fields.vat);
  const deposit = fields.deposit.trim() === '' ? null : readAmount(fields.deposit, currency);
  if (fields.name.trim() === '') return { wrong: { field: 'name', reason: 'name' } };
  if (price === null) return { wrong: { field: 'price', reason: 'price' } };
  if (rate === null && fields.vat.trim() !== '') return { wrong: { field: 'vat', reason: 'vat' } };
  if (deposit === null && fields.deposit.trim() !== '') {
    return { wrong: { field: 'deposit', reason: 'deposit' } };
  }
  const barcodes = fields.barcodes.split(/[\s,;]+/).filter(Boolean);
  const known = new Set(before?.barcodes);
  if (barcodes.some((code) => !known.has(code) && !isBarcode(code))) {
    return { wrong: { field: 'barcodes', reason: 'barcode' } };
  }
  const text = (value: string) => (value.trim() === '' ? undefined : value.trim());
  const list = (values: readonly string[]) => (values.length === 0 ? undefined : values);
  const entry = {
    id,
    category: text(fields.category),
    name: writtenName(fields),
    price,
    vat_rate: rate ?? undefined,
    picture: text(fields.picture),
    barcodes: list(barcodes),
    kind: fields.returned ? 'deposit_return' : before?.kind === 'goods' ? 'goods' : undefined,
    unit: text(fields.unit),
    options: list(fields.options),
    note: text(fields.note),
    deposit: deposit === null ? undefined : { ...before?.deposit, amount: deposit },
    in_store_item: text(fields.inStore),
    tare: /^\d+$/.test(fields.tare.trim()) ? Number(fields.tare) : text(fields.tare),
    sold_out: before?.sold_out,
    letters: text(fields.letters),
    for_sale_at: list(fields.tills),
  };
  const present = Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== undefined),
  );
  const checked = validate(productEntry, present);
  if (checked.ok) return { item: checked.value };
  const [member = ''] = Object.keys(checked.refusal.details ?? {});
  return { wrong: { field: FIELD_OF[member.split('.')[0] ?? ''] ?? 'name', reason: 'other' } };
}

const FIELD_OF: Readonly<Record<string, keyof ItemFields>> = {
  unit: 'unit',
  letters: 'letters',
  in_store_item: 'inStore',
  tare: 'tare',
  options: 'options',
  for_sale_at: 'tills',
  barcodes: 'barcodes',
};

/**
 * A new number of GS1's length must have the right check digit: most scanners never read another one. Those
 * that an item has already are the shop's own business.
 */
function isBarcode(code: string): boolean {
  if (/^(?:\d{8}|\d{12,14})$/.test(code)) return gtin14(code) !== null;
  return /^[A-Za-z0-9-]{8,32}$/.test(code);
}

/** A price without its tax. Without a rate it is the price itself. */
export function withoutVat(price: MoneyInteger, vatRate: string | null): MoneyInteger {
  const rate = vatRate === null ? 0 : (rateOf(vatRate) ?? 0);
  return subtract(price, vatIn(price, rate));
}
