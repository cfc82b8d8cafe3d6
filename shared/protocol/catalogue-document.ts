import { z } from 'zod';
import { ZERO } from '../money/money.ts';
import { VAT_FRACTION } from '../money/vat.ts';
import { line, moneyNonNegative, reference } from './basic.ts';
import { codeKey } from './gtin.ts';
import { LIMITS } from './limits.ts';
import { shopRules } from './shop-rules.ts';

/*
 * What a shop sells, as `catalogue.json` and the API write it.
 */

/**
 * A pattern of 12 or 13 characters with an item's number, one value and the check digit at its end. The point, which is no
 * character of the code, says where the value's decimals begin.
 */
const IN_STORE_PATTERN =
  /^(?=(?:[^.]*\.?[^.]*)$)(?=.{13,14}$)0?2\d{0,2}I{4,6}V?(?=[PW.]{5,7}C)(?:P+\.P{0,3}|W+\.W{0,3})C$/;

const vatRate = z.string().regex(VAT_FRACTION, 'must be a fraction as text: "0.25" for 25 %');
const word = line(LIMITS.productNameMax);
/** One text for all languages, or one for each; English is used for a language that is left out. */
const named = z.union([
  word,
  z.strictObject({ en: word, nb: word, de: word.exactOptional(), ar: word.exactOptional() }),
]);
/** A name as a document writes it. */
export type WrittenName = z.output<typeof named>;

/** A plain file name: no folder, nothing hidden, a kind of picture that screens can draw. */
export const pictureName = z
  .string()
  .max(80, 'must be at most 80 characters')
  .regex(
    /^[A-Za-z0-9_-][A-Za-z0-9_.-]*\.(?:svg|png|jpg|webp)$/,
    'must be the name of an svg, png, jpg or webp file in the folder pictures',
  );

const barcode = z
  .string()
  .regex(/^[A-Za-z0-9-]{8,32}$/, 'must have 8 to 32 letters, digits or hyphens');

const OPTIONS_MAX = 30;

export const optionGroupEntry = z
  .strictObject({
    id: reference,
    name: named,
    /** How many must be chosen at least, and at most; one of them when left out. */
    min: z.int().min(0).max(OPTIONS_MAX).default(0),
    max: z.int().min(1).max(OPTIONS_MAX).default(1),
    options: z
      .array(
        z.strictObject({ id: reference, name: named, surcharge: moneyNonNegative.default(ZERO) }),
      )
      .min(1)
      .max(OPTIONS_MAX),
  })
  .refine(({ min, max, options }) => min <= max && min <= options.length, {
    path: ['min'],
    message: 'must not exceed max or the number of options',
  });

export const categoryEntry = z.strictObject({ id: reference, name: named });

/** The price of a product: minor units with tax, or `open` if it is typed at the till. */
export const priceEntry = z.union([moneyNonNegative, z.literal('open')], {
  error: 'must be a whole number of minor units, or "open"',
});

export const productEntry = z.strictObject({
  id: reference,
  category: reference.optional(),
  name: named,
  price: priceEntry,
  vat_rate: vatRate.optional(),
  picture: pictureName.optional(),
  barcodes: z.array(barcode).max(10).optional(),
  kind: z.enum(['goods', 'deposit_return']).optional(),
  unit: line(10).optional(),
  options: z.array(reference).max(10).optional(),
  note: z.enum(['kitchen', 'customer']).optional(),
  deposit: z.strictObject({ amount: moneyNonNegative, vat_rate: vatRate.optional() }).optional(),
  in_store_item: z
    .string()
    .regex(/^\d{4,6}$/, 'must have 4 to 6 digits')
    .optional(),
  sold_out: z.boolean().optional(),
  /** Grams of the box in which goods by the kilogram are weighed. */
  tare: z.int().min(1).max(LIMITS.productTareMax).optional(),
  /** What a key without a picture shows; without it the first letters of the name. */
  letters: line(LIMITS.productLettersMax).optional(),
  /** Points of sale that sell it; without it all of them do. */
  for_sale_at: z.array(reference).min(1).max(LIMITS.productTillsMax).optional(),
});

type File = {
  readonly categories: readonly { readonly id: string }[];
  readonly option_groups?: readonly z.output<typeof optionGroupEntry>[] | undefined;
  readonly products: readonly z.output<typeof productEntry>[];
};

const settings = {
  /** Patterns of the codes that the shop prints itself, such as `21IIIIIPPP.PPC`. */
  in_store_codes: z
    .array(
      z.string().regex(IN_STORE_PATTERN, 'must be a pattern such as 21IIIIIPPP.PPC, with a point'),
    )
    .max(10)
    .optional(),
  /** Tax on amounts that are typed without a product. */
  open_price_vat_rate: vatRate.optional(),
};

/** The members of a catalogue that are no lists of entries. */
export const catalogueSettings = z.strictObject(settings);

/**
 * What a shop sells, in the order in which it is shown: the format of `catalogue.json` and of the API. A till
 * that meets a member or a value that it does not know refuses the whole document.
 */
export const catalogueDocument = z
  .strictObject({
    categories: z
      .array(categoryEntry)
      .max(LIMITS.categoriesMax, `must be at most ${LIMITS.categoriesMax}`),
    products: z
      .array(productEntry)
      .max(LIMITS.productsMax, `must be at most ${LIMITS.productsMax}`),
    option_groups: z.array(optionGroupEntry).max(LIMITS.optionGroupsMax).optional(),
    ...settings,
    /** What the shop decides for all its tills; a till's own settings count where it decides nothing. */
    rules: shopRules.optional(),
  })
  .superRefine(names);
export type CatalogueDocument = z.output<typeof catalogueDocument>;
export type ProductEntry = z.output<typeof productEntry>;

/** Every id and barcode means one thing, and every category and group that is named is there. */
function names(
  { categories, products, option_groups: groups = [] }: File,
  context: z.RefinementCtx,
): void {
  const say = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  const once = (known: Set<string>, key: string, path: (string | number)[], name = '') => {
    if (known.has(key)) say(path, `${name}is there twice`);
    known.add(key);
  };
  const known = new Set<string>();
  for (const [at, { id }] of categories.entries()) once(known, id, ['categories', at, 'id']);
  const groupIds = new Set<string>();
  for (const [at, { id, options }] of groups.entries()) {
    once(groupIds, id, ['option_groups', at, 'id']);
    const own = new Set<string>();
    for (const [place, option] of options.entries()) {
      once(own, option.id, ['option_groups', at, 'options', place, 'id']);
    }
  }
  const [ids, codes, items] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [at, one] of products.entries()) {
    once(ids, one.id, ['products', at, 'id']);
    if (one.category !== undefined && !known.has(one.category)) {
      say(['products', at, 'category'], 'names no category of this file');
    }
    for (const group of one.options ?? []) {
      if (!groupIds.has(group))
        say(['products', at, 'options'], 'names no option group of this file');
    }
    for (const code of one.barcodes ?? []) {
      once(codes, codeKey(code), ['products', at, 'barcodes'], `${code} `);
    }
    if (one.in_store_item !== undefined) {
      once(items, one.in_store_item, ['products', at, 'in_store_item']);
    }
  }
}
