import type { DatabaseSync } from 'node:sqlite';
import type { Agreement } from '../../../shared/protocol/agreement.ts';
import { FREQUENCIES, type Frequency } from '../../../shared/protocol/settlement-account.ts';
import type { SettlementAccount, SettlementAccountStore } from '../store.ts';
import type { GroupCommit } from './group-commit.ts';
import { type Row, readInteger, readText, readTextOrNull } from './rows.ts';
import { prepareAll } from './statements.ts';

/** How a merchant's write makes its accounts in the same commit. */
export interface AccountMaker {
  /** Inside a transaction: makes the account of each currency that has none. */
  make(merchantId: string, agreement: Agreement): void;
}

const COLUMNS = 'id, merchant_id, currency, start_of_day, frequency, payout_delay, payout_account';
const SQL = {
  make: `INSERT INTO settlement_account (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, NULL)
    ON CONFLICT (merchant_id, currency) DO NOTHING`,
  read: `SELECT ${COLUMNS} FROM settlement_account WHERE merchant_id = ? AND id = ?`,
  ofMerchant: `SELECT ${COLUMNS} FROM settlement_account WHERE merchant_id = ? ORDER BY currency`,
  everyMerchants: `SELECT ${COLUMNS} FROM settlement_account WHERE id > ? ORDER BY id LIMIT ?`,
  update: `UPDATE settlement_account SET payout_account = ?, frequency = COALESCE(?, frequency)
    WHERE merchant_id = ? AND id = ?`,
};

export function createSettlementAccountStore(
  database: DatabaseSync,
  commits: GroupCommit,
): { readonly store: SettlementAccountStore; readonly maker: AccountMaker } {
  const sql = prepareAll(database, SQL);

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
        () => sql.update.run(payoutAccount, frequency, merchantId, id).changes === 1,
      );
    },
    async everyMerchants(after, limit) {
      return sql.everyMerchants.all(after ?? '', limit).map(accountOf);
    },
  };
  return { store, maker };
}

function accountOf(row: Row): SettlementAccount {
  return {
    id: readText(row, 'id'),
    merchantId: readText(row, 'merchant_id'),
    currency: readText(row, 'currency'),
    startOfDay: readText(row, 'start_of_day'),
    frequency: frequencyOf(readText(row, 'frequency')),
    payoutDelay: readInteger(row, 'payout_delay'),
    payoutAccount: readTextOrNull(row, 'payout_account'),
  };
}

function frequencyOf(text: string): Frequency {
  const found = FREQUENCIES.find((frequency) => frequency === text);
  if (found === undefined) throw new TypeError('column frequency has an unknown value');
  return found;
}
