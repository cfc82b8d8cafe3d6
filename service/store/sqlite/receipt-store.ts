import type { DatabaseSync } from 'node:sqlite';
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
import { readInteger, readIntegerOrNull, readText } from '../sql/rows.ts';
import { SERVICE } from '../store.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';

export function createReceiptStore(database: DatabaseSync, commits: GroupCommit): ReceiptStore {
  const sql = prepareAll(database, RECEIPT_SQL);
  const count = (row: ReturnType<typeof sql.waiting.get>) =>
    row === undefined ? 0 : readInteger(row, 'number');
  return {
    put: (receipt) =>
      commits.write(receipt.merchantId, () => sql.put.run(...receiptRow(receipt)).changes === 1),
    read: async (merchantId, hash) => receiptOf(sql.read.get(hash, merchantId)),
    open: async (hash) => receiptOf(sql.open.get(hash)),
    async ofPayment(merchantId, tid, limit) {
      return sql.ofPayment.all(merchantId, tid, limit).flatMap((row) => receiptOf(row) ?? []);
    },
    async leftOut(merchantId, span, limit) {
      const rows = sql.leftOut.all(...leftOutParameters(merchantId, span, limit));
      return rows.map((row) => readInteger(row, 'number'));
    },
    sweep: (before, limit) =>
      commits.write(SERVICE, () => {
        const rows = sql.old.all(before, limit);
        for (const row of rows) {
          sql.forgetEmails.run(readText(row, 'code_hash'));
          sql.forget.run(readText(row, 'code_hash'));
        }
        return rows.length;
      }),
    async oldest() {
      const row = sql.oldest.get();
      return row === undefined ? null : readInteger(row, 'received');
    },
    order: (merchantId, { hash, id, address, at }, { ofReceipt, ofShop, since }) =>
      commits.write(merchantId, () => {
        if (sql.isOrdered.get(hash, id) !== undefined) return 'known';
        if (count(sql.ofReceipt.get(hash)) >= ofReceipt) return 'receipt_full';
        if (count(sql.ofShop.get(merchantId, since)) >= ofShop) return 'shop_full';
        sql.order.run(hash, id, merchantId, address, at, at);
        return 'ordered';
      }),
    async dueShops(now) {
      return sql.dueShops.all(now).map((row) => readText(row, 'merchant_id'));
    },
    claim: (merchantId, now, lease, limit) =>
      commits.write(merchantId, () =>
        sql.due.all(merchantId, merchantId, now, limit).flatMap((row) => {
          const key = [readText(row, 'code_hash'), readText(row, 'id')];
          return sql.claim.all(lease, lease, ...key).map(dueEmailOf);
        }),
      ),
    async end({ merchantId, hash, id, lease }, state) {
      await commits.write(merchantId, () => sql.end.run(state, hash, id, lease));
    },
    async later({ merchantId, hash, id, lease }, due, attempt) {
      await commits.write(merchantId, () =>
        sql.later.run(due, ...attemptRow(attempt), hash, id, lease),
      );
    },
    giveUp: (now, orderedUntil) =>
      commits.write(SERVICE, () => Number(sql.giveUp.run(now, orderedUntil).changes)),
    async nextDue(now) {
      const row = sql.nextDue.get(now);
      return row === undefined ? null : readInteger(row, 'due');
    },
    waiting: async () => count(sql.waiting.get()),
    async oldestWaiting() {
      const row = sql.oldestWaiting.get();
      return row === undefined ? null : readIntegerOrNull(row, 'at');
    },
    emailsOf: async (hash) => sql.emailsOf.all(hash).map(emailStateOf),
  };
}
