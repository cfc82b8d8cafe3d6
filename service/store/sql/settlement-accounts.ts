import { FREQUENCIES, type Frequency } from '../../../shared/protocol/settlement-account.ts';
import type { SettlementAccount } from '../store.ts';
import { type Row, readInteger, readText, readTextOrNull } from './rows.ts';

export const COLUMNS =
  'id, merchant_id, currency, start_of_day, frequency, payout_delay, payout_account';

export const ACCOUNT_SQL = {
  make: `INSERT INTO settlement_account (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, NULL)
    ON CONFLICT (merchant_id, currency) DO NOTHING`,
  read: `SELECT ${COLUMNS} FROM settlement_account WHERE merchant_id = ? AND id = ?`,
  ofMerchant: `SELECT ${COLUMNS} FROM settlement_account WHERE merchant_id = ? ORDER BY currency`,
  everyMerchants: `SELECT ${COLUMNS} FROM settlement_account WHERE id > ? ORDER BY id LIMIT ?`,
  update: `UPDATE settlement_account SET payout_account = ?, frequency = COALESCE(?, frequency)
    WHERE merchant_id = ? AND id = ?`,
};

export function accountOf(row: Row): SettlementAccount {
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

export function frequencyOf(text: string): Frequency {
  const found = FREQUENCIES.find((frequency) => frequency === text);
  if (found === undefined) throw new TypeError('column frequency has an unknown value');
  return found;
}
