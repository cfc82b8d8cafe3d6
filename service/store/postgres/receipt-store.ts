import type { ReceiptStore } from '../receipt-store.ts';
import {
  attemptRow,
  dueEmailOf,
  emailStateOf,
  leftOutParameters,
  RECEIPT_SQL,
  receiptOf,
  receiptRow,
} from '../sql/receipt-tables.ts';
import { type Row, readInteger, readIntegerOrNull, readText } from '../sql/rows.ts';
import { SERVICE } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';

const SQL = statements({
  ...RECEIPT_SQL,
  // Two orders of a shop count one after the other.
  lockShop: 'SELECT id FROM merchant WHERE id = ? FOR NO KEY UPDATE',
  due: `${RECEIPT_SQL.due} FOR UPDATE SKIP LOCKED`,
});

const count = (row: Row | undefined) => (row === undefined ? 0 : readInteger(row, 'number'));

export function createReceiptStore(database: PostgresDatabase): ReceiptStore {
  return {
    async put(receipt) {
      const written = database.writesOf(receipt.merchantId).run(SQL.put, ...receiptRow(receipt));
      return (await written) === 1;
    },
    read: async (merchantId, hash) => receiptOf(await database.get(SQL.read, hash, merchantId)),
    open: async (hash) => receiptOf(await database.get(SQL.open, hash)),
    async ofPayment(merchantId, tid, limit) {
      const rows = await database.all(SQL.ofPayment, merchantId, tid, limit);
      return rows.flatMap((row) => receiptOf(row) ?? []);
    },
    async leftOut(merchantId, span, limit) {
      const parameters = leftOutParameters(merchantId, span, limit);
      const rows = await database.all(SQL.leftOut, ...parameters);
      return rows.map((row) => readInteger(row, 'number'));
    },
    sweep: (before, limit) =>
      database.writesOf(SERVICE).transaction(async (transaction) => {
        const rows = await transaction.all(SQL.old, before, limit);
        for (const row of rows) {
          transaction.send(SQL.forgetEmails, readText(row, 'code_hash'));
          transaction.send(SQL.forget, readText(row, 'code_hash'));
        }
        return rows.length;
      }),
    async oldest() {
      const row = await database.get(SQL.oldest);
      return row === undefined ? null : readInteger(row, 'received');
    },
    order: (merchantId, { hash, id, address, at }, { ofReceipt, ofShop, since }) =>
      database.writesOf(merchantId).transaction(async (transaction) => {
        await transaction.get(SQL.lockShop, merchantId);
        if ((await transaction.get(SQL.isOrdered, hash, id)) !== undefined) return 'known';
        if (count(await transaction.get(SQL.ofReceipt, hash)) >= ofReceipt) return 'receipt_full';
        const sent = await transaction.get(SQL.ofShop, merchantId, since);
        if (count(sent) >= ofShop) return 'shop_full';
        transaction.send(SQL.order, hash, id, merchantId, address, at, at);
        return 'ordered';
      }),
    async dueShops(now) {
      return (await database.all(SQL.dueShops, now)).map((row) => readText(row, 'merchant_id'));
    },
    claim: (merchantId, now, lease, limit) =>
      database.writesOf(merchantId).transaction(async (transaction) => {
        const claimed: Row[] = [];
        for (const row of await transaction.all(SQL.due, merchantId, merchantId, now, limit)) {
          const key = [readText(row, 'code_hash'), readText(row, 'id')];
          claimed.push(...(await transaction.all(SQL.claim, lease, lease, ...key)));
        }
        return claimed.map(dueEmailOf);
      }),
    async end({ merchantId, hash, id, lease }, state) {
      await database.writesOf(merchantId).run(SQL.end, state, hash, id, lease);
    },
    async later({ merchantId, hash, id, lease }, due, attempt) {
      const writes = database.writesOf(merchantId);
      await writes.run(SQL.later, due, ...attemptRow(attempt), hash, id, lease);
    },
    giveUp: (now, orderedUntil) => database.writesOf(SERVICE).run(SQL.giveUp, now, orderedUntil),
    async nextDue(now) {
      const row = await database.get(SQL.nextDue, now);
      return row === undefined ? null : readInteger(row, 'due');
    },
    waiting: async () => count(await database.get(SQL.waiting)),
    async oldestWaiting() {
      const row = await database.get(SQL.oldestWaiting);
      return row === undefined ? null : readIntegerOrNull(row, 'at');
    },
    emailsOf: async (hash) => (await database.all(SQL.emailsOf, hash)).map(emailStateOf),
  };
}
