import { dueAt } from '../../../shared/payment/moves.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import type { AttachmentStore } from '../payment-store.ts';
import {
  ATTACHMENT_SQL,
  attachmentOf,
  insertParameters,
  listOfStatuses,
  listStatement,
  livePaymentsOf,
  PAYMENT_SQL,
  pageOf,
  paymentOf,
  stateOf,
  unmatchedOf,
} from '../sql/payment-tables.ts';
import {
  duePlaceOf,
  FIRST_PLACE,
  type Row,
  readBytes,
  readInteger,
  readText,
} from '../sql/rows.ts';
import { type ChangeElsewhere, type Effects, type PaymentStore, SERVICE } from '../store.ts';
import type { Commits } from './commits.ts';
import type { PostgresDatabase } from './database.ts';
import { dueRows } from './due-rows.ts';
import { lookup } from './lookups.ts';
import { withScans } from './shortlink-store.ts';
import { statements } from './statements.ts';

const SQL = statements({
  ...PAYMENT_SQL,
  listOfStatuses: listOfStatuses({
    table: 'payment',
    // Only this index has such a range and order, so the server cannot read all statuses by another one.
    range: (code) => `(code / 1000, created, tid) < (${code}, ?, ?)
        AND (code / 1000, created, tid) >= (${code}, ?, '')`,
    order: 'code / 1000 DESC, created DESC, tid DESC',
  }),
});

const BY_TID = lookup(PAYMENT_SQL.byTid);
const BY_TID_ALONE = lookup(PAYMENT_SQL.byTidAlone);
const BY_POS_TID = lookup(PAYMENT_SQL.byPosTid);
const BY_RID = lookup(PAYMENT_SQL.byRid);

type PaymentStoreDeps = {
  readonly database: PostgresDatabase;
  readonly commits: Commits;
  readonly wall: Clock;
};

export function createPaymentStore({ database, commits, wall }: PaymentStoreDeps): PaymentStore {
  return { ...createReads(database, wall), ...createWrites(database, commits) };
}

type Writes = Pick<PaymentStore, 'create' | 'save'>;

function createWrites(database: PostgresDatabase, commits: Commits): Writes {
  return {
    async create(payment, effects) {
      const { merchantId, request, permission, tid } = payment;
      const written = await write(commits, payment, effects, (transaction) => {
        const inserted = transaction.payments.write('insert', tid, insertParameters(payment));
        if (permission === null) return inserted;
        return inserted.then(async (count) => {
          if (count === 1) transaction.send(SQL.joinPermission, permission.rid, merchantId, tid);
          return count;
        });
      });
      if (written) return { created: true, payment };
      const row = await database.get(SQL.byPosTid, merchantId, request.pos_id, request.pos_tid);
      if (row === undefined) throw new Error('a payment that exists cannot be read');
      return { created: false, payment: paymentOf(row) };
    },
    save(next, effects) {
      const { code, version, customerId, tid, merchantId } = next;
      const cells = [tid, merchantId, code, version, dueAt(next), customerId, stateOf(next)];
      return write(commits, next, effects, (transaction) =>
        transaction.payments.write('save', tid, cells),
      );
    },
  };
}

type Run = (transaction: Parameters<typeof withScans>[0]) => Promise<number>;

/** Runs one statement with its effects in one commit; true when it found its row. */
async function write(
  commits: Commits,
  { merchantId, tid, customerId, modified }: Payment,
  effects: Effects,
  run: Run,
): Promise<boolean> {
  const changed: ChangeElsewhere = { kind: 'payment', merchantId, id: tid, customerId };
  const written = await commits.write({
    merchantId,
    at: modified,
    changed,
    run: (transaction) =>
      withScans(transaction, run(transaction), { merchantId, id: tid }, effects),
  });
  return written !== null;
}

function createReads(database: PostgresDatabase, wall: Clock): Omit<PaymentStore, keyof Writes> {
  const read = (row: Row | undefined) => (row === undefined ? null : paymentOf(row));
  const due = dueRows(database, wall, { table: 'payment', key: 'tid' });
  return {
    async byTid(merchantId, tid) {
      return read(await database.find(BY_TID, tid, merchantId));
    },
    async byTidForCustomer(tid) {
      return read(await database.find(BY_TID_ALONE, tid));
    },
    async byPosTid(merchantId, posId, posTid) {
      return read(await database.find(BY_POS_TID, merchantId, posId, posTid));
    },
    async byRid(merchantId, rid) {
      return read(await database.find(BY_RID, rid, merchantId));
    },
    async list(merchantId, query) {
      const rows = await database.all(...listStatement(SQL, merchantId, query));
      return pageOf(rows, query.limit);
    },
    async listening(merchantId, shortlinkId, limit) {
      return (await database.all(SQL.listening, shortlinkId, merchantId, limit)).map(paymentOf);
    },
    async ofCustomer(customerId, limit) {
      return (await database.all(SQL.ofCustomer, customerId, limit)).map(paymentOf);
    },
    async due(now, limit) {
      return (await due.take(now, limit)).map((row) => ({
        merchantId: readText(row, 'merchant_id'),
        tid: readText(row, 'tid'),
      }));
    },
    async ahead({ now, latest }, after, limit) {
      const { due: from, id } = after ?? FIRST_PLACE;
      const rows = await database.all(SQL.ahead, from, id, now, latest, limit);
      return rows.map((row) => duePlaceOf(row, 'tid'));
    },
    nextDue: due.next,
    live: async (until) => (await database.all(SQL.live, until)).map(livePaymentsOf),
    unmatched: async (until, limit) =>
      (await database.all(SQL.unmatched, until, limit)).map(unmatchedOf),
  };
}

const ATTACHMENT = statements({
  ...ATTACHMENT_SQL,
  // Uploads to one payment run one after the other, so that they can count and number the
  // attachments.
  lock: 'SELECT 1 FROM payment WHERE tid = ? FOR NO KEY UPDATE',
});

export function createAttachmentStore(database: PostgresDatabase): AttachmentStore {
  return {
    add: ({ addressHash, expires }, attachments) =>
      database.writesOf(attachments[0]?.merchantId ?? SERVICE).transaction(async (transaction) => {
        const [first] = attachments;
        if (first === undefined) throw new Error('an upload has at least one part');
        transaction.send(ATTACHMENT.lock, first.tid);
        const row = await transaction.get(ATTACHMENT.count, first.merchantId, first.tid);
        const before = row === undefined ? 0 : readInteger(row, 'n');
        if (before + attachments.length > LIMITS.attachmentsPerPaymentMax) return 'full';
        if ((await transaction.run(ATTACHMENT.use, addressHash, expires)) !== 1) return 'used';
        for (const [index, attachment] of attachments.entries()) {
          const { id, merchantId, tid, contentType, size, at, body } = attachment;
          const columns = [id, merchantId, tid, before + index, contentType, size, at, body];
          transaction.send(ATTACHMENT.insert, ...columns);
        }
        return 'written';
      }),
    async ofPayment(merchantId, tid) {
      return (await database.all(ATTACHMENT.ofPayment, merchantId, tid)).map(attachmentOf);
    },
    async body(merchantId, tid, id) {
      const row = await database.get(ATTACHMENT.body, id, merchantId, tid);
      return row === undefined ? null : readBytes(row, 'body');
    },
    async sweep(now) {
      await database.writesOf(SERVICE).run(ATTACHMENT.sweep, now);
    },
  };
}
