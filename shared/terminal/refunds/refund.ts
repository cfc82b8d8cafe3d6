import type { MoneyInteger } from '../../money/money.ts';
import { present } from '../../objects/present.ts';
import type { RefundLine } from '../../payment/refund-lines.ts';
import type { Refusal } from '../../protocol/errors.ts';
import type { ServiceRefusal } from '../../refusals/service-refusal.ts';
import { refuseTill } from '../../refusals/till-problem.ts';
import type { Instant } from '../../time/clock.ts';
import { type OwnPart, type Sums, sumOf } from '../sale/parts.ts';
import type {
  BillRefundedRecord,
  RefundEndedRecord,
  RefundedLineRecord,
  RefundOpenedRecord,
} from '../sale/records.ts';
import type { RefundedGoods } from '../sale/refunded-goods.ts';
import type { ApprovalProblem } from './check-approval.ts';

/** A request for a refund. */
export type RefundRequest = {
  readonly tid: string;
  /** Minor units, additional amounts included; null refunds the lines, and without lines all that is left. */
  readonly amount: MoneyInteger | null;
  /** The reason, which the customer sees. */
  readonly text: string | null;
  /**
   * The caller's id of the refund. A repeat with the same id refunds nothing twice. The same id with
   * another request is refused: "all that is left" is another request than an amount.
   */
  readonly refundId?: string;
  /**
   * The sold lines that are returned. Their totals add up to the amount without additional amounts (D-250). Without an
   * amount the refund is what these lines cost.
   */
  readonly lines?: readonly WantedRefundLine[];
  /**
   * What it gives back of lines of a bill, of which the payment paid a share (D-572). Their totals are the amount, and by
   * tax rate at most what the payment has left of the rate.
   */
  readonly goods?: readonly RefundedGoods[];
  /** The number of the receipt at the till that sold it, `till2-R12`; left out for a sale of this till (D-424). */
  readonly otherReceipt?: string;
};

/** A line to return. The engine derives the total where none is named; another total than the derived one is refused. */
export type WantedRefundLine = Omit<RefundLine, 'total'> & {
  readonly total?: MoneyInteger | undefined;
};

/** Reason why a refund was refused. */
export type RefundProblem =
  | ApprovalProblem
  /** This till has no key to sign refunds with. */
  | 'no_key'
  | 'bad_request'
  | 'id_used'
  | 'nothing_left'
  /** A line was refunded meanwhile, or it cannot be refunded by line. */
  | 'lines_gone'
  | 'too_much'
  | 'unknown_payment'
  /** The payment, or the approval, is in another currency than the till's (D-406). */
  | 'other_currency'
  | 'service_away'
  | 'not_written';

export type RefundAnswer =
  | { readonly ok: true; readonly value: { readonly refundId: string } }
  | { readonly ok: false; readonly because: RefundProblem; readonly refusal: Refusal };

export function problem(because: RefundProblem): Extract<RefundAnswer, { ok: false }> {
  return { ...refuseTill(because), because };
}

/** What the till knows about a refund. Built from journal records only. */
export type RefundFacts = {
  readonly id: string;
  readonly tid: string;
  readonly part: OwnPart;
  /** True if the request was to refund all that was left. */
  readonly whole: boolean;
  readonly currency: string;
  readonly text: string | null;
  readonly approver: string | null;
  readonly approval: string | null;
  /** The sold lines that it returns; left out for a refund of an amount. */
  readonly lines?: readonly RefundedLineRecord[];
  readonly goods?: readonly RefundedGoods[];
  readonly at: Instant;
  readonly end: {
    readonly how: 'done' | 'refused';
    readonly sentence: string;
    readonly reason?: ServiceRefusal | undefined;
    readonly at: Instant;
  } | null;
};

export function openRefund(record: RefundOpenedRecord): RefundFacts {
  const { refund, tid, amount, additional, whole = false, currency, text, approval, at } = record;
  const { lines, goods } = record;
  const part: OwnPart = { id: refund, amount, additional };
  const approver = approval?.approver ?? null;
  return {
    id: refund,
    tid,
    part,
    whole,
    currency,
    text,
    at,
    approver,
    approval: approval?.id ?? null,
    ...present({ lines, goods }),
    end: null,
  };
}

export function endRefund(facts: RefundFacts, record: RefundEndedRecord): RefundFacts {
  const { how, sentence, reason, at } = record;
  return { ...facts, end: { how, sentence, at, ...present({ reason }) } };
}

/** The sum of the refunds of a payment that the service has made for this till. */
export function madeSum(refunds: Iterable<RefundFacts>, tid: string): Sums {
  const made = [...refunds].filter((one) => one.tid === tid && one.end?.how === 'done');
  return sumOf(made.map(({ part }) => part));
}

/** A refund of products of a bill that was paid in shares (D-572), as the host has divided it over the payments. */
export type BillRefund = Pick<BillRefundedRecord, 'id' | 'bill' | 'by' | 'approver' | 'reason'> & {
  /** The id of the approval. */
  readonly approval: string;
  /** What phones get back. */
  readonly phones: readonly {
    readonly refund: string;
    readonly tid: string;
    readonly goods: readonly RefundedGoods[];
  }[];
  /** What is given back in cash or by another tender. */
  readonly here: BillRefundedRecord['here'];
};
