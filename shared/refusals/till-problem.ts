import { type Refusal, refuse } from '../protocol/errors.ts';
import { PROBLEM_TYPES, type TillProblem } from './problem-types.ts';

/** The sentence of each reason, for programs and logs. No screen shows one. */
export const PROBLEM_SENTENCES: Readonly<Record<TillProblem, string>> = {
  // Sales
  another_sale: 'A sale is in progress. Finish it, cancel it or put it on hold first.',
  too_many_sales: 'Too many sales are open. Finish some of them first.',
  code_being_started: 'Another sale with this code is being started.',
  reference_taken: 'Another sale has this reference; a new sale needs a reference of its own.',
  sticker_in_use: 'Another sale waits for this sticker; finish or cancel it first.',
  wrong_lines: 'The lines of this sale do not add up to its amount; nothing was asked for.',
  label_too_long: 'The label is too long.',
  not_whole: 'Amounts are whole numbers of minor units: 20.00 is 2000.',
  sale_gone: 'This till has no sale by this id.',
  not_possible_now: 'This is no longer possible. Check the status of the sale.',
  part_changed: 'This capture id was used with other numbers; choose a new one.',
  part_pending: 'An earlier part may have been taken; take that one again first.',
  part_nothing: 'A capture of nothing moves no money.',
  part_too_much: 'The amounts are larger than what is reserved.',
  code_gone: 'This till shows no code by this id.',
  too_many_codes: 'Too many codes wait for their total; close some of them first.',
  no_code: 'This till has no code of its own to show.',
  no_machine: 'No vending machine is connected to this till.',
  machine_silent: 'The machine does not answer; no sale was started.',
  not_saved: 'This cannot be saved on this till, so it was not done.',
  stopping: 'This till is stopping.',
  shop_other_currency:
    'The shop takes no payments in the currency of this till, so nothing was started.',

  // Items and tables
  no_items: 'This till has no list of goods.',
  items_changed: 'The items were changed meanwhile; read them and do it again.',
  items_offline: 'The items of the shop are changed in its service, which does not answer now.',
  items_need_key: 'This till has no key with which it may change the items of the shop.',
  items_wrong: 'The catalogue would not be valid; nothing was changed.',

  // Bills
  bill_gone: 'This till has no such bill any more.',
  bill_changed: 'The bill was changed elsewhere; the answer has the new one.',
  bill_closed: 'The bill is closed.',
  bill_being_paid: 'The bill is being paid. Finish or cancel its sale first.',
  bill_paid: 'The bill is paid.',
  bill_no_line: 'The bill has no such line, or fewer units of it.',
  bill_no_lines: 'There is no line to which this applies.',
  bill_full: 'The bill is full.',
  bill_too_much: 'The quantity or the total is too large.',
  bill_deposit_too_large:
    'A returned deposit is worth more than the shop takes back for one piece.',
  bill_deposits_too_many: 'The bill has more returned deposits than the shop takes back at once.',
  bill_deposits_too_much:
    'The returned deposits of the bill are worth more than the shop takes back at once.',
  bill_payout_in_cash:
    'The shop owes the customer money for deposits: pay out all of it at once, in cash and without a tip.',
  bill_payout_no_cash:
    'The drawer should hold less than this payout. Count the drawer or pay cash in first.',
  bill_paid_more: 'More of the bill is paid than would be left of it.',
  bill_choose_discount: 'The bill has money off: say how much of it moves with the lines.',
  bill_discount_too_large: 'The discount is larger than the price.',
  bill_money_off:
    'The line has money off. Take it off first, change the options, and give it again.',
  bill_needs_approval:
    'A supervisor must approve this: it takes more off the price, or more deposits back, than the limit.',
  bill_same_bill: 'The lines are on that bill already.',
  bill_name_in_use: 'An open bill has this name already.',
  bill_more_than_due: 'The amount is more than what is left to pay.',
  bill_received_less: 'The cash received is less than the amount to pay.',
  bill_unclear: 'A payment of this bill is not decided yet.',
  bill_no_tender: 'The payment is not valid.',
  bill_not_saved: 'The bill cannot be saved on this till, so nothing was changed.',
  bill_too_many: 'Too many bills are open. Clear some of them first.',
  bill_command_used:
    'This command id was used before, for another command. Give the command with a new id.',
  bill_not_started: 'This payment was not started; pay again.',

  // Drawer and books
  books_not_saved: 'The books cannot be written on this till, so nothing was booked.',
  close_open_bills: 'Other bills are open than the screen shows. Look at them, then close again.',
  close_done: 'The period was closed meanwhile. Read its Z report.',
  close_needs_count: 'The drawer has cash. Count it before the close.',
  keep_too_much: 'More would stay in the drawer than was counted.',
  period_gone: 'These books have no report of this number.',
  fiscal_no_answer:
    'The fiscal device does not answer, and this shop does not sell without it. Nothing was started.',
  fiscal_full:
    'The memory of the fiscal device is full, and this shop does not sell without it. Nothing was started.',
  fiscal_refused:
    'The fiscal device does not accept the sale or does not sign a paid one, and this shop does not sell without it. Nothing was started.',
  receipt_foreign:
    'The receipt is of another till and was not paid by phone. Refund it at that till.',
  receipt_not_found:
    'The service has no receipt of this shop with this code. Refund it at the till that it names.',
  receipt_unknown: 'These books have no receipt with this code.',
  receipt_no_sale: 'The code is of a refund.',
  bill_not_shared: 'These books have no bill of this id that was paid in shares.',
  receipt_gone: 'These books have no receipt of this number.',
  receipt_by_phone: 'This receipt was paid by phone. Refund its payment to the phone.',
  email_no_answer:
    'The service has not confirmed the e-mail. The same command again orders it once.',
  email_not_yet: 'The service does not have the receipt yet. Nothing was sent.',
  email_too_often:
    'The receipt was sent as often as it may be, or the shop has sent too many. Nothing was sent.',
  email_wrong_address: 'The service sends no e-mail to this address. Nothing was sent.',
  email_not_offered: 'The service sends no e-mails for this till. Nothing was sent.',
  email_no_receipt: 'The service does not have this receipt and never gets it. Nothing was sent.',

  // Questions to the customer
  question_open: 'The customer is being asked something else. Wait for the answer.',
  question_over: 'This is not the open question. It was answered, or its time is over.',
  wrong_answer: 'The question does not allow this answer.',
  wrong_question:
    'The question has too many options, too many words, or bounds that no answer fits.',
  no_customer_screen: 'No screen for the customer is connected to this till.',

  // Staff
  wrong_pin: 'Wrong PIN.',
  locked_out: 'Too many wrong PINs. Wait, then try again.',
  wrong_code: 'Wrong code. Use the latest code shown when the till program started.',
  code_locked_out: 'Too many wrong codes. Wait, then try again.',
  locked: 'The till is locked. Unlock it first.',
  role: 'Only a supervisor can do this.',
  person_gone: 'This person is no longer on the staff list.',
  name_taken: 'This name is already in use.',
  last_supervisor: 'There must be at least one supervisor.',
  too_many: 'This till has the maximum number of staff.',
  staff_not_saved: 'The change cannot be saved on this till.',
  screens_not_saved: 'The list of screens cannot be saved on this till. Nothing was changed.',
  no_supervisor: 'No one can approve refunds yet. Add a supervisor in Settings.',

  // Refunds
  approval_expired: 'The approval has expired. Ask for a new one.',
  approval_used: 'The approval was used for a refund before; ask for a new one.',
  approval_for_another_payment: 'The approval is for another payment.',
  above_ceiling: 'The approval does not cover this much.',
  other_currency:
    'The payment is in another currency than this till has. Refund it at the till that sold it or in the portal.',
  no_key: 'This till holds no key to sign refunds with.',
  bad_request: 'The refund cannot be understood.',
  id_used: 'This refund id was used for another refund; choose a new one.',
  nothing_left: 'Nothing of this payment can still be refunded.',
  lines_gone: 'Some of these items were refunded meanwhile. Read the payment and choose again.',
  too_much: 'The refund is larger than the amount that can still be refunded.',
  unknown_payment: 'The service has no payment by this id.',
  service_away: 'The service cannot be asked just now; try again.',
  not_written: 'The refund cannot be saved on this till; it was not made.',

  // Printer and checks
  no_printer: 'No receipt printer is set up on this till.',
  no_receipt: 'This sale has no receipt.',
  print_queue_full: 'Too many receipts wait for the printer. Fix the printer first.',
  print_job_gone: 'This paper is printed already, or is being printed now.',
  checks_running: 'The checks are already running. Wait until they are done.',
  checks_wait_for_sale: 'A sale is open. Finish it or put it on hold first.',
  file_not_written: 'The file could not be written. Check the free disk space.',

  // The till itself
  not_here: 'This till does not have this function.',
  not_set_up: 'This till is not set up yet.',
  busy: 'The till is still busy with earlier commands.',
  failed: 'The till could not do this. Try again.',
};

/**
 * A refusal with its reason in `details.reason`. `description` replaces the sentence of the table where it
 * can say more: how long to wait, or which table.
 */
export function refuseTill(
  reason: TillProblem,
  description: string = PROBLEM_SENTENCES[reason],
  details: Readonly<Record<string, unknown>> = {},
): { readonly ok: false; readonly refusal: Refusal } {
  return refuse(PROBLEM_TYPES[reason], description, { ...details, reason });
}
