import { confirmPayment, createPayment } from '../loads.ts';
import { RawClient } from '../raw-client.ts';
import type { BenchService } from '../service-server.ts';
import type { Receiver } from './receiver.ts';

/** A payment before its approval. The service sends its callbacks to `path` at the receiver. */
export type PendingPayment = { readonly tid: string; readonly path: string };

/** Creates payments at one service and approves them on several connections. */
export type PaymentLoad = {
  readonly createPayments: (
    receiver: Receiver,
    count: number,
  ) => Promise<readonly PendingPayment[]>;
  /** Approves the payments as fast as possible. */
  readonly approveAll: (payments: readonly PendingPayment[]) => Promise<void>;
  /** Approves `rate` payments per second. Calls `answered` with the time of each answer. */
  readonly approveAt: (
    rate: number,
    payments: readonly PendingPayment[],
    answered: (payment: PendingPayment, at: number) => Promise<void>,
  ) => Promise<void>;
  readonly close: () => void;
};

const CONNECTIONS = 16;

export async function openPaymentLoad({ url, target }: BenchService): Promise<PaymentLoad> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => RawClient.open(url)));
  const queues = clients.map(inSequence);
  let made = 0;

  /** Runs `work` for all items. Each connection takes the next item when it is free. */
  async function each<T>(items: readonly T[], work: (client: RawClient, item: T) => Promise<void>) {
    const rest = items.values();
    await Promise.all(
      clients.map(async (client) => {
        for (const item of rest) await work(client, item);
      }),
    );
  }

  return {
    async createPayments(receiver, count) {
      const numbers = Array.from({ length: count }, (_, index) => made + index + 1);
      made += count;
      const payments: PendingPayment[] = [];
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
          const send = queues[index % queues.length];
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

/** Queues the work of one connection, which carries one request at a time. */
function inSequence(client: RawClient) {
  let last: Promise<void> = Promise.resolve();
  return (work: (client: RawClient) => Promise<void>): Promise<void> => {
    last = last.then(() => work(client));
    return last;
  };
}
