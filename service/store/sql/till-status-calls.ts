import type { TillStatusStore } from '../till-status-store.ts';
import type { NamedStatements } from './named-statements.ts';
import { readInteger } from './rows.ts';
import {
  alertOf,
  anywhere,
  type TILL_STATUS_SQL,
  tillOf,
  unheardOf,
} from './till-status-tables.ts';

/** The part of the store of tills' reports that is the same on both databases. */
export function tillStatusCalls(
  sql: NamedStatements<keyof typeof TILL_STATUS_SQL>,
): Omit<TillStatusStore, 'note' | 'putAlert' | 'silence'> {
  return {
    async read(merchantId, posId) {
      const row = await sql.get('read', merchantId, posId);
      return row === undefined ? null : tillOf(row);
    },
    async page(merchantId, { search, rankMax, after, limit }) {
      const from = [after?.rank ?? -1, after?.posId ?? ''];
      const like = anywhere(search);
      return (await sql.all('page', merchantId, ...from, rankMax, like, limit)).map(tillOf);
    },
    async counts(merchantId) {
      return (await sql.all('counts', merchantId)).map((row) => ({
        rank: readInteger(row, 'place'),
        count: readInteger(row, 'number'),
      }));
    },
    async forget(merchantId, posId) {
      return (await sql.run(merchantId, 'forget', merchantId, posId)) === 1;
    },
    alert: async (merchantId) => alertOf(await sql.get('alert', merchantId)),
    async overdue(now, listening, silentAfter, limit) {
      return (await sql.all('overdue', now, silentAfter, now - listening, limit)).map(unheardOf);
    },
    async postpone({ merchantId, posId, received }, due) {
      await sql.run(merchantId, 'postpone', due, merchantId, posId, received);
    },
    async silentInAll() {
      const row = await sql.get('silentInAll');
      return row === undefined ? 0 : readInteger(row, 'number');
    },
    silentTills: async (limit) => (await sql.all('silentTills', limit)).map(unheardOf),
  };
}
