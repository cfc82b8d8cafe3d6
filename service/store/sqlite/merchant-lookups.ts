import type { DatabaseSync } from 'node:sqlite';
import { LOOKUP_SQL } from '../sql/merchant-lookups.ts';
import { readText } from '../sql/rows.ts';
import { prepareAll } from './statements.ts';

/** The ids that integrators find merchants by (D-67). Each belongs to one merchant. */
export interface Lookups {
  of(merchantId: string): readonly string[];
  find(lookupId: string): string | null;
  /** True when none of the ids is another merchant's. */
  free(merchantId: string, ids: readonly string[]): boolean;
  /** Inside a transaction: these ids, and no others, are the merchant's. */
  put(merchantId: string, ids: readonly string[]): void;
}

export function createLookups(database: DatabaseSync): Lookups {
  const sql = prepareAll(database, LOOKUP_SQL);

  function find(lookupId: string): string | null {
    const row = sql.find.get(lookupId);
    return row === undefined ? null : readText(row, 'merchant_id');
  }

  return {
    of: (merchantId) => sql.of.all(merchantId).map((row) => readText(row, 'lookup_id')),
    find,
    free: (merchantId, ids) => ids.every((id) => [null, merchantId].includes(find(id))),
    put(merchantId, ids) {
      sql.forget.run(merchantId);
      for (const id of ids) sql.put.run(id, merchantId);
    },
  };
}
