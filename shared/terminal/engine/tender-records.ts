import type { MoneyInteger } from '../../money/money.ts';
import { present } from '../../objects/present.ts';
import { type Answer, answer } from '../../protocol/errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { refuseTill } from '../../refusals/till-problem.ts';
import { type DeviceClock, instantOf } from '../../time/clock.ts';
import type { PaymentPermit } from '../sale/payment-permit.ts';
import type { JournalQueue } from './journal-queue.ts';
import type { LastPayment } from './last-payment.ts';

/** A payment by another tender. A repeat of the same id is not recorded again. */
export type OtherPayment = {
  readonly id: string;
  /** The name of the tender; null for one without a name. */
  readonly method: string | null;
  /** Minor units. */
  readonly amount: MoneyInteger;
};

/** Null for a payment that was recorded now; `before` for a repeat. */
export type Tendered = Answer<{ readonly before: 'tendered' } | null>;

/** Writes payments by other tenders to the journal, each id once. */
export interface TenderRecords {
  record(payment: OtherPayment): Promise<Tendered>;
}

export type TenderRecordsDeps = {
  readonly journalQueue: Pick<JournalQueue, 'must'>;
  readonly lastPayment: Pick<LastPayment, 'add'>;
  readonly clock: DeviceClock;
  /** Null: nothing is asked. */
  readonly permit: PaymentPermit | null;
  /** Ids in the journal, the oldest first. */
  readonly restored: readonly string[];
};

/** A repeat comes within seconds, after a restart within minutes. */
const IDS_HELD = 1_000;

export function createTenderRecords(deps: TenderRecordsDeps): TenderRecords {
  const { journalQueue, lastPayment, clock, permit } = deps;
  const known = new Set(deps.restored);
  const underWay = new Map<string, Promise<Tendered>>();

  async function permitted(payment: OtherPayment): Promise<Tendered> {
    if (permit === null) return write(payment);
    const allowed = await permit({ kind: 'tendered', id: payment.id });
    if (!allowed.ok) return allowed;
    return write(payment).finally(allowed.value);
  }

  async function write({ method, amount, id }: OtherPayment): Promise<Tendered> {
    const at = instantOf(clock.now());
    const name = present({ method: method?.slice(0, LIMITS.labelMax) });
    const written = await journalQueue.must({ v: 1, at, kind: 'tendered', id, amount, ...name });
    if (!written.ok) return refuseTill('not_saved', written.failure.description);
    remember(id);
    lastPayment.add();
    return answer(null);
  }

  function remember(id: string): void {
    known.add(id);
    const [oldest] = known;
    if (known.size > IDS_HELD && oldest !== undefined) known.delete(oldest);
  }

  async function again(first: Promise<Tendered>): Promise<Tendered> {
    const answered = await first;
    return answered.ok ? answer({ before: 'tendered' }) : answered;
  }

  return {
    async record(payment) {
      const { id } = payment;
      if (known.has(id)) return answer({ before: 'tendered' });
      const first = underWay.get(id);
      if (first !== undefined) return again(first);
      const work = permitted(payment).finally(() => underWay.delete(id));
      underWay.set(id, work);
      return work;
    },
  };
}
