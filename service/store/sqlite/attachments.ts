import type { DatabaseSync } from 'node:sqlite';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { AttachmentStore } from '../attachment-store.ts';
import { SERVICE } from '../owners.ts';
import { ATTACHMENT_SQL } from '../sql/attachments.ts';
import { readBytes, readInteger, readText } from '../sql/rows.ts';
import type { GroupCommit } from './group-commit.ts';
import { prepareAll } from './statements.ts';

export function createAttachmentStore(
  database: DatabaseSync,
  commits: GroupCommit,
): AttachmentStore {
  const sql = prepareAll(database, ATTACHMENT_SQL);
  return {
    add: ({ addressHash, expires }, attachments) =>
      commits.write(attachments[0]?.merchantId ?? SERVICE, () => {
        const [first] = attachments;
        if (first === undefined) throw new Error('an upload has at least one part');
        const row = sql.count.get(first.merchantId, first.tid);
        const before = row === undefined ? 0 : readInteger(row, 'n');
        if (before + attachments.length > LIMITS.attachmentsPerPaymentMax) return 'full';
        if (sql.use.run(addressHash, expires).changes !== 1) return 'used';
        for (const [index, attachment] of attachments.entries()) {
          const { id, merchantId, tid, contentType, size, at, body } = attachment;
          sql.insert.run(id, merchantId, tid, before + index, contentType, size, at, body);
        }
        return 'written';
      }),
    async ofPayment(merchantId, tid) {
      return sql.ofPayment.all(merchantId, tid).map((row) => ({
        id: readText(row, 'id'),
        merchantId: readText(row, 'merchant_id'),
        tid: readText(row, 'tid'),
        contentType: readText(row, 'content_type'),
        size: readInteger(row, 'size'),
        at: readInteger(row, 'at'),
      }));
    },
    async body(merchantId, tid, id) {
      const row = sql.body.get(id, merchantId, tid);
      return row === undefined ? null : readBytes(row, 'body');
    },
    async sweep(now) {
      await commits.write(SERVICE, () => sql.sweep.run(now));
    },
  };
}
