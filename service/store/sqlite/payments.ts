import type { DatabaseSync, StatementResultingChanges, StatementSync } from 'node:sqlite';
import { dueAt } from '../../../shared/payment/due-at.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import type { Effects, PaymentQuery, PaymentStore } from '../store.ts';
import type { EffectWriter } from './effect-writer.ts';
import type { GroupCommit } from './group-commit.ts';
import { paymentOf, stateOf } from './payment-rows.ts';
import { RecentPayments } from './recent-payments.ts';
import { type Row, readInteger, readText } from './rows.ts';
import { prepareAll } from './statements.ts';

const SQL = {
  insert: `INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at,
    customer_id, shortlink_id, request, state, log_seqs)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, pos_id, pos_tid) DO NOTHING`,
  byTid: 'SELECT request, state FROM payment WHERE tid = ? AND merchant_id = ?',
  byTidAlone: 'SELECT request, state FROM payment WHERE tid = ?',
  byPosTid: `SELECT request, state FROM payment
    WHERE merchant_id = ? AND pos_id = ? AND pos_tid = ?`,
  byRid: `SELECT request, state FROM payment
    WHERE tid = (SELECT tid FROM payment_permission WHERE rid = ? AND merchant_id = ?)`,
  joinPermission: 'INSERT INTO payment_permission (rid, merchant_id, tid) VALUES (?, ?, ?)',
  // The version decides every race: of two writers only one finds the row it read.
  save: `UPDATE payment SET code = ?, version = ?, due_at = ?, state = ?, log_seqs = log_seqs || ?
    WHERE tid = ? AND merchant_id = ? AND version = ?`,
  // Apart, because a column that is set has its index written again, changed or not.
  saveCustomer: `UPDATE payment SET code = ?, version = ?, due_at = ?, state = ?,
      log_seqs = log_seqs || ?, customer_id = ?
    WHERE tid = ? AND merchant_id = ? AND version = ?`,
  list: `SELECT request, state FROM payment
    WHERE merchant_id = ? AND created >= ? AND created < ? AND (created, tid) < (?, ?)
      AND ((? AND code = 1003) OR (? AND code = 3008) OR (? AND code = 2000) OR (? AND code >= 4000))
    ORDER BY created DESC, tid DESC LIMIT ?`,
  listening: `SELECT request, state FROM payment WHERE shortlink_id = ? AND merchant_id = ?
    AND shortlink_id IS NOT NULL AND customer_id IS NULL AND code = 1003
    ORDER BY created DESC LIMIT ?`,
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
  effects: EffectWriter,
): PaymentStore {
  const sql = prepareAll(database, SQL);
  const recent = new RecentPayments();
  return { ...createReads(sql, recent), ...createWrites(sql, commits, effects, recent) };
}

type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;
type Writes = Pick<PaymentStore, 'create' | 'save'>;

function createWrites(
  sql: Statements,
  commits: GroupCommit,
  writer: EffectWriter,
  recent: RecentPayments,
): Writes {
  /**
   * Runs one statement with its effects in one commit; true when it found its row. It is given the
   * numbers of its lines in the log as the row keeps them.
   */
  async function write(
    payment: Payment,
    effects: Effects,
    run: (lines: string) => StatementResultingChanges,
  ): Promise<boolean> {
    const { merchantId, tid, modified } = payment;
    const written = await commits.write(() => {
      const numbers = writer.numbers(merchantId, effects);
      const found = run(numbers.map((number) => `,${number}`).join('')).changes === 1;
      if (found) writer.append(merchantId, modified, tid, effects);
      return found;
    });
    if (written) {
      recent.wrote(payment);
      writer.announce(merchantId, effects);
    }
    return written;
  }

  return {
    async create(payment, effects) {
      const { merchantId, request, permission, tid } = payment;
      const written = await write(payment, effects, (lines) => {
        const inserted = sql.insert.run(...insertParameters(payment), lines);
        if (inserted.changes === 1 && permission !== null) {
          sql.joinPermission.run(permission.rid, merchantId, tid);
        }
        return inserted;
      });
      if (written) return { created: true, payment };
      const row = sql.byPosTid.get(merchantId, request.pos_id, request.pos_tid);
      if (row === undefined) throw new Error('a payment that exists cannot be read');
      return { created: false, payment: paymentOf(row) };
    },
    save(next, effects) {
      const { code, version, customerId, tid, merchantId } = next;
      const before = recent.get(tid);
      const sameCustomer = before?.version === version - 1 && before.customerId === customerId;
      return write(next, effects, (lines) => {
        const state = [code, version, dueAt(next), stateOf(next), lines] as const;
        const row = [tid, merchantId, version - 1] as const;
        return sameCustomer
          ? sql.save.run(...state, ...row)
          : sql.saveCustomer.run(...state, customerId, ...row);
      });
    },
  };
}

function createReads(sql: Statements, recent: RecentPayments): Omit<PaymentStore, keyof Writes> {
  const read = (row: Row | undefined) => (row === undefined ? null : paymentOf(row));
  return {
    async byTid(merchantId, tid) {
      const known = recent.get(tid);
      if (known !== null) return known.merchantId === merchantId ? known : null;
      return read(sql.byTid.get(tid, merchantId));
    },
    async byTidForCustomer(tid) {
      return recent.get(tid) ?? read(sql.byTidAlone.get(tid));
    },
    async byPosTid(merchantId, posId, posTid) {
      return read(sql.byPosTid.get(merchantId, posId, posTid));
    },
    async byRid(merchantId, rid) {
      return read(sql.byRid.get(rid, merchantId));
    },
    async list(merchantId, query) {
      const rows = sql.list.all(...listParameters(merchantId, query));
      const items = rows.slice(0, query.limit).map(paymentOf);
      const last = items.at(-1);
      const more = rows.length > query.limit && last !== undefined;
      return { items, next: more ? { created: last.created, tid: last.tid } : null };
    },
    async listening(merchantId, shortlinkId, limit) {
      return sql.listening.all(shortlinkId, merchantId, limit).map(paymentOf);
    },
    async ofCustomer(customerId, limit) {
      return sql.ofCustomer.all(customerId, limit).map(paymentOf);
    },
    async due(now, limit) {
      return sql.due.all(now, limit).map((row) => ({
        merchantId: readText(row, 'merchant_id'),
        tid: readText(row, 'tid'),
      }));
    },
    async nextDue() {
      const row = sql.nextDue.get();
      return row === undefined ? null : readInteger(row, 'due_at');
    },
  };
}

function insertParameters(payment: Payment): (string | number | null)[] {
  const { request } = payment;
  return [
    payment.tid,
    payment.merchantId,
    request.pos_id,
    request.pos_tid,
    payment.code,
    payment.version,
    payment.created,
    dueAt(payment),
    payment.customerId,
    payment.shortlinkId,
    JSON.stringify(request),
    stateOf(payment),
  ];
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
