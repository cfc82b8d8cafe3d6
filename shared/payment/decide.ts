import { type MoneyInteger, money, share } from '../money/money.ts';
import { type Answer, answer, refuse, refuseFor } from '../protocol/errors.ts';
import { CODE } from '../protocol/status-codes.ts';
import type { Instant } from '../time/clock.ts';
import { authorised, isZero, refundable, type Sums, total, totalFault } from './amounts.ts';
import { findLines } from './check-refund-lines.ts';
import type { Command } from './commands.ts';
import { type Condition, findMove, type Move } from './moves.ts';
import { checkPart, replayOf } from './parts.ts';
import type { Payment, PaymentTerms } from './payment.ts';
import type { RefundLine } from './refund-lines.ts';

/** What a command does: the payment as it then is, and the move that led there. */
export type Decision =
  | { readonly changed: true; readonly next: Payment; readonly move: Move }
  /** A repeat of something that already happened: answered like the first time (D-27, D-95, D-96). */
  | { readonly changed: false; readonly next: Payment; readonly move: null };

/**
 * Decides one command on one payment. Pure: the caller applies `overdue` first, writes the result
 * if the version still stands, and decides again if it does not.
 *
 * Refuses with `Conflict` when the state does not allow the command and with `Bad Request` when
 * only its numbers are wrong (D-24).
 */
export function decide(
  payment: Payment,
  command: Command,
  now: Instant,
  terms: PaymentTerms,
): Answer<Decision> {
  const found = foundLines(payment, command);
  if (!found.ok) return found;
  const lines = found.value;
  const replay = replayOf(payment, command, lines);
  if (replay !== null) {
    if (!replay.ok) return replay;
    return answer({ changed: false, next: payment, move: null });
  }
  const sums = checkPart(payment, command, lines);
  if (!sums.ok) return sums;
  const move = findMove(payment.code, command.kind, conditions(payment, command, sums.value));
  if (move === null) return refusalOf(payment, command);
  const fault = command.kind === 'confirm' ? approvalFault(payment, command, terms) : null;
  if (fault !== null) return refuse('Bad Request', fault);
  const next = applied(payment, command, move, { sums: sums.value, lines }, now, terms);
  return answer({ changed: true, next, move });
}

function foundLines(payment: Payment, command: Command): Answer<readonly RefundLine[]> {
  const lines = command.kind === 'refund' ? command.lines : undefined;
  return lines === undefined ? answer([]) : findLines(payment, lines);
}

/** True when the payment's time has run out and `expire` must be applied before anything else. */
export function overdue(payment: Payment, now: Instant): boolean {
  const live = payment.code === CODE.pending || payment.code === CODE.auth;
  return live && now >= payment.expires;
}

function conditions(payment: Payment, command: Command, sums: Sums): Set<Condition> {
  const holds = new Set<Condition>(['always']);
  holds.add(payment.captures.length === 0 ? 'nothing_captured' : 'some_captured');
  if (payment.held) holds.add('rest_held');
  if (command.kind === 'capture') {
    const rest = authorised(payment);
    holds.add(total(sums) === total(rest) ? 'rest_used' : 'rest_remains');
  }
  return holds;
}

function applied(
  payment: Payment,
  command: Command,
  move: Move,
  { sums, lines }: { readonly sums: Sums; readonly lines: readonly RefundLine[] },
  now: Instant,
  terms: PaymentTerms,
): Payment {
  const base: Payment = {
    ...payment,
    code: move.to,
    modified: now,
    version: payment.version + 1,
    seqno: move.event === null ? payment.seqno : payment.seqno + 1,
  };
  switch (command.kind) {
    case 'confirm':
      return confirmed(base, command, now, terms);
    case 'capture': {
      const id = command.part?.id ?? null;
      return { ...base, captures: [...payment.captures, { id, ...sums, at: now }] };
    }
    case 'refund': {
      const id = command.part?.id ?? null;
      const { rates, text } = command;
      const refund = { id, ...sums, text, at: now, ...(rates === undefined ? {} : { rates }) };
      const made = lines.length === 0 ? refund : { ...refund, lines };
      return { ...base, refunds: [...payment.refunds, made] };
    }
    case 'reauth':
      return { ...base, expires: now + terms.authorisationLife };
    case 'abort':
    case 'release': {
      const closedBy = move.to === CODE.aborted ? command.kind : null;
      return payment.held ? { ...base, closedBy, held: null } : { ...base, closedBy };
    }
    case 'expire': {
      // Only an authorisation has money to hold.
      const rest = authorised(payment);
      return terms.autoRelease === false && !isZero(rest) ? { ...base, held: rest } : base;
    }
    case 'reject':
      return base;
  }
}

