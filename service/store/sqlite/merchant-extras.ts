import type { DatabaseSync } from 'node:sqlite';
import type { Agreement } from '../../../shared/protocol/agreement.ts';
import {
  ACCOUNT_SQL,
  INTEGRATOR_SQL,
  integratorOf,
  LOGO_SQL,
  LOOKUP_SQL,
} from '../sql/merchant-tables.ts';
import { readBytes, readText } from '../sql/rows.ts';
import { createSettlementAccountStore as sharedSettlementAccountStore } from '../sql/settlement-account-store.ts';
import {
  type IntegratorStore,
  type MerchantStore,
  SERVICE,
  type SettlementAccountStore,
} from '../store.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';
import { namedStatements } from './named-statements.ts';

/** The part of the merchants' store that stores their logos. */
export function createLogos(
  database: DatabaseSync,
  commits: GroupCommit,
): Pick<MerchantStore, 'logo' | 'putLogo'> {
  const sql = prepareAll(database, LOGO_SQL);
  return {
    async logo(merchantId) {
      const row = sql.logo.get(merchantId);
      if (row === undefined) return null;
      return { image: readBytes(row, 'image'), etag: readText(row, 'etag') };
    },
    async putLogo(merchantId, { image, etag }) {
      await commits.write(merchantId, () => sql.putLogo.run(merchantId, image, etag));
    },
  };
}

/** The ids by which integrators look merchants up (D-67). Each belongs to one merchant. */
export interface Lookups {
  of(merchantId: string): readonly string[];
  find(lookupId: string): string | null;
  /** True when no other merchant has one of the ids. */
  free(merchantId: string, ids: readonly string[]): boolean;
  /** Inside a transaction: sets the merchant's ids to exactly these. */
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

export function createIntegratorStore(
  database: DatabaseSync,
  commits: GroupCommit,
): IntegratorStore {
  const sql = prepareAll(database, INTEGRATOR_SQL);
  return {
    async read(integratorId) {
      const row = sql.read.get(integratorId);
      return row === undefined ? null : integratorOf(row);
    },
    async put({ id, name, netmask, publicKey }) {
      await commits.write(SERVICE, () => sql.put.run(id, name, netmask, publicKey));
    },
    async list(after, limit) {
      return sql.list.all(after ?? '', limit).map(integratorOf);
    },
  };
}

/** Lets a merchant's write create its accounts in the same commit. */
export interface AccountMaker {
  /** Inside a transaction: creates the account of each currency that has none. */
  make(merchantId: string, agreement: Agreement): void;
}

export function createSettlementAccountStore(
  database: DatabaseSync,
  commits: GroupCommit,
): { readonly store: SettlementAccountStore; readonly maker: AccountMaker } {
  const sql = prepareAll(database, ACCOUNT_SQL);

  const maker: AccountMaker = {
    make(merchantId, agreement) {
      const { startOfDay, frequency, payoutDelay } = agreement;
      for (const currency of agreement.currencies) {
        const id = `${merchantId}.${currency}`;
        sql.make.run(id, merchantId, currency, startOfDay, frequency, payoutDelay);
      }
    },
  };

  const store = sharedSettlementAccountStore(namedStatements(sql, commits));
  return { store, maker };
}
