import type { DatabaseSync } from 'node:sqlite';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { CatalogueStore } from '../catalogue-store.ts';
import { catalogueCalls } from '../sql/catalogue-calls.ts';
import { CATALOGUE_SQL } from '../sql/catalogue-tables.ts';
import type { ChannelWriter } from './channel-store.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';
import { namedStatements } from './named-statements.ts';

type CatalogueStoreDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly channels: ChannelWriter;
};

export function createCatalogueStore(deps: CatalogueStoreDeps): CatalogueStore {
  const { database, commits, channels } = deps;
  const sql = prepareAll(database, CATALOGUE_SQL);
  return {
    ...catalogueCalls(namedStatements(sql, commits)),
    async put(merchantId, next, message, dropTo, { taken, left }) {
      const { version, at, by, differences, changed, document } = next;
      const written = await commits.write(merchantId, () => {
        if (taken.some((name) => sql.hasPicture.get(merchantId, name) === undefined)) return false;
        const row = [version, at, by, differences, changed, document];
        if (sql.put.run(merchantId, ...row).changes !== 1) return false;
        sql.drop.run(merchantId, dropTo);
        sql.forget.run(merchantId, version - LIMITS.catalogueHistoryKept);
        for (const name of taken) sql.takePicture.run(merchantId, name);
        for (const name of left) sql.leavePicture.run(version - 1, merchantId, name);
        sql.dropPictures.run(at, merchantId, dropTo);
        sql.clear.run(merchantId, message.channel);
        channels.append(merchantId, at, [message]);
        return true;
      });
      if (written) channels.announce(merchantId, [message]);
      return written;
    },
  };
}
