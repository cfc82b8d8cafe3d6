import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import {
  agreementOf,
  lookupIdsOf,
  MERCHANT_SQL,
  recordOf,
  sellingMerchantOf,
} from '../sql/merchant-tables.ts';
import { readText, readTextOrNull } from '../sql/rows.ts';
import type { Merchant, MerchantRecord, MerchantStore, SellingMerchant } from '../store.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';
import { type AccountMaker, createLogos, createLookups } from './merchant-extras.ts';
import { RowCache } from './row-cache.ts';

type MerchantStoreDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly accounts: AccountMaker;
};

export function createMerchantStore({
  database,
  commits,
  accounts,
}: MerchantStoreDeps): MerchantStore {
  const sql = prepareAll(database, MERCHANT_SQL);
  const lookups = createLookups(database);
  const atHand = new RowCache<SellingMerchant>();

  function putCore(merchant: Merchant): void {
    const terms = JSON.stringify(merchant.terms);
    sql.put.run(merchant.id, merchant.name, terms, merchant.paymentLimit);
  }

  function recordFor(merchantId: string): MerchantRecord | null {
    const row = sql.record.get(merchantId);
    return row === undefined ? null : recordOf(row, lookups.of(merchantId));
  }

  return {
    ...createLogos(database, commits),
    async read(merchantId) {
      return atHand.get(merchantId, () => {
        const row = sql.read.get(merchantId);
        return row === undefined ? null : sellingMerchantOf(row);
      });
    },
    async put(merchant) {
      await commits.write(merchant.id, () => {
        putCore(merchant);
        accounts.make(merchant.id, agreementOf(sql.record.get(merchant.id)));
      });
      atHand.forget(merchant.id);
    },
    record: async (merchantId) => recordFor(merchantId),
    async putRecord(record, stored) {
      const { id, integratorId, details, agreement } = record;
      const done = await commits.write(id, () => {
        if (stored !== undefined && !isDeepStrictEqual(recordFor(id), stored)) return 'changed';
        if (!lookups.free(id, lookupIdsOf(record))) return 'taken';
        putCore(record);
        const texts = [JSON.stringify(details), JSON.stringify(agreement)];
        sql.putRest.run(integratorId, ...texts, details.legalEntity, id);
        lookups.put(id, lookupIdsOf(record));
        accounts.make(id, agreement);
        return 'written';
      });
      atHand.forget(id);
      return done;
    },
    async integratorOf(merchantId) {
      const row = sql.integrator.get(merchantId);
      return row === undefined ? null : readTextOrNull(row, 'integrator_id');
    },
    async byLookupId(lookupId) {
      return lookups.find(lookupId);
    },
    async list(after, limit) {
      return sql.list.all(after ?? '', limit).map((row) => readText(row, 'id'));
    },
    async withUser(userId, limit) {
      return sql.withUser.all(userId, limit).map((row) => readText(row, 'merchant_id'));
    },
  };
}
