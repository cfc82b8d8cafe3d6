import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPayments } from '../../service/payments/create-payments.ts';
import { createPermissions } from '../../service/permissions/create-permissions.ts';
import { createScans } from '../../service/shortlinks/scans.ts';
import { openSqliteStore } from '../../service/store/sqlite/open.ts';
import type { Merchant, Store } from '../../service/store/store.ts';
import { createIds } from '../../shared/ids/ids.ts';
import {
  type PaymentRequestDraft,
  type PaymentRequestInput,
  paymentRequestInput,
} from '../../shared/protocol/payment-request.ts';
import { DAY } from '../../shared/time/clock.ts';
import { testConsent } from './consent.ts';
import { createManualClock } from './manual-clock.ts';

export const TERMS = {
  authorisationLife: 3 * DAY,
  transactionFeeBasisPoints: 100,
  interchangeBasisPoints: 100,
};

export const MERCHANT: Merchant = {
  id: 'm1abcdef',
  name: 'Kaffebaren Løkka',
  terms: TERMS,
  paymentLimit: null,
};

export const CUSTOMER = { id: 'c1', msisdn: '4798765432', name: 'Ingrid Solheim' };
export const OTHER_CUSTOMER = { id: 'c2', msisdn: '4791234567', name: 'Omar Hansen' };

export const ids = createIds((length) => randomBytes(length));

let drafts = 0;

/** A valid request; every call has a pos_tid of its own. */
export function draft(change: Partial<PaymentRequestDraft> = {}): PaymentRequestInput {
  drafts += 1;
  return paymentRequestInput.parse({
    action: 'sale',
    currency: 'NOK',
    amount: 12_500,
    allow_credit: false,
    pos_id: 'till1',
    pos_tid: `sale-${drafts}`,
    success_return_uri: '',
    failure_return_uri: '',
    ...change,
  });
}

/** A database file of its own in a new directory, removed with `remove`. */
export function newDatabase(): { readonly path: string; readonly remove: () => void } {
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-test-'));
  return {
    path: join(directory, 'service.db'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** The rules of payments on a real database, with one merchant and two customers. */
export async function startPayments() {
  const database = newDatabase();
  const store: Store = openSqliteStore(database.path);
  await store.merchants.put(MERCHANT);
  await store.customers.put(CUSTOMER);
  await store.customers.put(OTHER_CUSTOMER);
  const clock = createManualClock();
  const parts = { store, clock, wall: clock, ids, base: () => 'http://service.test/merchant/v1' };
  const consent = testConsent(parts);
  const { grants, moreOf } = consent;
  const made = createPayments({ ...parts, basePath: '/merchant/v1', grants, moreOf });
  const permissions = createPermissions({
    ...parts,
    grants,
    joined: made.payments.joinedPermission,
  });
  const scans = createScans({ ...parts, overHttp: 'meta', match: made.match });
  return {
    ...made,
    consent,
    permissions,
    scans,
    store,
    clock,
    database,
    async stop() {
      await store.close();
      database.remove();
    },
  };
}
