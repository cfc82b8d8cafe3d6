import { type MoneyInteger, money } from '../../shared/money/money.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import type { CustomerSide } from '../payments/payments.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { Scans } from '../shortlinks/scans.ts';
import type { Store } from '../store/store.ts';

/** The amounts that the simulated customer chooses. */
type Choice = {
  readonly additionalAmount?: number | null;
  readonly credit?: boolean;
};

/** A simulated customer, with the same rules as the wallet page. */
export interface SimulatedCustomers {
  /** Opens the request as the customer of this phone number. */
  claim(tid: string, msisdn: string): Promise<Answer<null>>;
  /** Approves as the customer who has the request. */
  confirm(tid: string, choice?: Choice): Promise<Answer<null>>;
  reject(tid: string): Promise<Answer<null>>;
  /** Scans a code as the customer of this phone number; returns the scan's token. */
  scan(
    msisdn: string,
    target: { readonly shortlink: string; readonly argstring?: string },
  ): Promise<Answer<string>>;
  /** Grants a permission request, or the part of it that `scope` names. */
  accept(rid: string, scope?: string): Promise<Answer<null>>;
  decline(rid: string): Promise<Answer<null>>;
}

export type CustomerDeps = {
  readonly store: Pick<Store, 'customers' | 'payments' | 'permissions'>;
  readonly customerSide: CustomerSide;
  readonly permissions: Permissions;
  readonly scans: Scans;
};

export function createSimulatedCustomers(deps: CustomerDeps): SimulatedCustomers {
  const { store, customerSide: side } = deps;

  async function holder(tid: string): Promise<Answer<string>> {
    const payment = await store.payments.byTidForCustomer(tid);
    if (payment === null) return refuse('Not Found', 'There is no such request.');
    if (payment.customerId !== null) return answer(payment.customerId);
    return refuse('Conflict', 'No customer has this request yet; claim it first.');
  }

  async function customerOf(rid: string): Promise<Answer<string>> {
    const permission = await store.permissions.byRidForCustomer(rid);
    if (permission === null) return refuse('Not Found', 'There is no such permission request.');
    if (permission.customerId !== null) return answer(permission.customerId);
    return refuse('Conflict', 'This permission request names nobody.');
  }

  return {
    async claim(tid, msisdn) {
      const customer = await store.customers.byMsisdn(msisdn);
      if (customer === null) return refuse('Not Found', 'No customer has this phone number.');
      const claimed = await side.claim(customer.id, tid);
      if (!claimed.ok) return claimed;
      if (claimed.value.customerId === customer.id) return answer(null);
      return refuse('Conflict', 'This request is closed and belongs to nobody.');
    },
    async confirm(tid, choice = {}) {
      const customer = await holder(tid);
      if (!customer.ok) return customer;
      const { additionalAmount = null, credit = false } = choice;
      const chosen: MoneyInteger | null =
        additionalAmount === null ? null : money(additionalAmount);
      return done(await side.confirm(customer.value, tid, { additionalAmount: chosen, credit }));
    },
    async reject(tid) {
      const customer = await holder(tid);
      return customer.ok ? done(await side.reject(customer.value, tid)) : customer;
    },
    async scan(msisdn, { shortlink, argstring = '' }) {
      const customer = await store.customers.byMsisdn(msisdn);
      if (customer === null) return refuse('Not Found', 'No customer has this phone number.');
      const scanned = await deps.scans.scan(customer.id, { shortlink, argstring });
      return scanned.ok ? answer(scanned.value.token) : scanned;
    },
    async accept(rid, scope) {
      const customer = await customerOf(rid);
      if (!customer.ok) return customer;
      const side = deps.permissions.customerSide;
      return done(await side.accept(customer.value, rid, scope ?? null));
    },
    async decline(rid) {
      const customer = await customerOf(rid);
      if (!customer.ok) return customer;
      return done(await deps.permissions.customerSide.decline(customer.value, rid));
    },
  };
}

function done(result: Answer<unknown>): Answer<null> {
  return result.ok ? answer(null) : result;
}
