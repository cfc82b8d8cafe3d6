import type { DatabaseSync } from 'node:sqlite';
import type { Agreement } from '../../../shared/protocol/agreement.ts';
import { ACCOUNT_SQL, accountOf } from '../sql/settlement-accounts.ts';
import type { SettlementAccountStore } from '../store.ts';
import type { GroupCommit } from './group-commit.ts';
import { prepareAll } from './statements.ts';

/** How a merchant's write makes its accounts in the same commit. */
export interface AccountMaker {
  /** Inside a transaction: makes the account of each currency that has none. */
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

  const store: SettlementAccountStore = {
    async read(merchantId, id) {
      const row = sql.read.get(merchantId, id);
      return row === undefined ? null : accountOf(row);
    },
    async ofMerchant(merchantId) {
      return sql.ofMerchant.all(merchantId).map(accountOf);
    },
    async update(merchantId, id, { payoutAccount, frequency }) {
      return commits.write(
        merchantId,
        () => sql.update.run(payoutAccount, frequency, merchantId, id).changes === 1,
      );
    },
    async everyMerchants(after, limit) {
      return sql.everyMerchants.all(after ?? '', limit).map(accountOf);
    },
  };
  return { store, maker };
}
