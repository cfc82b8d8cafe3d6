import type { CatalogueStore } from '../catalogue-store.ts';
import { catalogueCalls } from '../sql/catalogue-calls.ts';
import { CATALOGUE_SQL } from '../sql/catalogue-tables.ts';
import { NO_EFFECTS } from '../store.ts';
import type { Commits } from './commits.ts';
import type { PostgresDatabase } from './database.ts';
import { namedStatements } from './named-statements.ts';
import { statements } from './statements.ts';

const SQL = statements(CATALOGUE_SQL);

export function createCatalogueStore(database: PostgresDatabase, commits: Commits): CatalogueStore {
  return {
    ...catalogueCalls(namedStatements(database, SQL)),
    async put(merchantId, next, message, dropTo) {
      const { version, at, by, differences, changed, document } = next;
      const effects = await commits.write({
        merchantId,
        at,
        changed: null,
        run: async (transaction) => {
          const row = [version, at, by, differences, changed, document];
          if ((await transaction.run(SQL.put, merchantId, ...row)) !== 1) return null;
          transaction.send(SQL.drop, merchantId, dropTo);
          transaction.send(SQL.clear, merchantId, message.channel);
          return { ...NO_EFFECTS, messages: [message] };
        },
      });
      return effects !== null;
    },
  };
}
