import type { CatalogueStore } from '../catalogue-store.ts';
import { CATALOGUE_SQL, contentOf, seenOf, versionOf } from '../sql/catalogue-tables.ts';
import { readBytes, readInteger, readText } from '../sql/rows.ts';
import { NO_EFFECTS } from '../store.ts';
import type { Commits } from './commits.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';

const SQL = statements(CATALOGUE_SQL);

export function createCatalogueStore(database: PostgresDatabase, commits: Commits): CatalogueStore {
  return {
    newest: async (merchantId) => contentOf(await database.get(SQL.newest, merchantId)),
    read: async (merchantId, version) =>
      contentOf(await database.get(SQL.read, merchantId, version)),
    async history(merchantId, before, limit) {
      return (await database.all(SQL.history, merchantId, before, limit)).map(versionOf);
    },
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
    async picture(merchantId, name) {
      const row = await database.get(SQL.picture, merchantId, name);
      if (row === undefined) return null;
      return { type: readText(row, 'type'), image: readBytes(row, 'image') };
    },
    async pictures(merchantId, names) {
      const rows = await Promise.all(
        names.map((name) => database.get(SQL.hasPicture, merchantId, name)),
      );
      return rows.flatMap((row) => (row === undefined ? [] : [readText(row, 'name')]));
    },
    async putPicture(merchantId, name, { type, image }) {
      await database.writesOf(merchantId).run(SQL.putPicture, merchantId, name, type, image);
    },
    async note(merchantId, { posId, version, problem, at }) {
      await database.writesOf(merchantId).run(SQL.note, merchantId, posId, version, problem, at);
    },
    async newestVersion(merchantId) {
      const row = await database.get(SQL.newestVersion, merchantId);
      return row === undefined ? 0 : readInteger(row, 'version');
    },
    async seenBy(merchantId, posId) {
      const row = await database.get(SQL.seenBy, merchantId, posId);
      return row === undefined ? null : seenOf(row);
    },
    async seen(merchantId, limit) {
      return (await database.all(SQL.seen, merchantId, limit)).map(seenOf);
    },
  };
}
