import { z } from 'zod';
import { vatRate } from '../basket/schema.ts';
import { line, moneyNonNegative, reference } from '../protocol/basic.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { Catalogue } from './catalogue.ts';
import { alike, inEveryLanguage } from './language.ts';

const word = line(LIMITS.productNameMax);
/** One text for all languages, or one for each; English is used for a language that is left out. */
const named = z.union([
  word.transform(alike),
  z
    .strictObject({ en: word, nb: word, de: word.optional(), ar: word.optional() })
    .transform(inEveryLanguage),
]);

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

const product = z.strictObject({
  id: reference,
  category: reference.optional(),
  name: named,
  price: z.union([moneyNonNegative, z.literal('open')], {
    error: 'must be a whole number of minor units, or "open"',
  }),
  vat_rate: vatRate.optional(),
  picture: pictureName.optional(),
  barcodes: z.array(barcode).max(10).optional(),
});

type File = {
  readonly categories: readonly { readonly id: string }[];
  readonly products: readonly z.output<typeof product>[];
};

/** `catalogue.json` of a till: what the shop sells, in the order in which it is shown. */
export const catalogueFile: z.ZodType<Catalogue> = z
  .strictObject({
    categories: z
      .array(z.strictObject({ id: reference, name: named }))
      .max(LIMITS.categoriesMax, `must be at most ${LIMITS.categoriesMax}`),
    products: z.array(product).max(LIMITS.productsMax, `must be at most ${LIMITS.productsMax}`),
    /** Tax on amounts that are typed without a product. */
    open_price_vat_rate: vatRate.optional(),
  })
  .superRefine(names)
  .transform(({ categories, products, open_price_vat_rate }) => ({
    categories,
    products: products.map((one) => ({
      id: one.id,
      category: one.category ?? null,
      name: one.name,
      price: one.price === 'open' ? null : one.price,
      vatRate: one.vat_rate ?? null,
      picture: one.picture ?? null,
      barcodes: one.barcodes ?? [],
    })),
    openPriceVatRate: open_price_vat_rate ?? null,
  }));

/** Every id and barcode means one thing, and every category that is named is there. */
function names({ categories, products }: File, context: z.RefinementCtx): void {
  const say = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  const known = new Set<string>();
  for (const [at, { id }] of categories.entries()) {
    if (known.has(id)) say(['categories', at, 'id'], 'is there twice');
    known.add(id);
  }
  const ids = new Set<string>();
  const codes = new Set<string>();
  for (const [at, { id, category, barcodes = [] }] of products.entries()) {
    if (ids.has(id)) say(['products', at, 'id'], 'is there twice');
    ids.add(id);
    if (category !== undefined && !known.has(category)) {
      say(['products', at, 'category'], 'names no category of this file');
    }
    for (const code of barcodes) {
      if (codes.has(code)) say(['products', at, 'barcodes'], `${code} is there twice`);
      codes.add(code);
    }
  }
}
