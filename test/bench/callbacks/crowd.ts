import { confirmPayment, createPayment } from '../loads.ts';
import { RawClient } from '../raw-client.ts';
import type { BenchService } from '../service-server.ts';
import type { Receiver } from './receiver.ts';

/** A payment that waits for its approval; its callbacks go to `path` of their receiver. */
export type Waiting = { readonly tid: string; readonly path: string };

/** Payments of one service, approved by many customers at once. */
export type Crowd = {
  readonly make: (receiver: Receiver, count: number) => Promise<readonly Waiting[]>;
  /** Approves as fast as it can. */
  readonly approveAll: (payments: readonly Waiting[]) => Promise<void>;
  /** Approves so many a second; tells of each approval, and of when it was answered. */
  readonly approveAt: (
    rate: number,
    payments: readonly Waiting[],
    answered: (payment: Waiting, at: number) => Promise<void>,
  ) => Promise<void>;
  readonly close: () => void;
};

const CONNECTIONS = 16;

export async function openCrowd({ url, target }: BenchService): Promise<Crowd> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => RawClient.open(url)));
  const inTurn = clients.map(oneAfterAnother);
  let made = 0;

  /** Each connection takes the next one as soon as it is done. */
  async function each<T>(items: readonly T[], work: (client: RawClient, item: T) => Promise<void>) {
    const rest = items.values();
    await Promise.all(
      clients.map(async (client) => {
        for (const item of rest) await work(client, item);
      }),
    );
  }

  return {
    async make(receiver, count) {
      const numbers = Array.from({ length: count }, (_, index) => made + index + 1);
      made += count;
      const payments: Waiting[] = [];
      await each(numbers, async (client, number) => {
        const path = `/${number}`;
        const more = { callback_uri: receiver.url + path };
        payments.push({ tid: await createPayment(client, target, number, more), path });
      });
      return payments;
    },
    approveAll: (payments) =>
      each(payments, (client, { tid }) => confirmPayment(client, target, tid)),
    async approveAt(rate, payments, answered) {
      const begun = performance.now();
      await Promise.all(
        payments.map(async (payment, index) => {
          const wait = begun + (index * 1_000) / rate - performance.now();
          await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)));
          const send = inTurn[index % inTurn.length];
          await send?.((client) => confirmPayment(client, target, payment.tid));
          await answered(payment, performance.now());
        }),
      );
    },
    close() {
      for (const client of clients) client.close();
    },
  };
}

/** A connection carries one request at a time; others wait in the order in which they came. */
function oneAfterAnother(client: RawClient) {
  let last: Promise<void> = Promise.resolve();
  return (work: (client: RawClient) => Promise<void>): Promise<void> => {
    last = last.then(() => work(client));
    return last;
  };
}
