import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Basket } from '../../../shared/basket/basket.ts';
import { basketSchema } from '../../../shared/basket/schema.ts';
import { line, moneyNonNegative, reference } from '../../../shared/protocol/basic.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/*
 * The files in which earlier versions kept open tables and the basket on the screen. A till reads them once; then they
 * have another name.
 */

const TABLES_FILE = 'tables.json';
const BASKET_FILE = 'basket.json';
/** New name of an unreadable file; it may contain unpaid bills, so it is not removed. */
const BROKEN = '.broken';
const TAKEN_OVER = '.taken-over';

/** Identifies the sale of a table that was being started when the till stopped. */
const startOfSale = z.strictObject({
  /** The largest number of a sale before the start. Numbers only grow, so its number is larger. */
  after: z.int().nonnegative(),
  /** The id of the device's code that it is made of; null if the till made a new id. */
  code: reference.nullable(),
  amount: moneyNonNegative,
  label: z.string().nullable(),
});
export type StartOfSale = z.output<typeof startOfSale>;

const tablesFile = z.strictObject({
  v: z.literal(1),
  tables: z.array(
    z.strictObject({
      id: reference,
      name: line(LIMITS.tableNameMax),
      at: z.int().nonnegative(),
      basket: basketSchema,
      /** The started sale of the bill that had not ended. */
      sale: reference.nullable(),
      starting: startOfSale.nullable().default(null),
    }),
  ),
});

const basketFile = z.object({ basket: basketSchema, table: reference.nullable() });

/** An open bill of an earlier version. */
export type OldBill = {
  readonly id: string;
  /** Null for the basket on the screen. */
  readonly name: string | null;
  readonly basket: Basket;
  readonly sale: string | null;
  readonly starting: StartOfSale | null;
};

export type OldBills = {
  readonly bills: readonly OldBill[];
  /** Names of the files that are not readable; they have been renamed. */
  readonly broken: readonly string[];
};

/** Reads both files. A basket that was taken from a table replaces what the table had, unless the table is being paid. */
export function readOldBills(directory: string): OldBills {
  const broken: string[] = [];
  const read = <T>(name: string, schema: z.ZodType<T>): { value: T; text: string } | null => {
    const path = join(directory, name);
    if (!existsSync(path)) return null;
    try {
      const text = readFileSync(path, 'utf8');
      return { value: schema.parse(JSON.parse(text)), text };
    } catch {
      renameSync(path, `${path}${BROKEN}`);
      broken.push(name);
      return null;
    }
  };
  const tables = read(TABLES_FILE, tablesFile)?.value.tables ?? [];
  const shown = read(BASKET_FILE, basketFile);
  const bills = tables.map(({ at: _, ...table }): OldBill => {
    const isShown = shown?.value.table === table.id && table.sale === null;
    return isShown && table.starting === null ? { ...table, basket: shown.value.basket } : table;
  });
  if (shown !== null && shown.value.table === null) {
    const id = `basket-${createHash('sha256').update(shown.text).digest('hex').slice(0, 16)}`;
    bills.push({ id, name: null, basket: shown.value.basket, sale: null, starting: null });
  }
  return { bills: bills.filter(({ basket }) => basket.lines.length > 0), broken };
}

/** Gives the files names that no start reads. A kill between the two leaves one, which is read again and changes nothing. */
export function retireOldFiles(directory: string): void {
  for (const name of [TABLES_FILE, BASKET_FILE]) {
    const path = join(directory, name);
    if (existsSync(path)) renameSync(path, `${path}${TAKEN_OVER}`);
  }
}
