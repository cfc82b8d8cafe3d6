import type { SspUserOutput } from '../../../shared/protocol/ssp-user.ts';
import { readText } from '../sql/rows.ts';
import { SSP_USER_SQL } from '../sql/ssp-users.ts';
import type { SspUserStore } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';

const SQL = statements(SSP_USER_SQL);

export function createSspUserStore(database: PostgresDatabase): SspUserStore {
  return {
    async create(merchantId, user) {
      const { legal_entities: entities, ...body } = user;
      const key = user.email.toLowerCase();
      const row = [merchantId, user.id, key, JSON.stringify(body), JSON.stringify(entities)];
      return (await database.writesOf(merchantId).run(SQL.insert, ...row)) === 1;
    },
    async read(merchantId, id) {
      const row = await database.get(SQL.read, merchantId, id);
      if (row === undefined) return null;
      const body: Omit<SspUserOutput, 'legal_entities'> = JSON.parse(readText(row, 'body'));
      return { ...body, legal_entities: JSON.parse(readText(row, 'entities')) };
    },
    async setLegalEntities(merchantId, id, entities) {
      return (
        (await database
          .writesOf(merchantId)
          .run(SQL.setEntities, JSON.stringify(entities), merchantId, id)) === 1
      );
    },
    async remove(merchantId, id) {
      if ((await database.writesOf(merchantId).run(SQL.remove, merchantId, id)) === 1)
        return 'removed';
      const row = await database.get(SQL.read, merchantId, id);
      return row === undefined ? 'unknown' : 'has_entities';
    },
  };
}
