import type { CustomerSide } from '../../service/payments/payments.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import type { Auditor } from './auditor.ts';
import type { WireRequest } from './network.ts';
import type { Prng } from './prng.ts';
import { CUSTOMERS, deviceCodeOf, type SimService } from './service.ts';
import type { VirtualTime } from './virtual-time.ts';

export type CustomerParts = {
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly service: SimService;
  readonly say: (line: string) => void;
  readonly auditor: Auditor;
  readonly moods: readonly Mood[];
  /** Called before a customer does something with a payment. */
  readonly onAct: (what: CustomerAct, tid: string) => void;
};

/** What a customer does with a payment on the phone. */
export const CUSTOMER_ACTS = ['claim', 'confirm', 'reject'] as const;
type CustomerAct = (typeof CUSTOMER_ACTS)[number];

/** What a customer intends to do when a request reaches the phone. */
export const MOODS = [
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
export type Mood = (typeof MOODS)[number];

type Person = { readonly customerId: string; readonly mood: Mood };

/** The customers and their phones. Some approve at the moment at which the till gives up. */
export function createCustomers(parts: CustomerParts) {
  const { time, prng, service, say, auditor } = parts;
  const people = new Map<string, Person>();
  /** Payments that their customers approve or decline now or have decided. Nobody scans such a code later. */
  const decided = new Set<string>();
  const phone: CustomerSide = service.core.deps.payments.customerSide;

  async function scan(customerId: string, shortlink: string, argstring: string): Promise<void> {
    auditor.scanned(shortlink, argstring);
    const done = await service.core.deps.scans.scan(customerId, { shortlink, argstring });
    service.touched();
    say(`customer: scans ${shortlink}/${argstring} ${done.ok ? '' : done.refusal.type}`);
  }

  async function act(what: CustomerAct, tid: string): Promise<void> {
    const person = people.get(tid);
    const payment = await service.core.deps.store.payments.byTidForCustomer(tid);
    if (person === undefined || payment === null) return;
    if (decided.has(tid)) return;
    if (what !== 'claim') decided.add(tid);
    parts.onAct(what, tid);
    // The customer that scanned a sticker first gets the request, not the customer that was drawn for it.
    const customerId = payment.customerId ?? person.customerId;
    const sticker = /^shortlink_id:(.+)$/.exec(payment.request.customer ?? '')?.[1];
    if (what === 'claim' && sticker !== undefined) {
      await scan(customerId, sticker, '');
      auditor.customerDid('claim', tid);
      return;
    }
    const choice = { additionalAmount: null, credit: false };
    const done =
      what === 'confirm'
        ? await phone.confirm(customerId, tid, choice)
        : await phone[what](customerId, tid);
    service.touched();
    if (!done.ok && what !== 'claim') decided.delete(tid);
    if (done.ok) auditor.customerDid(what, tid);
    say(`customer: ${what} ${tid} ${done.ok ? done.value.code : done.refusal.type}`);
  }

  const later = (delay: number, what: CustomerAct, tid: string) =>
    time.after(delay, () => void time.track(act(what, tid)));

  /** A request has been made; its customer learns of it after some time. */
  function meet(payment: Payment): void {
    const { tid } = payment;
    if (people.has(tid)) return;
    const mood = prng.pick(parts.moods);
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
    /** A device shows its own code for a sale; a customer may scan it. */
    seeCode(till: string, saleId: string): void {
      if (prng.chance(0.2)) return;
      const customer = prng.pick(CUSTOMERS).id;
      time.after(prng.between(500, 15_000), () => {
        void time.track(scan(customer, deviceCodeOf(till), saleId));
      });
    },
    /**
     * Approves immediately before, or immediately after, the service carries out an abort of their
     * payment.
     */
    async atTheDoor(when: 'before' | 'after', { method, target, json }: WireRequest) {
      const abort = typeof json === 'object' && json !== null && 'action' in json;
      const tid = /\/payment_request\/([^/]+)\//.exec(target)?.[1] ?? '';
      if (method !== 'PUT' || !abort || json.action !== 'abort') return;
      if (people.get(tid)?.mood !== 'at_abort') return;
      if (when === 'after' || prng.chance(0.7)) await act('confirm', tid);
    },
  };
}
