import type { DatabaseSync } from 'node:sqlite';
import type { UserStore } from '../store.ts';
import type { GroupCommit } from './group-commit.ts';
import { readInteger, readText, readTextOrNull } from './rows.ts';
import { prepareAll } from './statements.ts';

const SQL = {
  read: `SELECT id, label, netmask, secret_hash, public_key, version FROM api_user
    WHERE merchant_id = ? AND id = ?`,
  put: `INSERT INTO api_user (merchant_id, id, label, netmask, secret_hash, public_key, version)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, id) DO UPDATE SET label = excluded.label, netmask = excluded.netmask,
      secret_hash = excluded.secret_hash, public_key = excluded.public_key,
      version = excluded.version`,
  // A signature whose window has passed may be overwritten: it would be refused as stale anyway.
  use: `INSERT INTO used_signature (merchant_id, user_id, hash, expires) VALUES (?, ?, ?, ?)
    ON CONFLICT (merchant_id, user_id, hash) DO UPDATE SET expires = excluded.expires
      WHERE used_signature.expires <= ?`,
  sweep: 'DELETE FROM used_signature WHERE expires <= ?',
};

export function createUserStore(database: DatabaseSync, commits: GroupCommit): UserStore {
  const sql = prepareAll(database, SQL);
  return {
    async read(merchantId, userId) {
      const row = sql.read.get(merchantId, userId);
      if (row === undefined) return null;
      return {
        id: readText(row, 'id'),
        label: readTextOrNull(row, 'label'),
        netmask: readTextOrNull(row, 'netmask'),
        secretHash: readTextOrNull(row, 'secret_hash'),
        publicKey: readTextOrNull(row, 'public_key'),
        version: readInteger(row, 'version'),
      };
    },
    async put(merchantId, user) {
      await commits.write(() =>
        sql.put.run(
          merchantId,
          user.id,
          user.label,
          user.netmask,
          user.secretHash,
          user.publicKey,
          user.version,
        ),
      );
    },
    async useSignature(merchantId, userId, hash, now, expires) {
      return commits.write(() => sql.use.run(merchantId, userId, hash, expires, now).changes === 1);
    },
    async sweep(now) {
      await commits.write(() => sql.sweep.run(now));
    },
  };
}
