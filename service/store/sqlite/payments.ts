import type { DatabaseSync } from 'node:sqlite';
import { dueAt } from '../../../shared/payment/due-at.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import type { PaymentQuery, PaymentStore } from '../store.ts';
import type { ChannelWriter } from './channels.ts';
import type { GroupCommit } from './group-commit.ts';
import { paymentOf, stateOf } from './payment-rows.ts';
import { readInteger, readText } from './rows.ts';

const SQL = {
  insert: `INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at,
    customer_id, request, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, pos_id, pos_tid) DO NOTHING`,
  byTid: 'SELECT request, state FROM payment WHERE tid = ? AND merchant_id = ?',
  byTidAlone: 'SELECT request, state FROM payment WHERE tid = ?',
  byPosTid: `SELECT request, state FROM payment
    WHERE merchant_id = ? AND pos_id = ? AND pos_tid = ?`,
  // The version decides every race: of two writers only one finds the row it read.
  save: `UPDATE payment SET code = ?, version = ?, due_at = ?, customer_id = ?, state = ?
    WHERE tid = ? AND merchant_id = ? AND version = ?`,
  list: `SELECT request, state FROM payment
    WHERE merchant_id = ? AND created >= ? AND created < ? AND (created, tid) < (?, ?)
      AND ((? AND code = 1003) OR (? AND code = 3008) OR (? AND code = 2000) OR (? AND code >= 4000))
    ORDER BY created DESC, tid DESC LIMIT ?`,
  ofCustomer: `SELECT request, state FROM payment WHERE customer_id = ?
    ORDER BY created DESC LIMIT ?`,
  due: `SELECT merchant_id, tid FROM payment WHERE due_at IS NOT NULL AND due_at <= ?
    ORDER BY due_at LIMIT ?`,
  nextDue: 'SELECT due_at FROM payment WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1',
};

/** Sorts after every tid: they are lower case letters and digits. */
const AFTER_EVERY_TID = '~';

export function createPaymentStore(
  database: DatabaseSync,
  commits: GroupCommit,
  channels: ChannelWriter,
): PaymentStore {
  const insert = database.prepare(SQL.insert);
  const byTid = database.prepare(SQL.byTid);
  const byTidAlone = database.prepare(SQL.byTidAlone);
  const byPosTid = database.prepare(SQL.byPosTid);
  const save = database.prepare(SQL.save);
  const list = database.prepare(SQL.list);
  const ofCustomer = database.prepare(SQL.ofCustomer);
  const due = database.prepare(SQL.due);
  const nextDue = database.prepare(SQL.nextDue);

  function stored(merchantId: string, posId: string, posTid: string): Payment | null {
    const row = byPosTid.get(merchantId, posId, posTid);
    return row === undefined ? null : paymentOf(row);
  }

  return {
    async create(payment, messages) {
      const { pos_id, pos_tid } = payment.request;
      const written = await commits.write(() => {
        const { changes } = insert.run(
          payment.tid,
          payment.merchantId,
          pos_id,
          pos_tid,
          payment.code,
          payment.version,
          payment.created,
          dueAt(payment),
          payment.customerId,
          JSON.stringify(payment.request),
          stateOf(payment),
        );
        if (changes === 1) channels.append(payment.merchantId, payment.created, messages);
        return changes === 1;
      });
      if (!written) {
        const existing = stored(payment.merchantId, pos_id, pos_tid);
        if (existing === null) throw new Error('a payment that exists cannot be read');
        return { created: false, payment: existing };
      }
      channels.announce(payment.merchantId, messages);
      return { created: true, payment };
    },
    async byTid(merchantId, tid) {
      const row = byTid.get(tid, merchantId);
      return row === undefined ? null : paymentOf(row);
    },
    async byTidForCustomer(tid) {
      const row = byTidAlone.get(tid);
      return row === undefined ? null : paymentOf(row);
    },
    async byPosTid(merchantId, posId, posTid) {
      return stored(merchantId, posId, posTid);
    },
    async save(next, messages) {
      const written = await commits.write(() => {
        const { changes } = save.run(
          next.code,
          next.version,
          dueAt(next),
          next.customerId,
          stateOf(next),
          next.tid,
          next.merchantId,
          next.version - 1,
        );
        if (changes === 1) channels.append(next.merchantId, next.modified, messages);
        return changes === 1;
      });
      if (written) channels.announce(next.merchantId, messages);
      return written;
    },
    async list(merchantId, query) {
      const rows = list.all(...listParameters(merchantId, query));
      const items = rows.slice(0, query.limit).map(paymentOf);
      const last = items.at(-1);
      const more = rows.length > query.limit && last !== undefined;
      return { items, next: more ? { created: last.created, tid: last.tid } : null };
    },
    async ofCustomer(customerId, limit) {
      return ofCustomer.all(customerId, limit).map(paymentOf);
    },
    async due(now, limit) {
      return due.all(now, limit).map((row) => ({
        merchantId: readText(row, 'merchant_id'),
        tid: readText(row, 'tid'),
      }));
    },
    async nextDue() {
      const row = nextDue.get();
      return row === undefined ? null : readInteger(row, 'due_at');
    },
  };
}

function listParameters(merchantId: string, query: PaymentQuery): (string | number)[] {
  const wants = (status: PaymentQuery['statuses'][number]) =>
    query.statuses.length === 0 || query.statuses.includes(status) ? 1 : 0;
  return [
    merchantId,
    query.createdFrom ?? 0,
    query.createdTo ?? Number.MAX_SAFE_INTEGER,
    query.after?.created ?? Number.MAX_SAFE_INTEGER,
    query.after?.tid ?? AFTER_EVERY_TID,
    wants('pending'),
    wants('auth'),
    wants('ok'),
    wants('fail'),
    // One row more than asked shows whether there is a next page.
    query.limit + 1,
  ];
}
