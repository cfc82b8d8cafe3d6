import { billNow } from '../../../shared/bill/bill-now.ts';
import type { Refused } from '../../../shared/device/commands/table.ts';
import { type TillRefusal, tillRefuse } from '../../../shared/device/till-api/errors.ts';
import { blockingSales } from '../../../shared/device/till-api/wire.ts';
import { problemOf } from '../../../shared/refusals/problem-types.ts';
import type { HandlerDeps } from './handler.ts';
import { ERROR_OF } from './problem-errors.ts';

type RefusedCall = { readonly ok: false; readonly refusal: TillRefusal };

/**
 * What the till refused, in the errors of the till API. `error_details` has the problem as `reason`, and where the refusal
 * has a bill, the bill as it is now with its amounts, as the answer of a command that was done. The one mapping of all.
 */
export function refusalOf({ refusal, bill }: Refused): RefusedCall {
  if (refusal.type === 'validation_error') {
    return tillRefuse('validation_error', undefined, refusal.details);
  }
  const reason = problemOf(refusal);
  const details = { ...refusal.details, reason, ...(bill === undefined ? {} : billNow(bill)) };
  return tillRefuse(ERROR_OF[reason], refusal.description, details);
}

/** The same, with the sales that are in the way of another one. */
export function refusalAt(
  { terminal, changes }: Pick<HandlerDeps, 'terminal' | 'changes'>,
  refused: Refused,
): RefusedCall {
  const told = refusalOf(refused);
  const { type, description, details } = told.refusal;
  if (type !== 'busy') return told;
  const sales = blockingSales(terminal.view()).map(({ id }) => changes.sale(id));
  return tillRefuse(type, description, { ...details, sales });
}
