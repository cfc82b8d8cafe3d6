import { timingSafeEqual } from 'node:crypto';
import type { Ids } from '../../shared/ids/ids.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';
import type { Store } from '../store/store.ts';
import type { MoreNames } from './find-customer.ts';

/**
 * Test customers of the simulator, named by a merchant's id and a first name: `<merchant>-alice`
 * (V-22).
 */
const TEST_CUSTOMERS = [
  { first: 'alice', msisdn: '4799000001', name: 'Alice' },
  { first: 'bob', msisdn: '4799000002', name: 'Bob' },
] as const;

/** Phone number of the customer who pays when a test does not name one (V-22). */
export const FIRST_TEST_CUSTOMER = TEST_CUSTOMERS[0].msisdn;

/** Names of customers beside the phone number and the scan's token, for the clients that use them. */
export type OtherNames = {
  /**
   * The token of a payment's customer in its outcome (D-82): the scan's token, or a token of the
   * payment if it was claimed. Null while the request is unclaimed, for a customer that the
   * POS identified, and if outcomes show the value that the POS sent.
   */
  readonly customerOf: (payment: Payment) => string | null;
  readonly find: MoreNames;
};

export type OtherNameDeps = {
  readonly store: Pick<Store, 'payments' | 'customers'>;
  /** A keyed digest of this installation, 43 base64url characters. */
  readonly mac: InstanceKeys['mac'];
  /** Whether an outcome names its customer by a token after a customer has opened the request. */
  readonly outcomeCustomer: 'as_given' | 'token';
  /** Whether there are customers named after a merchant, `<merchant>-alice` (V-22). */
  readonly testCustomers: 'none' | 'named';
};

const PURPOSE = 'claim_token';
const DIGEST = 22;
const CLAIM_TOKEN = /^token:([a-z0-9]{1,64})\.([\w-]{22})$/;

export function createOtherNames(deps: OtherNameDeps): OtherNames {
  const { store, mac, outcomeCustomer, testCustomers } = deps;
  const digestOf = (tid: string) => mac(PURPOSE, tid).slice(0, DIGEST);

  /** Valid as long as a scan's token, and only for the merchant of the payment. */
  const claimedBy: MoreNames = async (merchantId, named, now) => {
    const [, tid = '', digest = ''] = CLAIM_TOKEN.exec(named) ?? [];
    if (tid === '') return null;
    if (!timingSafeEqual(Buffer.from(digest), Buffer.from(digestOf(tid)))) return null;
    const payment = await store.payments.byTid(merchantId, tid);
    if (payment === null || now >= payment.created + LIMITS.scanTokenLife) return null;
    return payment.customerId;
  };

  const testCustomer: MoreNames = async (merchantId, named) => {
    const known = TEST_CUSTOMERS.find(({ first }) => named === `${merchantId}-${first}`);
    if (known === undefined) return null;
    return (await store.customers.byMsisdn(known.msisdn))?.id ?? null;
  };

  return {
    customerOf({ tid, request, customerId, shortlinkId, scanToken }) {
      if (outcomeCustomer === 'as_given' || customerId === null) return null;
      if (request.customer === null) return `token:${tid}.${digestOf(tid)}`;
      return shortlinkId === null ? null : (scanToken ?? null);
    },
    async find(merchantId, named, now) {
      if (outcomeCustomer === 'token' && named.startsWith('token:')) {
        return claimedBy(merchantId, named, now);
      }
      return testCustomers === 'named' ? testCustomer(merchantId, named, now) : null;
    },
  };
}

/** Writes the simulator's test customers once; a second run changes nothing. */
export async function seedTestCustomers(store: Store, ids: Ids): Promise<void> {
  for (const { msisdn, name } of TEST_CUSTOMERS) {
    if ((await store.customers.byMsisdn(msisdn)) !== null) continue;
    await store.customers.put({ id: ids.short(), msisdn, name });
  }
}
