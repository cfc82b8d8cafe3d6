import type { CustomerProfile } from '../../../shared/protocol/user-info.ts';
import type { PermissionStore, ProfileStore } from '../permission-store.ts';
import { customerOwner } from '../store.ts';
import type { NamedReads, NamedStatements } from './named-statements.ts';
import { type PERMISSION_SQL, permissionOf } from './permission-tables.ts';
import { duePlaceOf, FIRST_PLACE, type Row, readText } from './rows.ts';

type Reads = Pick<
  PermissionStore,
  'byRid' | 'byRidForCustomer' | 'byPosTid' | 'ofCustomer' | 'ahead'
>;

/** The reads of permission requests, which are the same on both databases. */
export function permissionReads(sql: NamedReads<keyof typeof PERMISSION_SQL>): Reads {
  const read = (row: Row | undefined) => (row === undefined ? null : permissionOf(row));
  return {
    async byRid(merchantId, rid) {
      return read(await sql.get('byRid', rid, merchantId));
    },
    async byRidForCustomer(rid) {
      return read(await sql.get('byRidAlone', rid));
    },
    async byPosTid(merchantId, posId, posTid) {
      return read(await sql.get('byPosTid', merchantId, posId, posTid));
    },
    async ofCustomer(customerId, limit) {
      return (await sql.all('ofCustomer', customerId, limit)).map(permissionOf);
    },
    async ahead(now, after, limit) {
      const { due, id } = after ?? FIRST_PLACE;
      return (await sql.all('ahead', due, id, now, limit)).map((row) => duePlaceOf(row, 'rid'));
    },
  };
}

/** Profiles of customers, each as one JSON text. */
export const PROFILE_SQL = {
  read: 'SELECT body FROM customer_profile WHERE customer_id = ?',
  put: `INSERT INTO customer_profile (customer_id, body) VALUES (?, ?)
    ON CONFLICT (customer_id) DO UPDATE SET body = excluded.body`,
  name: 'UPDATE customer SET name = ? WHERE id = ?',
};

/** The part of the store of profiles that is the same on both databases. */
export function profileCalls(
  sql: NamedStatements<keyof typeof PROFILE_SQL>,
): Omit<ProfileStore, 'describe'> {
  return {
    async read(customerId) {
      const row = await sql.get('read', customerId);
      if (row === undefined) return null;
      const profile: CustomerProfile = JSON.parse(readText(row, 'body'));
      return profile;
    },
    async put(customerId, profile) {
      await sql.run(customerOwner(customerId), 'put', customerId, JSON.stringify(profile));
    },
  };
}
