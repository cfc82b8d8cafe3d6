import { isDeepStrictEqual } from 'node:util';
import type { Agreement } from '../../../shared/protocol/agreement.ts';
import {
  ACCOUNT_SQL,
  agreementOf,
  INTEGRATOR_SQL,
  integratorOf,
  LOGO_SQL,
  LOOKUP_SQL,
  lookupIdsOf,
  MERCHANT_SQL,
  recordOf,
  sellingMerchantOf,
} from '../sql/merchant-tables.ts';
import { readBytes, readText, readTextOrNull } from '../sql/rows.ts';
import {
  type IntegratorStore,
  type Merchant,
  type MerchantRecord,
  type MerchantStore,
  SERVICE,
} from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { isTaken } from './errors.ts';
import { lookup } from './lookups.ts';
import { statement, statements } from './statements.ts';
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
    async putRecord(record, stored) {
      try {
        return await database
          .writesOf(record.id)
          .transaction((transaction) => putRecord(transaction, record, stored));
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
  stored: MerchantRecord | undefined,
): Promise<'written' | 'taken' | 'changed'> {
  const { id, integratorId, details, agreement } = record;
  if (stored !== undefined) {
    // Until the end of the transaction nobody else changes the record that is compared here.
    lockMerchant(transaction, id);
    if (!isDeepStrictEqual(await readRecord(transaction, id), stored)) return 'changed';
  }
  const ids = lookupIdsOf(record);
  const owners = await Promise.all(ids.map((lookup) => transaction.get(LOOKUP.find, lookup)));
  const foreign = (row: (typeof owners)[number]) => row && readText(row, 'merchant_id') !== id;
  if (owners.some(foreign)) return 'taken';
  putCore(transaction, record);
  const rest = [integratorId, JSON.stringify(details), JSON.stringify(agreement)];
  transaction.send(SQL.putRest, ...rest, details.legalEntity, id);
  transaction.send(LOOKUP.forget, id);
  for (const lookup of ids) transaction.send(LOOKUP.put, lookup, id);
  makeAccounts(transaction, id, agreement);
  return 'written';
}

async function readRecord(
  from: Pick<Transaction, 'get' | 'all'>,
  merchantId: string,
): Promise<MerchantRecord | null> {
  const row = await from.get(SQL.record, merchantId);
  if (row === undefined) return null;
  const lookups = await from.all(LOOKUP.of, merchantId);
  return recordOf(
    row,
    lookups.map((one) => readText(one, 'lookup_id')),
  );
}

type Reads = Omit<MerchantStore, 'put' | 'putRecord' | 'putLogo'>;

function createReads(database: PostgresDatabase): Reads {
  return {
    async read(merchantId) {
      const row = await database.find(READ, merchantId);
      return row === undefined ? null : sellingMerchantOf(row);
    },
    record: (merchantId) => readRecord(database, merchantId),
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

const INTEGRATORS = statements(INTEGRATOR_SQL);
const READ_INTEGRATOR = lookup(INTEGRATOR_SQL.read);

export function createIntegratorStore(database: PostgresDatabase): IntegratorStore {
  return {
    async read(integratorId) {
      const row = await database.find(READ_INTEGRATOR, integratorId);
      return row === undefined ? null : integratorOf(row);
    },
    async put({ id, name, netmask, publicKey }) {
      await database.writesOf(SERVICE).run(INTEGRATORS.put, id, name, netmask, publicKey);
    },
    async list(after, limit) {
      return (await database.all(INTEGRATORS.list, after ?? '', limit)).map(integratorOf);
    },
  };
}

const ACCOUNT = statements(ACCOUNT_SQL);

/** Inside a transaction: creates the account of each currency that has none. */
export function makeAccounts(
  transaction: Transaction,
  merchantId: string,
  { currencies, startOfDay, frequency, payoutDelay }: Agreement,
): void {
  for (const currency of currencies) {
    const id = `${merchantId}.${currency}`;
    transaction.send(ACCOUNT.make, id, merchantId, currency, startOfDay, frequency, payoutDelay);
  }
}

const LOCK_MERCHANT = statement('SELECT 1 FROM merchant WHERE id = ? FOR NO KEY UPDATE');

/**
 * Serialises writes of one merchant that depend on more than one row. Writes that only reference
 * the merchant, as payments do, are not delayed.
 */
export function lockMerchant(transaction: Transaction, merchantId: string): void {
  transaction.send(LOCK_MERCHANT, merchantId);
}
