import type { DatabaseSync } from 'node:sqlite';
import type { SspUserOutput } from '../../../shared/protocol/ssp-user.ts';
import type { SspUserStore } from '../store.ts';
import type { GroupCommit } from './group-commit.ts';
import { readText } from './rows.ts';
import { prepareAll } from './statements.ts';

const NO_ENTITIES = '[]';
const SQL = {
  insert: `INSERT INTO ssp_user (merchant_id, id, email_key, body, entities) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, email_key) DO NOTHING`,
  read: 'SELECT body, entities FROM ssp_user WHERE merchant_id = ? AND id = ?',
  setEntities: 'UPDATE ssp_user SET entities = ? WHERE merchant_id = ? AND id = ?',
  remove: `DELETE FROM ssp_user WHERE merchant_id = ? AND id = ? AND entities = '${NO_ENTITIES}'`,
};

export function createSspUserStore(database: DatabaseSync, commits: GroupCommit): SspUserStore {
  const sql = prepareAll(database, SQL);
  return {
    async create(merchantId, user) {
      const { legal_entities: entities, ...body } = user;
      const key = user.email.toLowerCase();
      const row = [merchantId, user.id, key, JSON.stringify(body), JSON.stringify(entities)];
      return commits.write(() => sql.insert.run(...row).changes === 1);
    },
    async read(merchantId, id) {
      const row = sql.read.get(merchantId, id);
      if (row === undefined) return null;
      const body: Omit<SspUserOutput, 'legal_entities'> = JSON.parse(readText(row, 'body'));
      return { ...body, legal_entities: JSON.parse(readText(row, 'entities')) };
    },
    async setLegalEntities(merchantId, id, entities) {
      const text = JSON.stringify(entities);
      return commits.write(() => sql.setEntities.run(text, merchantId, id).changes === 1);
    },
    async remove(merchantId, id) {
      return commits.write(() => {
        if (sql.remove.run(merchantId, id).changes === 1) return 'removed';
        return sql.read.get(merchantId, id) === undefined ? 'unknown' : 'has_entities';
      });
    },
  };
}
