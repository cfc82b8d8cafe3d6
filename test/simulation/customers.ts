import type { CustomerSide } from '../../service/payments/payments.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import type { WireRequest } from './network.ts';
import type { Prng } from './prng.ts';
import { CUSTOMERS, deviceCodeOf, type SimService } from './service.ts';
import type { VirtualTime } from './virtual-time.ts';

export type CustomerParts = {
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly service: SimService;
  readonly say: (line: string) => void;
};

/** What a customer has in mind when a request reaches the phone. */
const MOODS = [
  'approve',
  'approve',
  'approve',
  'approve',
  'approve',
  'late',
  'reject',
  'ignore',
  'at_abort',
  'at_abort',
] as const;
type Mood = (typeof MOODS)[number];

type Person = { readonly customerId: string; readonly mood: Mood };

/** The people with the phones: some approve at the very moment at which the till gives up. */
export function createCustomers(parts: CustomerParts) {
  const { time, prng, service, say } = parts;
  const people = new Map<string, Person>();
  const phone: CustomerSide = service.core.context.payments.customerSide;

  async function scan(customerId: string, shortlink: string, argstring: string): Promise<void> {
    const done = await service.core.context.scans.scan(customerId, { shortlink, argstring });
    say(`customer: scans ${shortlink}/${argstring} ${done.ok ? '' : done.refusal.type}`);
  }

  async function act(what: 'claim' | 'confirm' | 'reject', tid: string): Promise<void> {
    const person = people.get(tid);
    const payment = await service.core.context.store.payments.byTidForCustomer(tid);
    if (person === undefined || payment === null) return;
    // Whoever scanned a sticker first has the request, whoever we thought it would be.
    const customerId = payment.customerId ?? person.customerId;
    const sticker = /^shortlink_id:(.+)$/.exec(payment.request.customer ?? '')?.[1];
    if (what === 'claim' && sticker !== undefined) {
      await scan(customerId, sticker, '');
      return;
    }
    const choice = { additionalAmount: null, credit: false };
    const done =
      what === 'confirm'
        ? await phone.confirm(customerId, tid, choice)
        : await phone[what](customerId, tid);
    say(`customer: ${what} ${tid} ${done.ok ? done.value.code : done.refusal.type}`);
  }

  const later = (delay: number, what: 'claim' | 'confirm' | 'reject', tid: string) =>
    time.after(delay, () => void time.track(act(what, tid)));

  /** A request has been made; its customer gets to know of it in some time. */
  function meet(payment: Payment): void {
    const { tid } = payment;
    if (people.has(tid)) return;
    const mood = prng.pick(MOODS);
    const customerId = payment.customerId ?? prng.pick(CUSTOMERS).id;
    people.set(tid, { customerId, mood });
    const look = prng.between(500, 15_000);
    if (payment.customerId === null && mood !== 'ignore') later(look, 'claim', tid);
    const decide = look + prng.between(100, 8_000);
    if (mood === 'approve') later(decide, 'confirm', tid);
    if (mood === 'reject') later(decide, 'reject', tid);
    if (mood === 'late') later(prng.between(20_000, 120_000), 'confirm', tid);
  }

  return {
    meet,
    /** A device shows its own code for a sale; someone may scan it. */
    seeCode(till: string, saleId: string): void {
      if (prng.chance(0.2)) return;
      const customer = prng.pick(CUSTOMERS).id;
      time.after(prng.between(500, 15_000), () => {
        void time.track(scan(customer, deviceCodeOf(till), saleId));
      });
    },
    /** Approves right before, or right after, an abort of their payment is carried out. */
    async atTheDoor(when: 'before' | 'after', { method, target, json }: WireRequest) {
      const abort = typeof json === 'object' && json !== null && 'action' in json;
      const tid = /\/payment_request\/([^/]+)\//.exec(target)?.[1] ?? '';
      if (method !== 'PUT' || !abort || json.action !== 'abort') return;
      if (people.get(tid)?.mood !== 'at_abort') return;
      if (when === 'after' || prng.chance(0.7)) await act('confirm', tid);
    },
  };
}
