import type { DatabaseSync } from 'node:sqlite';
import type { Integrator, IntegratorStore } from '../store.ts';
import type { GroupCommit } from './group-commit.ts';
import { type Row, readText, readTextOrNull } from './rows.ts';
import { prepareAll } from './statements.ts';

const SQL = {
  read: 'SELECT id, name, netmask, public_key FROM integrator WHERE id = ?',
  put: `INSERT INTO integrator (id, name, netmask, public_key) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, netmask = excluded.netmask,
      public_key = excluded.public_key`,
  list: 'SELECT id, name, netmask, public_key FROM integrator WHERE id > ? ORDER BY id LIMIT ?',
};

export function createIntegratorStore(
  database: DatabaseSync,
  commits: GroupCommit,
): IntegratorStore {
  const sql = prepareAll(database, SQL);
  return {
    async read(integratorId) {
      const row = sql.read.get(integratorId);
      return row === undefined ? null : integratorOf(row);
    },
    async put({ id, name, netmask, publicKey }) {
      await commits.write(() => sql.put.run(id, name, netmask, publicKey));
    },
    async list(after, limit) {
      return sql.list.all(after ?? '', limit).map(integratorOf);
    },
  };
}

function integratorOf(row: Row): Integrator {
  return {
    id: readText(row, 'id'),
    name: readText(row, 'name'),
    netmask: readTextOrNull(row, 'netmask'),
    publicKey: readText(row, 'public_key'),
  };
}
