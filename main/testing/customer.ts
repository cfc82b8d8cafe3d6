import type { Simulator } from '../../service/index.ts';
import type { Answer } from '../../shared/protocol/errors.ts';
import type { ShopClock } from './clock.ts';
import type { TestSale } from './till.ts';
import type { Timeline } from './timeline.ts';

/** The simulated customer, a demo customer of the service with a phone. Each call throws a refusal. */
export interface TestCustomer {
  /** Phone number, digits only. */
  readonly msisdn: string;
  /** Scans the code of a sale, and opens its request. Lets time pass until the code is shown. */
  scan(sale: TestSale): Promise<void>;
  /** Scans the code if that is needed, and approves. `additionalAmount` is in minor units. */
  approve(sale: TestSale, choice?: { readonly additionalAmount?: number }): Promise<void>;
  /** Scans the code if that is needed, and declines. */
  reject(sale: TestSale): Promise<void>;
}

export type CustomerDeps = {
  readonly simulator: Simulator;
  readonly clock: ShopClock;
  readonly timeline: Timeline;
  readonly msisdn: string;
};

export function createCustomer({ simulator, clock, timeline, msisdn }: CustomerDeps): TestCustomer {
  async function act(text: string, work: () => Promise<Answer<unknown>>): Promise<void> {
    timeline.add('customer', text);
    const done = await work();
    if (!done.ok) throw new Error(`The customer cannot: ${done.refusal.description}`);
    await clock.settle();
  }

  /** Opens the request of a sale as this customer; returns its tid. */
  async function open(sale: TestSale): Promise<string> {
    await clock.until(() => sale.view().tid !== null, 'A request of the sale at the service');
    const { tid, number } = sale.view();
    await act(`scans the code of sale ${number}`, () => simulator.claim(tid ?? '', msisdn));
    return tid ?? '';
  }

  return {
    msisdn,
    async scan(sale) {
      await open(sale);
    },
    async approve(sale, choice = {}) {
      const tid = await open(sale);
      await act('approves', () => simulator.confirm(tid, choice));
    },
    async reject(sale) {
      const tid = await open(sale);
      await act('declines', () => simulator.reject(tid));
    },
  };
}