/** The approved total, with whatever the customer added to it, must satisfy the rule of every total. */
function approvalFault(
  payment: Payment,
  { additionalAmount }: Extract<Command, { kind: 'confirm' }>,
  terms: PaymentTerms,
): string | null {
  const extra = additionalAmount ?? payment.additionalAmount;
  return totalFault(payment.request.amount + extra, terms.paymentLimit ?? null);
}

/** Fixes the fees (D-89). The expiry of the authorisation replaces that of the request. */
function confirmed(
  base: Payment,
  command: Extract<Command, { kind: 'confirm' }>,
  now: Instant,
  terms: PaymentTerms,
): Payment {
  const additionalAmount = command.additionalAmount ?? base.additionalAmount;
  const sum = money(base.request.amount + additionalAmount);
  return {
    ...base,
    additionalAmount,
    credit: command.credit,
    ...feesOf(sum, command.credit, terms),
    expires: now + terms.authorisationLife,
  };
}

/** The refusal of a command that the payment's state does not permit. */
function refusalOf(payment: Payment, command: Command) {
  if (command.kind !== 'capture') return refuse('Conflict', refusalText(payment, command));
  if (payment.code === CODE.authExpired) {
    const expired = 'The authorisation has expired; nothing more can be captured.';
    return refuseFor('captureUnauthorised', 'Conflict', expired);
  }
  if (payment.code !== CODE.pending && payment.code !== CODE.auth) {
    return refuse('Conflict', 'This payment is closed; nothing more can be captured.');
  }
  const early = 'This payment cannot be captured before the customer has authorised it.';
  return refuseFor('captureUnauthorised', 'Conflict', early);
}

function refusalText(payment: Payment, command: Exclude<Command, { kind: 'capture' }>): string {
  const final = payment.code !== CODE.pending && payment.code !== CODE.auth;
  switch (command.kind) {
    case 'abort':
      if (!final) return 'Part of this payment is captured; release the rest instead of aborting.';
      return 'This payment is closed and can no longer be aborted.';
    case 'release':
    case 'reauth':
      return 'Only an authorised payment holds money that can be released or renewed.';
    case 'refund':
      if (isZero(refundable(payment)))
        return 'Nothing of this payment is captured and not yet refunded.';
      return 'This payment cannot be refunded in its present state.';
    case 'confirm':
    case 'reject':
      return 'This request is no longer waiting for the customer.';
    case 'expire':
      return 'This payment does not expire in its present state.';
  }
}

/** What the service keeps of a payment when it is captured, in minor units. */
type PaymentFees = {
  readonly transactionFee: MoneyInteger;
  /** Only for a payment by credit. */
  readonly interchangeFee: MoneyInteger;
};

/**
 * The fees of a payment with this total. They are fixed at its authorisation, whatever is captured later
 * (D-89).
 */
function feesOf(total: MoneyInteger, credit: boolean, terms: PaymentTerms): PaymentFees {
  const fixed = terms.transactionFeeFixed ?? 0;
  return {
    transactionFee: money(share(total, terms.transactionFeeBasisPoints) + fixed),
    interchangeFee: credit ? share(total, terms.interchangeBasisPoints) : money(0),
  };
}
