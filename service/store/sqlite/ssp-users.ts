import type { DatabaseSync } from 'node:sqlite';
import type { SspUserOutput } from '../../../shared/protocol/ssp-user.ts';
import { readText } from '../sql/rows.ts';
import { SSP_USER_SQL } from '../sql/ssp-users.ts';
import type { SspUserStore } from '../store.ts';
import type { GroupCommit } from './group-commit.ts';
import { prepareAll } from './statements.ts';

export function createSspUserStore(database: DatabaseSync, commits: GroupCommit): SspUserStore {
  const sql = prepareAll(database, SSP_USER_SQL);
  return {
    async create(merchantId, user) {
      const { legal_entities: entities, ...body } = user;
      const key = user.email.toLowerCase();
      const row = [merchantId, user.id, key, JSON.stringify(body), JSON.stringify(entities)];
      return commits.write(merchantId, () => sql.insert.run(...row).changes === 1);
    },
    async read(merchantId, id) {
      const row = sql.read.get(merchantId, id);
      if (row === undefined) return null;
      const body: Omit<SspUserOutput, 'legal_entities'> = JSON.parse(readText(row, 'body'));
      return { ...body, legal_entities: JSON.parse(readText(row, 'entities')) };
    },
    async setLegalEntities(merchantId, id, entities) {
      const text = JSON.stringify(entities);
      return commits.write(
        merchantId,
        () => sql.setEntities.run(text, merchantId, id).changes === 1,
      );
    },
    async remove(merchantId, id) {
      return commits.write(merchantId, () => {
        if (sql.remove.run(merchantId, id).changes === 1) return 'removed';
        return sql.read.get(merchantId, id) === undefined ? 'unknown' : 'has_entities';
      });
    },
  };
}
