import { z } from 'zod';
import type { Basket } from '../basket/basket.ts';
import { basketSchema } from '../basket/schema.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { MoneyInteger } from '../money/money.ts';
import { line, reference } from '../protocol/basic.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { Instant } from '../time/clock.ts';

/** A table whose bill is still open. */
export type TableView = {
  readonly id: string;
  readonly name: string;
  /** What its bill costs so far, and how many things are on it. */
  readonly total: MoneyInteger;
  readonly things: number;
  /** When it was parked last. */
  readonly at: Instant;
  /** The sale that is being paid for it, or null. */
  readonly sale: string | null;
};

/** What every snapshot tells a screen about goods: a summary, and the name of the catalogue's version. */
export type GoodsView = {
  /** Changes with the catalogue, which is then read anew; null: there is none to read. */
  readonly catalogue: string | null;
  /** Why there is none, for the person who looks after the till. */
  readonly problem: string | null;
  /** The basket that is being filled: the customer sees it, and a screen that crashed finds it. */
  readonly basket: ShownBasket | null;
  /** Oldest first. */
  readonly tables: readonly TableView[];
};

/** A basket on the cashier's screen, and the table that it was taken from. */
export type ShownBasket = { readonly basket: Basket; readonly table: string | null };

export const shownBasket: z.ZodType<ShownBasket> = z.object({
  basket: basketSchema,
  table: reference.nullable(),
});

const tableName = line(LIMITS.tableNameMax);

/** Where lines are moved to: a table that is open, or a new one. */
const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), table: reference }),
  z.object({ kind: z.literal('new'), name: tableName }),
]);

/** What a screen asks of the host about goods. */
export const goodsAct = z.discriminatedUnion('kind', [
  /** Answers the catalogue. */
  z.object({ kind: z.literal('read') }),
  /** What is in the basket now; an empty one takes it off the customer's display. */
  z.object({ kind: z.literal('show'), basket: basketSchema, table: reference.nullable() }),
  /** Keeps a basket under a name, or at the table that it was taken from. Answers its id. */
  z.object({ kind: z.literal('park'), basket: basketSchema, at: target }),
  /** Answers the basket of a table, which stays open until it is paid or cleared. */
  z.object({ kind: z.literal('take'), table: reference }),
  /** The table has no bill any more. */
  z.object({ kind: z.literal('clear'), table: reference }),
  /** Splits a bill: so many of these lines go to another table. */
  z.object({
    kind: z.literal('move'),
    table: reference,
    lines: z
      .array(
        z.object({
          line: z.int().min(0).max(LIMITS.basketLinesMax),
          quantity: z.int().min(1).max(LIMITS.basketQuantityMax),
        }),
      )
      .min(1)
      .max(LIMITS.basketLinesMax),
    to: target,
  }),
]);
export type GoodsAct = z.output<typeof goodsAct>;

/** The reply to a goods command, besides an id. */
export type GoodsAnswer =
  | { readonly kind: 'catalogue'; readonly catalogue: Catalogue }
  | { readonly kind: 'basket'; readonly basket: Basket };
