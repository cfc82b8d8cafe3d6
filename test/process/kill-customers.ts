import { z } from 'zod';
import { send } from '../support/wire.ts';
import type { RunningService } from './children.ts';
import type { HostLine } from './host-lines.ts';

type SaleLine = Extract<HostLine, { kind: 'sale' }>;

const listed = z.object({ items: z.array(z.object({ tid: z.string() })) });
const outcome = z.object({ pos_tid: z.string(), status_code: z.number() });

/** The number of sales for each kind of customer, in turn. */
const HABITS = ['code', 'sticker', 'both', 'code', 'rejects', 'both'] as const;
type Habit = (typeof HABITS)[number];

/**
 * Customers that act as soon as they can. For a sale with two codes, some scan the screen's code, some
 * the sticker, and some sales have a customer at each.
 */
export function createCustomers(
  service: RunningService,
  sticker: string,
  ask: (path: string) => Promise<unknown>,
) {
  const [first, second] = service.customers.map(({ msisdn }) => msisdn);
  const met = new Map<string, Habit>();
  const underWay = new Set<Promise<unknown>>();

  const post = (path: string, body: unknown) =>
    send(service.simulator_url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });

  /** A sale that was cancelled meanwhile answers 409, which the customer ignores. */
  async function payByCode(tid: string, habit: Habit): Promise<void> {
    await post(`/payment_request/${tid}/claim/`, { customer: first });
    const what = habit === 'rejects' ? 'reject' : 'confirm';
    await post(`/payment_request/${tid}/${what}/`, {});
  }

  async function payBySticker(saleId: string): Promise<void> {
    await post('/scan/', { customer: second, shortlink_id: sticker, argstring: '' });
    const page = listed.parse(await ask('/payment_request/?page_size=10'));
    for (const { tid } of page.items) {
      const read = outcome.parse(await ask(`/payment_request/${tid}/outcome/`));
      if (read.pos_tid === `_second.${saleId}`) await post(`/payment_request/${tid}/confirm/`, {});
    }
  }

  async function pay(line: SaleLine, tid: string, habit: Habit): Promise<void> {
    const byCode = habit !== 'sticker' || !line.pair;
    const bySticker = line.pair && (habit === 'sticker' || habit === 'both');
    await Promise.all([
      byCode ? payByCode(tid, habit) : null,
      bySticker ? payBySticker(line.id) : null,
    ]);
  }

  return {
    /**
     * When a screen shows a code, its customers act at once, and again for a sale that was found after a
     * restart.
     */
    meet(line: SaleLine): void {
      const { tid } = line;
      if (tid === null || line.state !== 'waiting_scan') return;
      const habit = met.get(line.id) ?? HABITS[met.size % HABITS.length] ?? 'code';
      met.set(line.id, habit);
      const paying = pay(line, tid, habit).finally(() => underWay.delete(paying));
      underWay.add(paying);
    },
    done: () => Promise.all(underWay),
  };
}
