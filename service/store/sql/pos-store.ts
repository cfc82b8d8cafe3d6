import type { PosOutput } from '../../../shared/protocol/pos.ts';
import type { PosStore } from '../store.ts';
import type { POS_SQL } from './merchant-tables.ts';
import { idPages, type NamedStatements } from './named-statements.ts';
import { readText } from './rows.ts';

export function createPosStore(sql: NamedStatements<keyof typeof POS_SQL>): PosStore {
  async function read(merchantId: string, id: string): Promise<PosOutput | null> {
    const row = await sql.get('read', merchantId, id);
    if (row === undefined) return null;
    const pos: PosOutput = JSON.parse(readText(row, 'body'));
    return pos;
  }

  return {
    async create(merchantId, { id, name, type, location }) {
      const body: PosOutput = { id, name, type, location };
      const written = await sql.run(merchantId, 'insert', merchantId, id, JSON.stringify(body));
      if (written === 1) return { created: true, pos: body };
      return { created: false, pos: (await read(merchantId, id)) ?? body };
    },
    read,
    ...idPages(sql),
    async update(merchantId, id, change) {
      const body: PosOutput = { id, ...change };
      return (await sql.run(merchantId, 'update', JSON.stringify(body), merchantId, id)) === 1;
    },
    async remove(merchantId, id) {
      return (await sql.run(merchantId, 'remove', merchantId, id)) === 1;
    },
  };
}
