import { type MoneyInteger, money } from '../../shared/money/money.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import type { CustomerSide } from '../payments/payments.ts';
import type { Store } from '../store/store.ts';

/** What the simulated customer decides about the money. */
type Choice = {
  readonly additionalAmount?: number | null;
  readonly credit?: boolean;
};

/** A customer played by a program, on the same rules as the wallet page. */
export interface SimulatedCustomers {
  /** Opens the request as the customer of this phone number. */
  claim(tid: string, msisdn: string): Promise<Answer<null>>;
  /** Approves, as the customer whose request it is. */
  confirm(tid: string, choice?: Choice): Promise<Answer<null>>;
  reject(tid: string): Promise<Answer<null>>;
}

export function createSimulatedCustomers(
  store: Pick<Store, 'customers' | 'payments'>,
  side: CustomerSide,
): SimulatedCustomers {
  async function holder(tid: string): Promise<Answer<string>> {
    const payment = await store.payments.byTidForCustomer(tid);
    if (payment === null) return refuse('Not Found', 'There is no such request.');
    if (payment.customerId !== null) return answer(payment.customerId);
    return refuse('Conflict', 'No customer has this request yet; claim it first.');
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
  };
}

function done(result: Answer<unknown>): Answer<null> {
  return result.ok ? answer(null) : result;
}
