import { z } from 'zod';
import { refundOfUndelivered } from '../ids/host-ids.ts';
import type { Ids } from '../ids/ids.ts';
import { type Answer, answer } from '../protocol/errors.ts';
import { validate } from '../protocol/validation.ts';
import { refuseTill } from '../refusals/till-problem.ts';
import type { DeviceClock } from '../time/clock.ts';
import { createDispenser, type Dispenser } from './engine/dispenser.ts';
import type { JournalQueue } from './engine/journal-queue.ts';
import { NO_SALE } from './engine/orders.ts';
import type { Sales } from './engine/sales.ts';
import { createRefundQueue, type RefundQueue } from './refunds/queue.ts';
import type { RefundFacts } from './refunds/refund.ts';
import type { RefundClient } from './refunds/send.ts';
import type { SaleEvent } from './sale/events.ts';
import type { VendingMachine } from './sale/machine-port.ts';
import { partOf, permitPart } from './sale/part-capture.ts';
import { splitOf } from './sale/parts.ts';
import { type BillRefundedRecord, saleMode } from './sale/records.ts';
import { paidOf, type SaleFacts } from './sale/sale.ts';
import type { TerminalSettings } from './sale/settings.ts';
import type { CaptureRequest, SaleRequest } from './sale/state.ts';

export type MoneyOrdersDeps = {
  readonly refunds: RefundClient | null;
  readonly machine: VendingMachine | null;
  readonly restored: ReadonlyMap<string, RefundFacts>;
  readonly billRefunds: ReadonlyMap<string, BillRefundedRecord>;
  /** A function, because the sales depend on these orders too. */
  readonly sales: () => Sales;
  readonly journalQueue: JournalQueue;
  readonly clock: DeviceClock;
  readonly ids: Ids;
  readonly settings: TerminalSettings;
  readonly changed: () => void;
};

/** Partial captures, refunds and deliveries. */
export type MoneyOrders = {
  readonly refundQueue: RefundQueue;
  readonly dispenser: Dispenser;
  readonly refundMissing: (facts: SaleFacts, onEnd: (how: 'done' | 'refused') => void) => void;
  /** Why a sale in this mode cannot be started here, or null. */
  readonly obstacle: (request: SaleRequest) => Extract<Answer<never>, { ok: false }> | null;
  /** Captures part of a reservation. Every repeat has the same id. */
  readonly capture: (
    saleId: string,
    request: CaptureRequest,
  ) => Promise<Answer<{ readonly captureId: string }>>;
  readonly stop: () => void;
};

export function createMoneyOrders(deps: MoneyOrdersDeps): MoneyOrders {
  const { journalQueue, clock, ids, settings, machine, sales } = deps;
  const dispenser = createDispenser({ machine, journalQueue, clock, settings });
  const dispatchTo = (tid: string, event: SaleEvent) => {
    const sale = sales()
      .all()
      .find(({ facts }) => facts.created?.tid === tid);
    if (sale !== undefined) sales().dispatch(sale.facts.id, event);
  };
  const refundQueue = createRefundQueue({
    client: deps.refunds,
    journalQueue,
    clock,
    ids,
    settings,
    restored: deps.restored,
    billRefunds: deps.billRefunds,
    changed: deps.changed,
    onOutcome: (tid, outcome) => dispatchTo(tid, { kind: 'outcome', outcome }),
    onMade: (tid, sum) => dispatchTo(tid, { kind: 'refund_made', sum }),
  });
  return {
    refundQueue,
    dispenser,
    refundMissing: (facts, onEnd) => {
      const { created, undelivered, body } = facts;
      if (created === null || undelivered === null) return;
      const sums = splitOf(undelivered.missing, paidOf(facts));
      // Derived from the id of the sale, so that it is the same after a restart.
      const part = { id: refundOfUndelivered(facts.id), ...sums };
      const { currency } = body;
      // Reported after the current step, also if the end is known at once.
      const later = (how: 'done' | 'refused') => void Promise.resolve(how).then(onEnd);
      refundQueue.giveBack({ tid: created.tid, part, currency, text: null }, later);
    },
    obstacle: (request) => obstacleFor(request, machine),
    capture: async (saleId, request) => {
      if (sales().resolve(saleId) === null) return NO_SALE;
      const made = partOf(request, ids);
      if (!made.ok) return made;
      const { value: part } = made;
      const rest = request.rest ?? 'keep';
      const ordered = await sales().order(saleId, (sale) => {
        const permitted = permitPart(sale, part, rest, settings);
        if (!permitted.ok) return permitted;
        if (permitted.value === 'done_before') return answer(null);
        return answer({ kind: 'take_part', part, rest });
      });
      return ordered.ok ? answer({ captureId: part.id }) : ordered;
    },
    stop: () => {
      dispenser.stop();
      refundQueue.stop();
    },
  };
}

/**
 * A machine captures or refunds by what it has delivered, and a tip is delivered by nobody: it would be released, or
 * given back out of the price of the goods (D-487).
 */
const withoutTip = z.object({
  additional: z
    .custom<SaleRequest['additional']>()
    .refine((tip) => tip === undefined || (tip.amount === 0 && tip.edit === 'fixed'), {
      error: 'is not possible in a sale that a machine delivers',
    }),
});

function obstacleFor(request: SaleRequest, machine: VendingMachine | null) {
  if (request.mode === undefined) return null;
  const checked = validate(saleMode, request.mode);
  if (!checked.ok) return checked;
  if (request.mode.kind !== 'vend') return null;
  const { additional } = request;
  const tipless = validate(withoutTip, { additional });
  if (!tipless.ok) return tipless;
  if (machine === null) return refuseTill('no_machine');
  if (machine.state() === 'ready') return null;
  return refuseTill('machine_silent');
}
