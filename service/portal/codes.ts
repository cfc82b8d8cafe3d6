import { createHmac } from 'node:crypto';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { ServiceContext } from '../context.ts';
import type { Customer } from '../store/store.ts';

/** One-time sign-in codes. Six digits are few, so they are stored under a key of this process. */
export interface Codes {
  /** Makes a new code, which replaces the customer's last one. */
  issue(customer: Customer): Promise<string>;
  /** True once for the right code, within its life and tries. */
  take(customer: Customer, code: string): Promise<boolean>;
}

export function createCodes(context: ServiceContext): Codes {
  // A restart ends codes that are on their way; the customer asks for another.
  const key = context.ids.token();
  const hash = (customer: Customer, code: string) =>
    createHmac('sha256', key).update(`${customer.id}:${code}`).digest('base64url');
  return {
    async issue(customer) {
      const code = context.ids.digits(6);
      const expires = context.clock.now() + LIMITS.walletCodeLife;
      await context.store.customers.putCode(customer.id, hash(customer, code), expires);
      return code;
    },
    take: (customer, code) =>
      context.store.customers.takeCode(
        customer.id,
        hash(customer, code),
        context.clock.now(),
        LIMITS.walletCodeTriesMax,
      ),
  };
}
