import { randomBytes } from 'node:crypto';
import { createPayments } from '../../service/payments/create-payments.ts';
import { createPermissions } from '../../service/permissions/create-permissions.ts';
import { createScans } from '../../service/shortlinks/scans.ts';
import type { Merchant } from '../../service/store/store.ts';
import { createIds } from '../../shared/ids/ids.ts';
import { TERMS } from './drafts.ts';
import { testIssuers } from './issuers.ts';
import { createManualClock } from './manual-clock.ts';
import { CHOSEN, newStorePlace, type StoreKind } from './stores.ts';

export { draft, TERMS } from './drafts.ts';
export { newDatabase } from './new-database.ts';

export const MERCHANT: Merchant = {
  id: 'm1abcdef',
  name: 'Kaffebaren Løkka',
  terms: TERMS,
  paymentLimit: null,
};

export const CUSTOMER = { id: 'c1', msisdn: '4798765432', name: 'Ingrid Solheim' };
export const OTHER_CUSTOMER = { id: 'c2', msisdn: '4791234567', name: 'Omar Hansen' };

export const ids = createIds((length) => randomBytes(length));

/** The rules of payments on a real database, with one merchant and two customers. */
export async function startPayments(kind: StoreKind = CHOSEN) {
  const place = await newStorePlace(kind);
  const store = await place.open();
  await store.merchants.put(MERCHANT);
  await store.customers.put(CUSTOMER);
  await store.customers.put(OTHER_CUSTOMER);
  const clock = createManualClock();
  const parts = { store, clock, wall: clock, ids, base: () => 'http://service.test/merchant/v1' };
  const issuers = testIssuers(parts);
  const { grants, moreOf } = issuers;
  const made = createPayments({ ...parts, basePath: () => '/merchant/v1', grants, moreOf });
  const permissions = createPermissions({
    ...parts,
    grants,
    joined: made.payments.joinedPermission,
  });
  const scans = createScans({ ...parts, overHttp: 'meta', match: made.match });
  return {
    ...made,
    issuers,
    permissions,
    scans,
    store,
    clock,
    place,
    async stop() {
      await store.close();
      await place.remove();
    },
  };
}
