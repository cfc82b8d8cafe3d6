import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { CatalogueStore } from '../catalogue-store.ts';
import { catalogueCalls } from '../sql/catalogue-calls.ts';
import { CATALOGUE_SQL } from '../sql/catalogue-tables.ts';
import { NO_EFFECTS } from '../store.ts';
import { type Commits, Undone } from './commits.ts';
import type { PostgresDatabase } from './database.ts';
import { namedStatements } from './named-statements.ts';
import { statements } from './statements.ts';

const SQL = statements(CATALOGUE_SQL);

export function createCatalogueStore(database: PostgresDatabase, commits: Commits): CatalogueStore {
  return {
    ...catalogueCalls(namedStatements(database, SQL)),
    async put(merchantId, next, message, dropTo, { taken, left }) {
      const { version, at, by, differences, changed, document } = next;
      const effects = await commits.write({
        merchantId,
        at,
        changed: null,
        run: async (transaction) => {
          const row = [version, at, by, differences, changed, document];
          if ((await transaction.run(SQL.put, merchantId, ...row)) !== 1) return null;
          const takes = taken.map((name) => transaction.run(SQL.takePicture, merchantId, name));
          // A sweep has removed one since the caller looked.
          if ((await Promise.all(takes)).some((count) => count !== 1)) throw new Undone();
          transaction.send(SQL.drop, merchantId, dropTo);
          transaction.send(SQL.forget, merchantId, version - LIMITS.catalogueHistoryKept);
          for (const name of left) {
            transaction.send(SQL.leavePicture, version - 1, merchantId, name);
          }
          transaction.send(SQL.dropPictures, at, merchantId, dropTo);
          transaction.send(SQL.clear, merchantId, message.channel);
          return { ...NO_EFFECTS, messages: [message] };
        },
      });
      return effects !== null;
    },
  };
}
