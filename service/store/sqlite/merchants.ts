import type { DatabaseSync } from 'node:sqlite';
import { type Agreement, DEFAULT_AGREEMENT } from '../../../shared/protocol/agreement.ts';
import { type MerchantDetails, NO_DETAILS } from '../../../shared/protocol/merchant.ts';
import type { Merchant, MerchantRecord, MerchantStore } from '../store.ts';
import { AtHand } from './at-hand.ts';
import type { GroupCommit } from './group-commit.ts';
import { createLogos } from './merchant-logos.ts';
import { createLookups } from './merchant-lookups.ts';
import { type Row, readIntegerOrNull, readText, readTextOrNull } from './rows.ts';
import type { AccountMaker } from './settlement-accounts.ts';
import { prepareAll } from './statements.ts';

const SQL = {
  read: 'SELECT id, name, terms, payment_limit FROM merchant WHERE id = ?',
  put: `INSERT INTO merchant (id, name, terms, payment_limit) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, terms = excluded.terms,
      payment_limit = excluded.payment_limit`,
  withUser: 'SELECT merchant_id FROM api_user WHERE id = ? ORDER BY merchant_id LIMIT ?',
  record: `SELECT id, name, terms, payment_limit, integrator_id, details, agreement
    FROM merchant WHERE id = ?`,
  putRest: 'UPDATE merchant SET integrator_id = ?, details = ?, agreement = ? WHERE id = ?',
  integrator: 'SELECT integrator_id FROM merchant WHERE id = ?',
  list: 'SELECT id FROM merchant WHERE id > ? ORDER BY id LIMIT ?',
};

type Lookups = ReturnType<typeof createLookups>;

export function createMerchantStore(
  database: DatabaseSync,
  commits: GroupCommit,
  accounts: AccountMaker,
): MerchantStore {
  const sql = prepareAll(database, SQL);
  const lookups = createLookups(database);
  const atHand = new AtHand<Merchant>();

  function putCore(merchant: Merchant): void {
    const terms = JSON.stringify(merchant.terms);
    sql.put.run(merchant.id, merchant.name, terms, merchant.paymentLimit);
  }

  return {
    ...createLogos(database, commits),
    async read(merchantId) {
      return atHand.get(merchantId, () => {
        const row = sql.read.get(merchantId);
        return row === undefined ? null : merchantOf(row);
      });
    },
    async put(merchant) {
      await commits.write(() => {
        putCore(merchant);
        accounts.make(merchant.id, agreementOf(sql.record.get(merchant.id)));
      });
      atHand.forget(merchant.id);
    },
    async record(merchantId) {
      const row = sql.record.get(merchantId);
      return row === undefined ? null : recordOf(row, lookups);
    },
    async putRecord(record) {
      const { id, integratorId, details, agreement } = record;
      const done = await commits.write(() => {
        if (!lookups.free(id, lookupIdsOf(record))) return 'taken';
        putCore(record);
        sql.putRest.run(integratorId, JSON.stringify(details), JSON.stringify(agreement), id);
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

function recordOf(row: Row, lookups: Lookups): MerchantRecord {
  const merchant = merchantOf(row);
  const details: MerchantDetails = JSON.parse(readTextOrNull(row, 'details') ?? '{}');
  const agreement: Agreement = JSON.parse(readTextOrNull(row, 'agreement') ?? '{}');
  return {
    ...merchant,
    integratorId: readTextOrNull(row, 'integrator_id'),
    lookupIds: lookups.of(merchant.id).filter((id) => id !== details.organizationId),
    // A merchant from before a field has the field's default.
    details: { ...NO_DETAILS, ...details },
    agreement: { ...DEFAULT_AGREEMENT, ...agreement },
  };
}

/** The organisation's number is a lookup id by itself (D-67). */
function lookupIdsOf(record: MerchantRecord): readonly string[] {
  const { organizationId } = record.details;
  return [...new Set([...(organizationId === null ? [] : [organizationId]), ...record.lookupIds])];
}

function agreementOf(row: Row | undefined): Agreement {
  const stored = row === undefined ? null : readTextOrNull(row, 'agreement');
  return stored === null ? DEFAULT_AGREEMENT : { ...DEFAULT_AGREEMENT, ...JSON.parse(stored) };
}

function merchantOf(row: Row): Merchant {
  const terms: Merchant['terms'] = JSON.parse(readText(row, 'terms'));
  const paymentLimit = readIntegerOrNull(row, 'payment_limit');
  return { id: readText(row, 'id'), name: readText(row, 'name'), terms, paymentLimit };
}
