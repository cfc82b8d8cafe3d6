import type { ErrorType, Refusal } from '../protocol/errors.ts';

/**
 * Every reason for which a till refuses a command of its screens, with the error type. Screens load this table and not
 * the sentences for programs (`till-problem.ts`): the message catalogues of the cashier have a sentence for each
 * reason in each language, and a reason without one does not compile.
 */
export const PROBLEM_TYPES = {
  // Sales
  another_sale: 'Conflict',
  too_many_sales: 'Conflict',
  code_being_started: 'Conflict',
  reference_taken: 'Conflict',
  sticker_in_use: 'Conflict',
  wrong_lines: 'Bad Request',
  label_too_long: 'Bad Request',
  not_whole: 'Bad Request',
  sale_gone: 'Not Found',
  not_possible_now: 'Conflict',
  part_changed: 'Conflict',
  part_pending: 'Conflict',
  part_nothing: 'Bad Request',
  part_too_much: 'Bad Request',
  code_gone: 'Not Found',
  too_many_codes: 'Conflict',
  no_code: 'Bad Request',
  no_machine: 'Conflict',
  machine_silent: 'Service Unavailable',
  not_saved: 'Service Unavailable',
  stopping: 'Service Unavailable',
  shop_other_currency: 'Conflict',

  // Items and tables
  no_items: 'Not Found',
  items_changed: 'Conflict',
  items_offline: 'Service Unavailable',
  items_need_key: 'Conflict',
  items_wrong: 'Bad Request',

  // Bills
  bill_gone: 'Not Found',
  bill_changed: 'Conflict',
  bill_closed: 'Conflict',
  bill_being_paid: 'Conflict',
  bill_paid: 'Conflict',
  bill_no_line: 'Conflict',
  bill_no_lines: 'Bad Request',
  bill_full: 'Conflict',
  bill_too_much: 'Bad Request',
  bill_deposit_too_large: 'Bad Request',
  bill_deposits_too_many: 'Bad Request',
  bill_deposits_too_much: 'Bad Request',
  bill_payout_in_cash: 'Bad Request',
  bill_payout_no_cash: 'Conflict',
  bill_paid_more: 'Conflict',
  bill_choose_discount: 'Bad Request',
  bill_discount_too_large: 'Bad Request',
  bill_money_off: 'Conflict',
  bill_needs_approval: 'Unauthorized',
  bill_same_bill: 'Bad Request',
  bill_name_in_use: 'Conflict',
  bill_more_than_due: 'Bad Request',
  bill_received_less: 'Bad Request',
  bill_unclear: 'Conflict',
  bill_no_tender: 'Bad Request',
  bill_not_saved: 'Service Unavailable',
  bill_too_many: 'Conflict',
  bill_command_used: 'Conflict',
  bill_not_started: 'Conflict',

  // Drawer and books
  books_not_saved: 'Service Unavailable',
  close_open_bills: 'Conflict',
  close_done: 'Conflict',
  close_needs_count: 'Bad Request',
  keep_too_much: 'Bad Request',
  period_gone: 'Not Found',
  fiscal_no_answer: 'Service Unavailable',
  fiscal_full: 'Service Unavailable',
  fiscal_refused: 'Service Unavailable',
  receipt_foreign: 'Not Found',
  receipt_not_found: 'Not Found',
  receipt_unknown: 'Not Found',
  receipt_no_sale: 'Not Found',
  bill_not_shared: 'Not Found',
  receipt_gone: 'Not Found',
  receipt_by_phone: 'Conflict',
  email_no_answer: 'Service Unavailable',
  email_not_yet: 'Conflict',
  email_too_often: 'Too Many Requests',
  email_wrong_address: 'Bad Request',
  email_not_offered: 'Conflict',
  email_no_receipt: 'Conflict',

  // Questions to the customer
  question_open: 'Conflict',
  question_over: 'Conflict',
  wrong_answer: 'Bad Request',
  wrong_question: 'Bad Request',
  no_customer_screen: 'Conflict',

  // Staff
  wrong_pin: 'Unauthorized',
  locked_out: 'Too Many Requests',
  wrong_code: 'Unauthorized',
  code_locked_out: 'Too Many Requests',
  locked: 'Unauthorized',
  role: 'Unauthorized',
  person_gone: 'Not Found',
  name_taken: 'Conflict',
  last_supervisor: 'Conflict',
  too_many: 'Conflict',
  staff_not_saved: 'Service Unavailable',
  screens_not_saved: 'Service Unavailable',
  no_supervisor: 'Conflict',

  // Refunds
  approval_expired: 'Unauthorized',
  approval_used: 'Unauthorized',
  approval_for_another_payment: 'Unauthorized',
  above_ceiling: 'Unauthorized',
  other_currency: 'Conflict',
  no_key: 'Unauthorized',
  bad_request: 'Bad Request',
  id_used: 'Conflict',
  nothing_left: 'Conflict',
  lines_gone: 'Conflict',
  too_much: 'Bad Request',
  unknown_payment: 'Not Found',
  service_away: 'Service Unavailable',
  not_written: 'Service Unavailable',

  // Printer and checks
  no_printer: 'Conflict',
  no_receipt: 'Not Found',
  print_queue_full: 'Too Many Requests',
  print_job_gone: 'Not Found',
  checks_running: 'Conflict',
  checks_wait_for_sale: 'Conflict',
  file_not_written: 'Conflict',

  // The till itself
  not_here: 'Conflict',
  not_set_up: 'Conflict',
  busy: 'Too Many Requests',
  failed: 'Internal Server Error',
} as const satisfies Readonly<Record<string, ErrorType>>;

/** Why a till refuses a command of a screen. */
export type TillProblem = keyof typeof PROBLEM_TYPES;

/** The reason for a refusal that has none: a command that the host could not read, or an older host. */
const REASON_OF_TYPE: Readonly<Record<ErrorType, TillProblem>> = {
  validation_error: 'failed',
  'Bad Request': 'failed',
  Unauthorized: 'role',
  'Not Found': 'not_here',
  'Method Not Allowed': 'not_here',
  'Not Acceptable': 'not_here',
  Conflict: 'not_possible_now',
  'Request Entity Too Large': 'failed',
  'Unsupported Media Type': 'failed',
  'Too Many Requests': 'busy',
  'Internal Server Error': 'failed',
  'Service Unavailable': 'not_saved',
};

/** The reason of a refusal, for the sentence on a screen. Each refusal has one. */
export function problemOf({ type, details }: Refusal): TillProblem {
  const reason = details?.reason;
  return isTillProblem(reason) ? reason : REASON_OF_TYPE[type];
}

function isTillProblem(value: unknown): value is TillProblem {
  return typeof value === 'string' && Object.hasOwn(PROBLEM_TYPES, value);
}
