import type { DatabaseSync } from 'node:sqlite';
import type { CatalogueStore } from '../catalogue-store.ts';
import { CATALOGUE_SQL, contentOf, seenOf, versionOf } from '../sql/catalogue-tables.ts';
import { readBytes, readInteger, readText } from '../sql/rows.ts';
import type { ChannelWriter } from './channel-store.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';

type CatalogueStoreDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly channels: ChannelWriter;
};

export function createCatalogueStore(deps: CatalogueStoreDeps): CatalogueStore {
  const { database, commits, channels } = deps;
  const sql = prepareAll(database, CATALOGUE_SQL);
  return {
    newest: async (merchantId) => contentOf(sql.newest.get(merchantId)),
    read: async (merchantId, version) => contentOf(sql.read.get(merchantId, version)),
    async history(merchantId, before, limit) {
      return sql.history.all(merchantId, before, limit).map(versionOf);
    },
    async put(merchantId, next, message, dropTo) {
      const { version, at, by, differences, changed, document } = next;
      const written = await commits.write(merchantId, () => {
        const row = [version, at, by, differences, changed, document];
        if (sql.put.run(merchantId, ...row).changes !== 1) return false;
        sql.drop.run(merchantId, dropTo);
        sql.clear.run(merchantId, message.channel);
        channels.append(merchantId, at, [message]);
        return true;
      });
      if (written) channels.announce(merchantId, [message]);
      return written;
    },
    async picture(merchantId, name) {
      const row = sql.picture.get(merchantId, name);
      if (row === undefined) return null;
      return { type: readText(row, 'type'), image: readBytes(row, 'image') };
    },
    async pictures(merchantId, names) {
      return names.filter((name) => sql.hasPicture.get(merchantId, name) !== undefined);
    },
    async putPicture(merchantId, name, { type, image }) {
      await commits.write(merchantId, () => sql.putPicture.run(merchantId, name, type, image));
    },
    async note(merchantId, { posId, version, problem, at }) {
      await commits.write(merchantId, () => sql.note.run(merchantId, posId, version, problem, at));
    },
    async newestVersion(merchantId) {
      const row = sql.newestVersion.get(merchantId);
      return row === undefined ? 0 : readInteger(row, 'version');
    },
    async seenBy(merchantId, posId) {
      const row = sql.seenBy.get(merchantId, posId);
      return row === undefined ? null : seenOf(row);
    },
    async seen(merchantId, limit) {
      return sql.seen.all(merchantId, limit).map(seenOf);
    },
  };
}
