import type { PosOutput } from '../../../shared/protocol/pos.ts';
import { POS_SQL } from '../sql/pos.ts';
import { readText } from '../sql/rows.ts';
import type { PosStore } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';

const SQL = statements(POS_SQL);

export function createPosStore(database: PostgresDatabase): PosStore {
  async function read(merchantId: string, id: string): Promise<PosOutput | null> {
    const row = await database.get(SQL.read, merchantId, id);
    if (row === undefined) return null;
    const pos: PosOutput = JSON.parse(readText(row, 'body'));
    return pos;
  }

  return {
    async create(merchantId, { id, name, type, location }) {
      const body: PosOutput = { id, name, type, location };
      const count = await database
        .writesOf(merchantId)
        .run(SQL.insert, merchantId, id, JSON.stringify(body));
      if (count === 1) return { created: true, pos: body };
      return { created: false, pos: (await read(merchantId, id)) ?? body };
    },
    read,
    async list(merchantId, after, limit) {
      const rows = await database.all(SQL.list, merchantId, after ?? '', limit);
      return rows.map((row) => readText(row, 'id'));
    },
    async listBack(merchantId, before, limit) {
      const rows =
        before === null
          ? await database.all(SQL.listLast, merchantId, limit)
          : await database.all(SQL.listBack, merchantId, before, limit);
      return rows.map((row) => readText(row, 'id'));
    },
    async update(merchantId, id, change) {
      const body: PosOutput = { id, ...change };
      return (
        (await database
          .writesOf(merchantId)
          .run(SQL.update, JSON.stringify(body), merchantId, id)) === 1
      );
    },
    async remove(merchantId, id) {
      return (await database.writesOf(merchantId).run(SQL.remove, merchantId, id)) === 1;
    },
  };
}
