import type { Agreement } from '../../../shared/protocol/agreement.ts';
import { ACCOUNT_SQL, accountOf } from '../sql/settlement-accounts.ts';
import type { SettlementAccountStore } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';
import type { Transaction } from './transaction.ts';

const SQL = statements(ACCOUNT_SQL);

/** Inside a transaction: makes the account of each currency that has none. */
export function makeAccounts(
  transaction: Transaction,
  merchantId: string,
  { currencies, startOfDay, frequency, payoutDelay }: Agreement,
): void {
  for (const currency of currencies) {
    const id = `${merchantId}.${currency}`;
    transaction.send(SQL.make, id, merchantId, currency, startOfDay, frequency, payoutDelay);
  }
}

export function createSettlementAccountStore(database: PostgresDatabase): SettlementAccountStore {
  return {
    async read(merchantId, id) {
      const row = await database.get(SQL.read, merchantId, id);
      return row === undefined ? null : accountOf(row);
    },
    async ofMerchant(merchantId) {
      return (await database.all(SQL.ofMerchant, merchantId)).map(accountOf);
    },
    async update(merchantId, id, { payoutAccount, frequency }) {
      return (
        (await database
          .writesOf(merchantId)
          .run(SQL.update, payoutAccount, frequency, merchantId, id)) === 1
      );
    },
    async everyMerchants(after, limit) {
      return (await database.all(SQL.everyMerchants, after ?? '', limit)).map(accountOf);
    },
  };
}
