import type { Refused } from '../../../shared/device/commands/table.ts';
import {
  type TillErrorType,
  type TillRefusal,
  tillRefuse,
} from '../../../shared/device/till-api/errors.ts';
import type { ErrorType } from '../../../shared/protocol/errors.ts';
import {
  PROBLEM_TYPES,
  problemOf,
  type TillProblem,
} from '../../../shared/refusals/problem-types.ts';

/** Problems whose error says more than their type does. */
const ERROR_OF: Readonly<Partial<Record<TillProblem, TillErrorType>>> = {
  another_sale: 'busy',
  reference_taken: 'reference_taken',
  machine_silent: 'machine_away',
  stopping: 'stopping',
  shop_other_currency: 'other_currency',
  other_currency: 'other_currency',
  not_saved: 'journal_full',
  bill_not_saved: 'journal_full',
  books_not_saved: 'journal_full',
  not_written: 'journal_full',
  bill_changed: 'bill_changed',
  bill_needs_approval: 'discount_not_allowed',
  fiscal_no_answer: 'fiscal_device',
  fiscal_full: 'fiscal_device',
  fiscal_refused: 'fiscal_device',
  question_open: 'question_refused',
  no_customer_screen: 'question_refused',
  above_ceiling: 'refund_not_allowed',
  approval_expired: 'refund_not_allowed',
  approval_used: 'refund_not_allowed',
  approval_for_another_payment: 'refund_not_allowed',
  no_key: 'refund_not_allowed',
  id_used: 'refund_refused',
  nothing_left: 'refund_refused',
  lines_gone: 'refund_refused',
  too_much: 'refund_refused',
  receipt_by_phone: 'refund_refused',
  receipt_foreign: 'refund_refused',
  receipt_no_sale: 'refund_refused',
  service_away: 'offline',
  bad_request: 'validation_error',
};

/** The error of every other problem. */
const ERROR_OF_TYPE: Readonly<Record<ErrorType, TillErrorType>> = {
  validation_error: 'validation_error',
  'Bad Request': 'not_possible',
  Unauthorized: 'command_not_allowed',
  'Not Found': 'not_found',
  'Method Not Allowed': 'not_possible',
  'Not Acceptable': 'not_possible',
  Conflict: 'not_possible',
  'Request Entity Too Large': 'not_possible',
  'Unsupported Media Type': 'not_possible',
  'Too Many Requests': 'not_possible',
  'Internal Server Error': 'internal_error',
  'Service Unavailable': 'not_possible',
};

/** The error of the till API for a problem of the till's commands. */
export function tillErrorOf(problem: TillProblem): TillErrorType {
  const known = ERROR_OF[problem];
  if (known !== undefined) return known;
  const type = ERROR_OF_TYPE[PROBLEM_TYPES[problem]];
  return problem.startsWith('bill_') && type === 'not_possible' ? 'bill_refused' : type;
}

/**
 * A refused command in the errors of the till API: `error_details` has its problem as `reason`, and the bill as it is now
 * where the refusal has one. The one mapping of both.
 */
export function refusalOf({ refusal, bill }: Refused): { ok: false; refusal: TillRefusal } {
  if (refusal.type === 'validation_error') {
    return tillRefuse('validation_error', undefined, refusal.details);
  }
  const reason = problemOf(refusal);
  const details = { ...refusal.details, reason, ...(bill === undefined ? {} : { bill }) };
  return tillRefuse(tillErrorOf(reason), refusal.description, details);
}
