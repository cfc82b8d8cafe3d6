import type { DatabaseSync } from 'node:sqlite';
import { SERVICE } from '../owners.ts';
import { INTEGRATOR_SQL, integratorOf } from '../sql/integrators.ts';
import type { IntegratorStore } from '../store.ts';
import type { GroupCommit } from './group-commit.ts';
import { prepareAll } from './statements.ts';

export function createIntegratorStore(
  database: DatabaseSync,
  commits: GroupCommit,
): IntegratorStore {
  const sql = prepareAll(database, INTEGRATOR_SQL);
  return {
    async read(integratorId) {
      const row = sql.read.get(integratorId);
      return row === undefined ? null : integratorOf(row);
    },
    async put({ id, name, netmask, publicKey }) {
      await commits.write(SERVICE, () => sql.put.run(id, name, netmask, publicKey));
    },
    async list(after, limit) {
      return sql.list.all(after ?? '', limit).map(integratorOf);
    },
  };
}
