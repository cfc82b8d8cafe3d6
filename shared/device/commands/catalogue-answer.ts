import { z } from 'zod';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { type MoneyInteger, money } from '../../money/money.ts';
import { schemaOf } from '../../protocol/schema-of.ts';

const amount = z.int().transform((value): MoneyInteger => money(value));
const named = z.object({ en: z.string(), nb: z.string(), de: z.string(), ar: z.string() });
const texts = z.array(z.string()).readonly();

/** What a point of sale sells, as the host makes it of the shop's catalogue or of the till's own file. */
export const catalogue = schemaOf<Catalogue>()(
  z.object({
    categories: z.array(z.object({ id: z.string(), name: named })).readonly(),
    products: z
      .array(
        z.object({
          id: z.string(),
          category: z.string().nullable(),
          name: named,
          price: amount.nullable(),
          vatRate: z.string().nullable(),
          picture: z.string().nullable(),
          barcodes: texts,
          kind: z.enum(['goods', 'deposit_return']),
          unit: z.string(),
          options: texts,
          note: z.enum(['kitchen', 'customer']).nullable(),
          deposit: z.object({ amount, vatRate: z.string().nullable() }).nullable(),
          inStoreItem: z.string().nullable(),
          tare: z.int().nullable(),
          soldOut: z.boolean(),
          letters: z.string().nullable(),
          forSaleAt: texts.nullable(),
        }),
      )
      .readonly(),
    optionGroups: z
      .array(
        z.object({
          id: z.string(),
          name: named,
          min: z.int(),
          max: z.int(),
          options: z.array(z.object({ id: z.string(), name: named, surcharge: amount })).readonly(),
        }),
      )
      .readonly(),
    inStoreCodes: texts,
    openPriceVatRate: z.string().nullable(),
  }),
);
