import type { DatabaseSync, StatementResultingChanges, StatementSync } from 'node:sqlite';
import { dueAt } from '../../../shared/payment/due-at.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import { paymentOf, stateOf } from '../sql/payment-rows.ts';
import { insertParameters, listParameters, PAYMENT_SQL } from '../sql/payments.ts';
import { type Row, readInteger, readText } from '../sql/rows.ts';
import type { Effects, PaymentStore } from '../store.ts';
import type { EffectWriter } from './effect-writer.ts';
import type { GroupCommit } from './group-commit.ts';
import { RecentPayments } from './recent-payments.ts';
import { prepareAll } from './statements.ts';

const SQL = {
  ...PAYMENT_SQL,
  // Apart, because a column that is set has its index written again, changed or not.
  saveState: `UPDATE payment SET code = ?, version = ?, due_at = ?, state = ?,
      log_seqs = log_seqs || ?
    WHERE tid = ? AND merchant_id = ? AND version = ?`,
};

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
    const written = await commits.write(merchantId, () => {
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
        const move = [code, version, dueAt(next)] as const;
        const state = [stateOf(next), lines, tid, merchantId, version - 1] as const;
        return sameCustomer
          ? sql.saveState.run(...move, ...state)
          : sql.save.run(...move, customerId, ...state);
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
