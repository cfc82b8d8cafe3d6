import type { TenderId } from '../../ids/host-ids.ts';
import { type MoneyInteger, money, subtract, ZERO } from '../../money/money.ts';
import { present } from '../../objects/present.ts';
import { type Statement, statementOf } from '../../payment/statement.ts';
import {
  isFinal,
  type PaymentMethod,
  type SaleStateKind,
  type SaleView,
} from '../../terminal/sale/state.ts';
import type { Instant } from '../../time/clock.ts';

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
  readonly method: PaymentMethod['kind'];
  readonly state: SaleStateKind;
  readonly started: Instant;
  /** When it was decided; null while it is not. */
  readonly ended: Instant | null;
  /** Additional amounts included, minor units. */
  readonly captured: MoneyInteger;
  readonly refunded: MoneyInteger;
  /** The part of a bill that it paid; left out for a sale without one. */
  readonly tender?: TenderId;
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
    method: sale.method.kind,
    state: state.kind,
    ended: isFinal(state) ? endOf(sale) : null,
    captured: sale.money.captured,
    refunded: sale.money.refunded,
    ...present({ tender: sale.bill?.tender }),
  };
}

/** A payment that no sale of this till has made. Amounts in minor units; what was captured has the additional amount. */
export type PaymentOfOthers = Pick<
  HistorySale,
  'amount' | 'additional' | 'currency' | 'captured' | 'refunded'
> & { readonly tid: string; readonly at: Instant };

/** Such a payment as a paid sale, so that a person can refund it as one. */
export function saleOfPayment({ tid, at, ...sums }: PaymentOfOthers): HistorySale {
  return {
    ...sums,
    id: tid,
    number: 0,
    tid,
    text: null,
    label: null,
    reference: null,
    method: 'qr',
    state: 'paid',
    started: at,
    ended: at,
  };
}

/**
 * The amounts of a sale of the history. It keeps totals: the price was captured before the additional
 * amount, and what is not captured of a paid sale was released.
 */
export function historyStatement(sale: HistorySale): Statement {
  const { amount, additional, captured, refunded, state } = sale;
  const parts = (sum: MoneyInteger) => {
    const price = money(Math.min(sum, amount));
    return { amount: price, additionalAmount: subtract(sum, price) };
  };
  return statementOf({
    asked: { amount, additionalAmount: additional },
    approved: captured > 0 || state === 'released',
    authorised: parts(ZERO),
    captured: parts(captured),
    refunded: parts(refunded),
  });
}

/** What can still be refunded, as far as this till knows; never below nothing. */
export function refundableOf(
  sale: Pick<HistorySale, 'tid' | 'captured' | 'refunded'>,
): MoneyInteger {
  return money(sale.tid === null ? 0 : Math.max(0, sale.captured - sale.refunded));
}

function endOf({ state, log, started }: SaleView): Instant {
  return state.kind === 'paid' ? state.at : (log.at(-1)?.at ?? started);
}
