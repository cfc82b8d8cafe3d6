import { type MoneyInteger, money } from '../money/money.ts';
import {
  isFinal,
  type PaymentMethod,
  type SaleStateKind,
  type SaleView,
} from '../terminal/sale/state.ts';
import type { Instant } from '../time/clock.ts';

/**
 * A sale as the till remembers it for its own people, long after its journal has let go of it. It
 * holds no phone number and no token: who paid is the service's to know.
 */
export type HistorySale = {
  readonly id: string;
  readonly number: number;
  readonly tid: string | null;
  readonly amount: MoneyInteger;
  readonly additional: MoneyInteger;
  readonly currency: string;
  readonly text: string | null;
  readonly label: string | null;
  /** The cash register's own name of it. */
  readonly reference: string | null;
  readonly way: PaymentMethod['kind'];
  readonly state: SaleStateKind;
  readonly started: Instant;
  /** When it was decided; null while it is not. */
  readonly ended: Instant | null;
  /** Additional amounts included, minor units. */
  readonly taken: MoneyInteger;
  readonly refunded: MoneyInteger;
};

/** What is kept of a sale that a screen shows. */
export function historyOf(sale: SaleView): HistorySale {
  const { id, number, tid, amount, additionalAmount, currency, text, state, started } = sale;
  return {
    id,
    number,
    tid,
    amount,
    additional: additionalAmount,
    currency,
    text,
    started,
    label: sale.label ?? null,
    reference: sale.reference ?? null,
    way: sale.method.kind,
    state: state.kind,
    ended: isFinal(state) ? endOf(sale) : null,
    taken: takenOf(sale),
    refunded: sale.money.refunded,
  };
}

/** What was taken of a sale so far, additional amounts included. */
export function takenOf(sale: Pick<SaleView, 'money' | 'state' | 'amount' | 'additionalAmount'>) {
  const { taken } = sale.money;
  // Services that list no captures still say that it is paid, and then all of it is.
  const unlisted = taken === 0 && sale.state.kind === 'paid';
  return unlisted ? money(sale.amount + sale.additionalAmount) : taken;
}

/** What can still be given back of it, as far as this till knows; never below nothing. */
export function refundableOf(sale: Pick<HistorySale, 'tid' | 'taken' | 'refunded'>): MoneyInteger {
  return money(sale.tid === null ? 0 : Math.max(0, sale.taken - sale.refunded));
}

function endOf({ state, log, started }: SaleView): Instant {
  return state.kind === 'paid' ? state.at : (log.at(-1)?.at ?? started);
}
