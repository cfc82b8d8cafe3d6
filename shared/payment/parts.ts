import type { NamedRate } from '../lines/steps.ts';
import { ZERO } from '../money/money.ts';
import { type Answer, answer, refuse, refuseFor } from '../protocol/errors.ts';
import { LIMITS } from '../protocol/limits.ts';
import { CODE } from '../protocol/status-codes.ts';
import { authorised, isZero, refundable, type Sums, within } from './amounts.ts';
import { checkLines, checkRates, isSameLines, isSameRates } from './check-refund-lines.ts';
import type { Command, Part } from './commands.ts';
import type { Capture, Payment } from './payment.ts';
import type { RefundLine } from './refund-lines.ts';

/** Refuses a refund of more than there is. */
const REFUND_TOO_LARGE = refuseFor(
  'refundTooLarge',
  'Bad Request',
  'The refund is larger than what was captured and not yet refunded.',
);

const NOTHING: Sums = { amount: ZERO, additionalAmount: ZERO };

/**
 * Recognises a command that already took effect: answer ok without a change, a refusal when the
 * same id comes with other numbers, or null when the command is new (D-95, D-96, states table). A
 * command for everything has no id. It is a repeat only if an earlier one left nothing to move.
 */
export function replayOf(
  payment: Payment,
  command: Command,
  lines: readonly RefundLine[] = [],
): Answer<null> | null {
  switch (command.kind) {
    case 'capture':
      return repeated(payment.captures, authorised(payment), command.part, payment, 'capture_id');
    case 'refund': {
      const made = payment.refunds.find(({ id }) => id !== null && id === command.part?.id);
      const isOther =
        made !== undefined &&
        !(isSameLines(made.lines ?? [], lines) && isSameRates(made.rates, command.rates));
      if (isOther) return refuse('Conflict', REFUND_OF_OTHER_LINES);
      return repeated(payment.refunds, refundable(payment), command.part, payment, 'refund_id');
    }
    case 'abort':
      return payment.closedBy === 'abort' ? answer(null) : null;
    default:
      return null;
  }
}

function repeated(
  done: readonly Capture[],
  rest: Sums,
  part: Part | null,
  payment: Payment,
  name: string,
): Answer<null> | null {
  const same = done.find((entry) => entry.id === (part?.id ?? null));
  if (same === undefined) return null;
  // After a full refund more can be captured, and the next full refund returns that.
  if (part === null) return isZero(rest) ? answer(null) : null;
  const equal =
    same.amount === part.amount &&
    same.additionalAmount === part.additionalAmount &&
    payment.request.currency === part.currency;
  if (equal) return answer(null);
  return refuse('Conflict', `This ${name} was used before with other numbers; choose a new one.`);
}

const REFUND_OF_OTHER_LINES =
  'This refund_id was used before with other lines or rates; choose a new one.';

/** The sums a capture or refund moves, checked against what there is; zero for other commands. */
export function checkPart(
  payment: Payment,
  command: Command,
  lines: readonly RefundLine[] = [],
): Answer<Sums> {
  switch (command.kind) {
    case 'capture':
      return captureSums(payment, command.part);
    case 'refund':
      return refundSums(payment, command.part, lines, command.rates ?? []);
    case 'confirm':
      return confirmSums(payment, command);
    default:
      return answer(NOTHING);
  }
}

function captureSums(payment: Payment, part: Part | null): Answer<Sums> {
  const rest = authorised(payment);
  // The state is judged first: "not authorised yet" must be a 409, not a complaint about numbers.
  if (part === null || payment.code !== CODE.auth) return answer(rest);
  return partSums(payment, part, rest, payment.captures.length, {
    capture: 'capture',
    limit: refuse('Bad Request', 'The amounts are larger than what is left of the authorisation.'),
  });
}

function refundSums(
  payment: Payment,
  part: Part | null,
  lines: readonly RefundLine[],
  rates: readonly NamedRate[],
): Answer<Sums> {
  const rest = refundable(payment);
  const failed = payment.code >= 4000;
  if (failed) return answer(NOTHING);
  if (part === null) {
    if (!isZero(rest)) return answer(rest);
    return refuse('Conflict', 'Nothing of this payment is captured and not yet refunded.');
  }
  // A refund of lines names the line that is refunded already, and not only the amount.
  if (lines.length > 0 && payment.captures.length > 0) {
    const checked = checkLines(payment, lines, part.amount);
    if (!checked.ok) return checked;
  }
  if (rates.length > 0 && payment.captures.length > 0) {
    const checked = checkRates(payment, rates, lines, part.amount);
    if (!checked.ok) return checked;
  }
  return partSums(payment, part, rest, payment.refunds.length, {
    capture: 'refund',
    limit: REFUND_TOO_LARGE,
  });
}

function partSums(
  payment: Payment,
  part: Part,
  rest: Sums,
  count: number,
  words: { readonly capture: string; readonly limit: Answer<Sums> },
): Answer<Sums> {
  if (part.currency !== payment.request.currency) {
    return refuse(
      'Bad Request',
      `The payment is in ${payment.request.currency}, not ${part.currency}.`,
    );
  }
  const sums: Sums = { amount: part.amount, additionalAmount: part.additionalAmount };
  if (isZero(sums)) return refuse('Bad Request', `A ${words.capture} of nothing moves no money.`);
  if (!within(sums, rest)) return words.limit;
  if (count >= LIMITS.partsMax) {
    return refuse('Conflict', `A payment has at most ${LIMITS.partsMax} ${words.capture}s.`);
  }
  return answer(sums);
}

/** A customer pays by credit, and changes the additional amount, only where the merchant allows it. */
function confirmSums(
  payment: Payment,
  { additionalAmount, credit }: Extract<Command, { kind: 'confirm' }>,
): Answer<Sums> {
  if (credit && !payment.request.allow_credit) {
    return refuse('Bad Request', 'The merchant does not accept credit for this request.');
  }
  if (additionalAmount === null || additionalAmount === payment.additionalAmount) {
    return answer(NOTHING);
  }
  if (payment.request.additional_edit) return answer(NOTHING);
  return refuse('Bad Request', 'The additional amount of this request cannot be changed.');
}
