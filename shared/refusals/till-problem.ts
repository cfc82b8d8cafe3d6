import { type ErrorType, type Refusal, refuse } from '../protocol/errors.ts';

/**
 * Every reason for which a till refuses a command of its screens, with the error type and the sentence for
 * programs and logs. A screen shows no sentence of this table: the message catalogues of the cashier have
 * a sentence for each reason in each language, and a reason without one does not compile.
 */
export const TILL_PROBLEMS = {
  // Sales
  another_sale: [
    'Conflict',
    'A sale is in progress. Finish it, cancel it or put it on hold first.',
  ],
  too_many_sales: ['Conflict', 'Too many sales are open. Finish some of them first.'],
  code_being_started: ['Conflict', 'Another sale with this code is being started.'],
  reference_taken: [
    'Conflict',
    'Another sale has this reference; a new sale needs a reference of its own.',
  ],
  sticker_in_use: ['Conflict', 'Another sale waits for this sticker; finish or cancel it first.'],
  wrong_lines: [
    'Bad Request',
    'The lines of this sale do not add up to its amount; nothing was asked for.',
  ],
  label_too_long: ['Bad Request', 'The label is too long.'],
  not_whole: ['Bad Request', 'Amounts are whole numbers of minor units: 20.00 is 2000.'],
  sale_gone: ['Not Found', 'This till has no sale by this id.'],
  not_possible_now: ['Conflict', 'This is no longer possible. Check the status of the sale.'],
  part_changed: ['Conflict', 'This capture id was used with other numbers; choose a new one.'],
  part_pending: ['Conflict', 'An earlier part may have been taken; take that one again first.'],
  part_nothing: ['Bad Request', 'A capture of nothing moves no money.'],
  part_too_much: ['Bad Request', 'The amounts are larger than what is reserved.'],
  code_gone: ['Not Found', 'This till shows no code by this id.'],
  too_many_codes: ['Conflict', 'Too many codes wait for their total; close some of them first.'],
  no_code: ['Bad Request', 'This till has no code of its own to show.'],
  no_machine: ['Conflict', 'No vending machine is connected to this till.'],
  machine_silent: ['Service Unavailable', 'The machine does not answer; no sale was started.'],
  not_saved: ['Service Unavailable', 'This cannot be saved on this till, so it was not done.'],
  stopping: ['Service Unavailable', 'This till is stopping.'],

  // Items and tables
  no_items: ['Not Found', 'This till has no list of goods.'],
  items_changed: ['Conflict', 'The items were changed meanwhile; read them and do it again.'],
  items_offline: [
    'Service Unavailable',
    'The items of the shop are changed in its service, which does not answer now.',
  ],
  items_need_key: [
    'Conflict',
    'This till has no key with which it may change the items of the shop.',
  ],
  items_wrong: ['Bad Request', 'The catalogue would not be valid; nothing was changed.'],
  picture_wrong: ['Bad Request', 'This is no PNG or JPEG picture within the limits.'],

  // Bills
  bill_gone: ['Not Found', 'This till has no such bill any more.'],
  bill_changed: ['Conflict', 'The bill was changed elsewhere; the answer has the new one.'],
  bill_closed: ['Conflict', 'The bill is closed.'],
  bill_being_paid: ['Conflict', 'The bill is being paid. Finish or cancel its sale first.'],
  bill_paid: ['Conflict', 'The bill is paid.'],
  bill_no_line: ['Conflict', 'The bill has no such line, or fewer units of it.'],
  bill_no_lines: ['Bad Request', 'There is no line to which this applies.'],
  bill_full: ['Conflict', 'The bill is full.'],
  bill_too_much: ['Bad Request', 'The quantity or the total is too large.'],
  bill_negative: ['Bad Request', 'The total would be less than nothing.'],
  bill_paid_more: ['Conflict', 'More of the bill is paid than would be left of it.'],
  bill_choose_discount: [
    'Bad Request',
    'The bill has money off: say how much of it moves with the lines.',
  ],
  bill_discount_too_large: ['Bad Request', 'The discount is larger than the price.'],
  bill_money_off: [
    'Conflict',
    'The line has money off. Take it off first, change the options, and give it again.',
  ],
  bill_needs_approval: [
    'Unauthorized',
    'A supervisor must approve this: it takes more off the price than the limit.',
  ],
  bill_same_bill: ['Bad Request', 'The lines are on that bill already.'],
  bill_name_in_use: ['Conflict', 'An open bill has this name already.'],
  bill_more_than_due: ['Bad Request', 'The amount is more than what is left to pay.'],
  bill_received_less: ['Bad Request', 'The cash received is less than the amount to pay.'],
  bill_unclear: ['Conflict', 'A payment of this bill is not decided yet.'],
  bill_no_tender: ['Bad Request', 'The payment is not valid.'],
  bill_not_saved: [
    'Service Unavailable',
    'The bill cannot be saved on this till, so nothing was changed.',
  ],
  bill_too_many: ['Conflict', 'Too many bills are open. Clear some of them first.'],
  bill_command_used: [
    'Conflict',
    'This command id was used before, for another command. Give the command with a new id.',
  ],
  bill_not_started: ['Conflict', 'This payment was not started; pay again.'],

  // Drawer and books
  books_not_saved: [
    'Service Unavailable',
    'The books cannot be written on this till, so nothing was booked.',
  ],
  close_open_bills: [
    'Conflict',
    'Other bills are open than the screen shows. Look at them, then close again.',
  ],
  close_done: ['Conflict', 'The period was closed meanwhile. Read its Z report.'],
  close_needs_count: ['Bad Request', 'The drawer has cash. Count it before the close.'],
  keep_too_much: ['Bad Request', 'More would stay in the drawer than was counted.'],
  period_gone: ['Not Found', 'These books have no report of this number.'],
  fiscal_no_answer: [
    'Service Unavailable',
    'The fiscal device does not answer, and this shop does not sell without it. Nothing was started.',
  ],
  fiscal_full: [
    'Service Unavailable',
    'The memory of the fiscal device is full, and this shop does not sell without it. Nothing was started.',
  ],
  fiscal_refused: [
    'Service Unavailable',
    'The fiscal device does not accept the sale, and this shop does not sell without it. Nothing was started.',
  ],
  receipt_foreign: [
    'Not Found',
    'The receipt is of another till and was not paid by phone. Refund it at that till.',
  ],
  receipt_not_found: [
    'Not Found',
    'The service has no receipt of this shop with this code. Refund it at the till that it names.',
  ],
  receipt_unknown: ['Not Found', 'These books have no receipt with this code.'],
  receipt_no_sale: ['Not Found', 'The code is of a refund.'],
  receipt_gone: ['Not Found', 'These books have no receipt of this number.'],
  receipt_by_phone: [
    'Conflict',
    'This receipt was paid by phone. Refund its payment to the phone.',
  ],

  email_no_answer: [
    'Service Unavailable',
    'The service has not confirmed the e-mail. The same command again orders it once.',
  ],
  email_not_yet: ['Conflict', 'The service does not have the receipt yet. Nothing was sent.'],
  email_too_often: [
    'Too Many Requests',
    'The receipt was sent as often as it may be, or the shop has sent too many. Nothing was sent.',
  ],
  email_wrong_address: [
    'Bad Request',
    'The service sends no e-mail to this address. Nothing was sent.',
  ],
  email_not_offered: ['Conflict', 'The service sends no e-mails for this till. Nothing was sent.'],
  email_no_receipt: [
    'Conflict',
    'The service does not have this receipt and never gets it. Nothing was sent.',
  ],

  // Questions to the customer
  question_open: ['Conflict', 'The customer is being asked something else. Wait for the answer.'],
  question_over: [
    'Conflict',
    'This is not the open question. It was answered, or its time is over.',
  ],
  wrong_answer: ['Bad Request', 'The question does not allow this answer.'],
  wrong_question: [
    'Bad Request',
    'The question has too many options, too many words, or bounds that no answer fits.',
  ],
  no_customer_screen: ['Conflict', 'No screen for the customer is connected to this till.'],

  // Staff
  wrong_pin: ['Unauthorized', 'Wrong PIN.'],
  locked_out: ['Too Many Requests', 'Too many wrong PINs. Wait, then try again.'],
  wrong_code: [
    'Unauthorized',
    'Wrong code. Use the latest code shown when the till program started.',
  ],
  code_locked_out: ['Too Many Requests', 'Too many wrong codes. Wait, then try again.'],
  locked: ['Unauthorized', 'The till is locked. Unlock it first.'],
  role: ['Unauthorized', 'Only a supervisor can do this.'],
  person_gone: ['Not Found', 'This person is no longer on the staff list.'],
  name_taken: ['Conflict', 'This name is already in use.'],
  last_supervisor: ['Conflict', 'There must be at least one supervisor.'],
  too_many: ['Conflict', 'This till has the maximum number of staff.'],
  staff_not_saved: ['Service Unavailable', 'The change cannot be saved on this till.'],
  no_supervisor: ['Conflict', 'No one can approve refunds yet. Add a supervisor in Settings.'],

  // Refunds
  approval_expired: ['Unauthorized', 'The approval has expired. Ask for a new one.'],
  approval_used: ['Unauthorized', 'The approval was used for a refund before; ask for a new one.'],
  approval_for_another_payment: ['Unauthorized', 'The approval is for another payment.'],
  above_ceiling: ['Unauthorized', 'The approval does not cover this much.'],
  other_currency: [
    'Conflict',
    'The payment is in another currency than this till has. Refund it at the till that sold it or in the portal.',
  ],
  no_key: ['Unauthorized', 'This till holds no key to sign refunds with.'],
  bad_request: ['Bad Request', 'The refund cannot be understood.'],
  id_used: ['Conflict', 'This refund id was used for another refund; choose a new one.'],
  nothing_left: ['Conflict', 'Nothing of this payment can still be refunded.'],
  lines_gone: [
    'Conflict',
    'Some of these items were refunded meanwhile. Read the payment and choose again.',
  ],
  too_much: ['Bad Request', 'The refund is larger than the amount that can still be refunded.'],
  unknown_payment: ['Not Found', 'The service has no payment by this id.'],
  service_away: ['Service Unavailable', 'The service cannot be asked just now; try again.'],
  not_written: ['Service Unavailable', 'The refund cannot be saved on this till; it was not made.'],

  // Printer and checks
  no_printer: ['Conflict', 'No receipt printer is set up on this till.'],
  no_receipt: ['Not Found', 'This sale has no receipt.'],
  print_queue_full: [
    'Too Many Requests',
    'Too many receipts wait for the printer. Fix the printer first.',
  ],
  print_job_gone: ['Not Found', 'This paper is printed already, or is being printed now.'],
  checks_running: ['Conflict', 'The checks are already running. Wait until they are done.'],
  checks_wait_for_sale: ['Conflict', 'A sale is open. Finish it or put it on hold first.'],
  file_not_written: ['Conflict', 'The file could not be written. Check the free disk space.'],

  // The till itself
  not_here: ['Conflict', 'This till does not have this function.'],
  not_set_up: ['Conflict', 'This till is not set up yet.'],
  busy: ['Too Many Requests', 'The till is still busy with earlier commands.'],
  failed: ['Internal Server Error', 'The till could not do this. Try again.'],
} as const satisfies Readonly<Record<string, readonly [ErrorType, string]>>;

/** Why a till refuses a command of a screen. */
export type TillProblem = keyof typeof TILL_PROBLEMS;

/**
 * A refusal with its reason in `details.reason`. `description` replaces the sentence of the table where it
 * can say more: how long to wait, or which table.
 */
export function refuseTill(
  reason: TillProblem,
  description: string = TILL_PROBLEMS[reason][1],
  details: Readonly<Record<string, unknown>> = {},
): { readonly ok: false; readonly refusal: Refusal } {
  return refuse(TILL_PROBLEMS[reason][0], description, { ...details, reason });
}

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
  return typeof value === 'string' && Object.hasOwn(TILL_PROBLEMS, value);
}
