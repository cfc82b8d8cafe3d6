import { LOGO_SQL } from '../sql/merchant-logos.ts';
import { LOOKUP_SQL } from '../sql/merchant-lookups.ts';
import {
  agreementOf,
  lookupIdsOf,
  MERCHANT_SQL,
  recordOf,
  sellingMerchantOf,
} from '../sql/merchants.ts';
import { readBytes, readText, readTextOrNull } from '../sql/rows.ts';
import type { Merchant, MerchantRecord, MerchantStore } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { isTaken } from './errors.ts';
import { lookup } from './lookups.ts';
import { makeAccounts } from './settlement-accounts.ts';
import { statements } from './statements.ts';
import type { Transaction } from './transaction.ts';

const SQL = statements(MERCHANT_SQL);
const READ = lookup(MERCHANT_SQL.read);
const INTEGRATOR = lookup(MERCHANT_SQL.integrator);
const LOOKUP = statements(LOOKUP_SQL);
const LOGO = statements(LOGO_SQL);

export function createMerchantStore(database: PostgresDatabase): MerchantStore {
  return {
    ...createReads(database),
    async put(merchant) {
      await database.writesOf(merchant.id).transaction(async (transaction) => {
        putCore(transaction, merchant);
        const agreement = agreementOf(await transaction.get(SQL.record, merchant.id));
        makeAccounts(transaction, merchant.id, agreement);
      });
    },
    async putRecord(record) {
      try {
        return await database
          .writesOf(record.id)
          .transaction((transaction) => putRecord(transaction, record));
      } catch (error) {
        // Another merchant took one of the ids at the same time.
        if (isTaken(error)) return 'taken';
        throw error;
      }
    },
    async putLogo(merchantId, { image, etag }) {
      await database.writesOf(merchantId).run(LOGO.putLogo, merchantId, image, etag);
    },
  };
}

function putCore(transaction: Transaction, { id, name, terms, paymentLimit }: Merchant): void {
  transaction.send(SQL.put, id, name, JSON.stringify(terms), paymentLimit);
}

async function putRecord(
  transaction: Transaction,
  record: MerchantRecord,
): Promise<'written' | 'taken'> {
  const { id, integratorId, details, agreement } = record;
  const ids = lookupIdsOf(record);
  const found = await Promise.all(ids.map((lookup) => transaction.get(LOOKUP.find, lookup)));
  const foreign = (row: (typeof found)[number]) => row && readText(row, 'merchant_id') !== id;
  if (found.some(foreign)) return 'taken';
  putCore(transaction, record);
  const rest = [integratorId, JSON.stringify(details), JSON.stringify(agreement)];
  transaction.send(SQL.putRest, ...rest, id);
  transaction.send(LOOKUP.forget, id);
  for (const lookup of ids) transaction.send(LOOKUP.put, lookup, id);
  makeAccounts(transaction, id, agreement);
  return 'written';
}

type Reads = Omit<MerchantStore, 'put' | 'putRecord' | 'putLogo'>;

function createReads(database: PostgresDatabase): Reads {
  return {
    async read(merchantId) {
      const row = await database.find(READ, merchantId);
      return row === undefined ? null : sellingMerchantOf(row);
    },
    async record(merchantId) {
      const row = await database.get(SQL.record, merchantId);
      if (row === undefined) return null;
      const lookups = await database.all(LOOKUP.of, merchantId);
      return recordOf(
        row,
        lookups.map((one) => readText(one, 'lookup_id')),
      );
    },
    async integratorOf(merchantId) {
      const row = await database.find(INTEGRATOR, merchantId);
      return row === undefined ? null : readTextOrNull(row, 'integrator_id');
    },
    async byLookupId(lookupId) {
      const row = await database.get(LOOKUP.find, lookupId);
      return row === undefined ? null : readText(row, 'merchant_id');
    },
    async list(after, limit) {
      const rows = await database.all(SQL.list, after ?? '', limit);
      return rows.map((row) => readText(row, 'id'));
    },
    async withUser(userId, limit) {
      const rows = await database.all(SQL.withUser, userId, limit);
      return rows.map((row) => readText(row, 'merchant_id'));
    },
    async logo(merchantId) {
      const row = await database.get(LOGO.logo, merchantId);
      if (row === undefined) return null;
      return { image: readBytes(row, 'image'), etag: readText(row, 'etag') };
    },
  };
}
