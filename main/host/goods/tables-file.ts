import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Basket } from '../../../shared/basket/basket.ts';
import { basketSchema } from '../../../shared/basket/schema.ts';
import { replaceFile } from '../../../shared/node/replace-file.ts';
import { present } from '../../../shared/objects/present.ts';
import { line, moneyNonNegative, reference } from '../../../shared/protocol/basic.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';

/** Name of the file in the data directory with the bills of open tables. */
export const TABLES_FILE = 'tables.json';
/** New name of an unreadable file; it may contain unpaid bills, so it is not overwritten. */
export const BROKEN_FILE = 'tables.broken.json';

/** Identifies the sale of a table while it is being started: its id is not known yet. */
const startOfSale = z.strictObject({
  /** The largest number of a sale before the start. Numbers only grow, so its number is larger. */
  after: z.int().nonnegative(),
  /** The id of the device's code that it is made of; null if the till makes a new id. */
  code: reference.nullable(),
  amount: moneyNonNegative,
  label: z.string().nullable(),
});
export type StartOfSale = z.output<typeof startOfSale>;

/** The unpaid bill of a table. */
export type Table = {
  readonly id: string;
  readonly name: string;
  readonly at: number;
  readonly basket: Basket;
  /** The started sale of the bill that has not ended. */
  readonly sale: string | null;
  /** Set from before a sale of the bill starts until its id is known; null otherwise. */
  readonly starting: StartOfSale | null;
};

const tablesFile = z.strictObject({
  v: z.literal(1),
  tables: z
    .array(
      z.strictObject({
        id: reference,
        name: line(LIMITS.tableNameMax),
        at: z.int().nonnegative(),
        basket: basketSchema,
        sale: reference.nullable(),
        starting: startOfSale.nullable().default(null),
      }),
    )
    .max(LIMITS.tablesMax),
});

export type TablesRead = { readonly tables: readonly Table[]; readonly broken: boolean };

/** Reads the open tables. A broken file is renamed, and the till starts without tables. */
export function readTables(directory: string): TablesRead {
  const path = join(directory, TABLES_FILE);
  if (!existsSync(path)) return { tables: [], broken: false };
  try {
    const read = tablesFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    return { tables: read.tables, broken: false };
  } catch {
    renameSync(path, join(directory, BROKEN_FILE));
    return { tables: [], broken: true };
  }
}

/**
 * Writes the open tables; they are on disk when this returns. A crash leaves the old file or the
 * new one. Returns false, with nothing changed, when the disk refuses. Earlier versions can read the
 * file, except while a sale of a table is being started.
 */
export function writeTables(directory: string, tables: readonly Table[]): boolean {
  const path = join(directory, TABLES_FILE);
  const written = tables.map(({ starting, ...table }) => ({ ...table, ...present({ starting }) }));
  try {
    replaceFile(path, `${JSON.stringify({ v: 1, tables: written })}\n`, { flush: true });
    return true;
  } catch {
    return false;
  }
}
