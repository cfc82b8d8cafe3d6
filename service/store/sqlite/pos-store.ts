import type { DatabaseSync } from 'node:sqlite';
import type { PosOutput } from '../../../shared/protocol/pos.ts';
import { POS_SQL } from '../sql/merchant-tables.ts';
import { readText } from '../sql/rows.ts';
import type { PosStore } from '../store.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';

export function createPosStore(database: DatabaseSync, commits: GroupCommit): PosStore {
  const sql = prepareAll(database, POS_SQL);

  function read(merchantId: string, id: string): PosOutput | null {
    const row = sql.read.get(merchantId, id);
    if (row === undefined) return null;
    const pos: PosOutput = JSON.parse(readText(row, 'body'));
    return pos;
  }

  return {
    async create(merchantId, pos) {
      const body: PosOutput = {
        id: pos.id,
        name: pos.name,
        type: pos.type,
        location: pos.location,
      };
      const created = await commits.write(
        merchantId,
        () => sql.insert.run(merchantId, pos.id, JSON.stringify(body)).changes === 1,
      );
      if (created) return { created, pos: body };
      return { created, pos: read(merchantId, pos.id) ?? body };
    },
    async read(merchantId, id) {
      return read(merchantId, id);
    },
    async list(merchantId, after, limit) {
      return sql.list.all(merchantId, after ?? '', limit).map((row) => readText(row, 'id'));
    },
    async listBack(merchantId, before, limit) {
      const rows =
        before === null
          ? sql.listLast.all(merchantId, limit)
          : sql.listBack.all(merchantId, before, limit);
      return rows.map((row) => readText(row, 'id'));
    },
    async update(merchantId, id, change) {
      const body: PosOutput = { id, ...change };
      return commits.write(
        merchantId,
        () => sql.update.run(JSON.stringify(body), merchantId, id).changes === 1,
      );
    },
    async remove(merchantId, id) {
      return commits.write(merchantId, () => sql.remove.run(merchantId, id).changes === 1);
    },
  };
}
