import type { Client } from 'pg';
import { storeError } from './errors.ts';
import type { Servers } from './servers.ts';
import { statement } from './statements.ts';
import type { Transaction } from './transaction.ts';

/** Next to the number of the migrations' lock, which is held only for a moment. */
const LOCK = 7_413_600_047;

/** Runs `work` under a lock of the whole database, on a separate connection. */
export async function alone<T>(servers: Servers, work: () => Promise<T>): Promise<T> {
  let client: Client | null = null;
  try {
    client = await servers.connect();
    await client.query(`SELECT pg_advisory_lock(${LOCK})`);
  } catch (error) {
    await client?.end().catch(() => {});
    throw storeError(error);
  }
  try {
    return await work();
  } finally {
    // The lock ends with its connection.
    await client.end().catch(() => {});
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
