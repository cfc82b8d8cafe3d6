import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { AttachmentStore } from '../attachment-store.ts';
import { SERVICE } from '../owners.ts';
import { ATTACHMENT_SQL } from '../sql/attachments.ts';
import { readBytes, readInteger, readText } from '../sql/rows.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';

const SQL = statements({
  ...ATTACHMENT_SQL,
  // Uploads to one payment take turns, so that they count what is there and number themselves.
  lock: 'SELECT 1 FROM payment WHERE tid = ? FOR NO KEY UPDATE',
});

export function createAttachmentStore(database: PostgresDatabase): AttachmentStore {
  return {
    add: ({ addressHash, expires }, attachments) =>
      database.writesOf(attachments[0]?.merchantId ?? SERVICE).transaction(async (transaction) => {
        const [first] = attachments;
        if (first === undefined) throw new Error('an upload has at least one part');
        transaction.send(SQL.lock, first.tid);
        const row = await transaction.get(SQL.count, first.merchantId, first.tid);
        const before = row === undefined ? 0 : readInteger(row, 'n');
        if (before + attachments.length > LIMITS.attachmentsPerPaymentMax) return 'full';
        if ((await transaction.run(SQL.use, addressHash, expires)) !== 1) return 'used';
        for (const [index, attachment] of attachments.entries()) {
          const { id, merchantId, tid, contentType, size, at, body } = attachment;
          const columns = [id, merchantId, tid, before + index, contentType, size, at, body];
          transaction.send(SQL.insert, ...columns);
        }
        return 'written';
      }),
    async ofPayment(merchantId, tid) {
      return (await database.all(SQL.ofPayment, merchantId, tid)).map((row) => ({
        id: readText(row, 'id'),
        merchantId: readText(row, 'merchant_id'),
        tid: readText(row, 'tid'),
        contentType: readText(row, 'content_type'),
        size: readInteger(row, 'size'),
        at: readInteger(row, 'at'),
      }));
    },
    async body(merchantId, tid, id) {
      const row = await database.get(SQL.body, id, merchantId, tid);
      return row === undefined ? null : readBytes(row, 'body');
    },
    async sweep(now) {
      await database.writesOf(SERVICE).run(SQL.sweep, now);
    },
  };
}
