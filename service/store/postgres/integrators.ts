import { SERVICE } from '../owners.ts';
import { INTEGRATOR_SQL, integratorOf } from '../sql/integrators.ts';
import type { IntegratorStore } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { lookup } from './lookups.ts';
import { statements } from './statements.ts';

const SQL = statements(INTEGRATOR_SQL);
const READ = lookup(INTEGRATOR_SQL.read);

export function createIntegratorStore(database: PostgresDatabase): IntegratorStore {
  return {
    async read(integratorId) {
      const row = await database.find(READ, integratorId);
      return row === undefined ? null : integratorOf(row);
    },
    async put({ id, name, netmask, publicKey }) {
      await database.writesOf(SERVICE).run(SQL.put, id, name, netmask, publicKey);
    },
    async list(after, limit) {
      return (await database.all(SQL.list, after ?? '', limit)).map(integratorOf);
    },
  };
}
