import { z } from 'zod';
import type { DaySums } from '../../documents/day.ts';
import { type MoneyInteger, money } from '../../money/money.ts';
import { schemaOf } from '../../protocol/schema-of.ts';

const amount = z.int().transform((value): MoneyInteger => money(value));
const counted = z.object({ count: z.int(), amount });

/** The sums of a day, as the host makes them. */
export const daySums = schemaOf<DaySums>()(
  z.object({
    currencies: z
      .array(
        z.object({
          currency: z.string(),
          captured: counted,
          additional: amount,
          refunded: counted,
          net: amount,
          byMethod: z
            .array(
              counted.extend({
                method: z.enum(['screen_code', 'phone', 'customer_code', 'sticker']),
              }),
            )
            .readonly(),
          tenders: z
            .array(
              counted.extend({
                kind: z.enum(['cash', 'other']),
                name: z.string().nullable(),
                refunded: counted,
              }),
            )
            .readonly(),
        }),
      )
      .readonly(),
    sales: z
      .array(z.object({ state: z.enum(['open', 'paid', 'refunded', 'not_paid']), count: z.int() }))
      .readonly(),
  }),
);
