import type { DeliveryStore } from '../delivery-store.ts';
import { paged } from '../pages.ts';
import type { NamedReads } from './named-statements.ts';
import {
  backlogOf,
  type DELIVERY_SQL,
  DUE_FEW,
  deliveryOf,
  dueOf,
  failingHostOf,
  HOSTS_FEW,
  hostsOf,
  noteOf,
} from './outbox-tables.ts';
import { readIntegerOrNull } from './rows.ts';

type Reads = Pick<
  DeliveryStore,
  | 'list'
  | 'read'
  | 'attempts'
  | 'dueHosts'
  | 'nextDue'
  | 'oldestClosed'
  | 'backlog'
  | 'failingHosts'
>;

/** Sorts after every message id, whose characters are those of base64url. */
const AFTER_EVERY_ID = '~';

/** The reads of deliveries, which are the same on both databases. */
export function deliveryReads(sql: NamedReads<keyof typeof DELIVERY_SQL>): Reads {
  return {
    async list(merchantId, { state, resource, after, limit }) {
      const from = after?.created ?? Number.MAX_SAFE_INTEGER;
      const fromId = after?.id ?? AFTER_EVERY_ID;
      // One more row than requested shows whether there is a next page.
      const rest = [from, fromId, state, state, limit + 1];
      const rows =
        resource !== null
          ? await sql.all('ofResource', merchantId, resource, ...rest)
          : state !== null && state !== 'delivered'
            ? await sql.all('ofState', merchantId, state, from, fromId, limit + 1)
            : await sql.all('list', merchantId, ...rest);
      const page = paged(rows.map(deliveryOf), limit, ({ created, id }) => ({ created, id }));
      return { items: page.rows, next: page.next };
    },
    async read(merchantId, id) {
      const row = await sql.get('read', merchantId, id);
      return row === undefined ? null : deliveryOf(row);
    },
    async attempts(merchantId, id, limit) {
      return (await sql.all('attempts', merchantId, id, limit)).map(noteOf);
    },
    async dueHosts(now, wall, limit) {
      const all = dueOf(await sql.all('openHosts', HOSTS_FEW + 1, now, wall, now, wall));
      if (all !== null) return all.slice(0, limit);
      const few = await sql.all('dueFirst', now, wall, DUE_FEW);
      if (few.length < DUE_FEW) return hostsOf(few).slice(0, limit);
      return hostsOf(await sql.all('dueHosts', now, wall, limit));
    },
    async backlog() {
      return backlogOf(await sql.get('backlog'));
    },
    failingHosts: async (limit) => (await sql.all('failingHosts', limit)).map(failingHostOf),
    async oldestClosed() {
      const row = await sql.get('oldestClosed');
      return row === undefined ? null : readIntegerOrNull(row, 'created');
    },
    async nextDue(now) {
      const row = await sql.get('nextDue', now);
      return row === undefined ? null : readIntegerOrNull(row, 'due_at');
    },
  };
}
