import { statement } from './statements.ts';
import type { Transaction } from './transaction.ts';

const LOCK = statement('SELECT 1 FROM merchant WHERE id = ? FOR NO KEY UPDATE');

/**
 * Makes writes of one merchant take turns that decide on more than one row. Those which only refer
 * to the merchant, as payments do, are not held up.
 */
export function lockMerchant(transaction: Transaction, merchantId: string): void {
  transaction.send(LOCK, merchantId);
}
