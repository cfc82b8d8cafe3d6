import type { PaymentFailure } from '../../../shared/refusals/payment-failure.ts';
import type { TillProblem } from '../../../shared/refusals/problem-types.ts';
import type { ServiceRefusal } from '../../../shared/refusals/service-refusal.ts';

/** A sentence for everything that a till or its service can refuse. A reason without one does not compile. */
export type RefusalWords = {
  /** Why the till did not carry out a command; `no_host`: it did not answer. */
  readonly problems: Readonly<Record<TillProblem | 'no_host', string>>;
  /** Why the service refused a sale or a refund. */
  readonly serviceRefusals: Readonly<Record<ServiceRefusal, string>>;
  /** Why a payment failed after it was requested. */
  readonly paymentFailures: Readonly<Record<PaymentFailure, string>>;
};

export const refusalsEn: RefusalWords = {
  problems: {
    another_sale: 'A sale is in progress. Finish it, cancel it or put it on hold first.',
    too_many_sales: 'Too many sales are open. Finish some of them first.',
    code_being_started: 'A sale with this code is being started. Wait a moment.',
    reference_taken: 'The cash register has used this number for another sale.',
    sticker_in_use: 'Another sale waits for this sticker. Finish or cancel it first.',
    wrong_lines: 'The lines do not add up to the total. No request was sent; enter the sale again.',
    label_too_long: 'The table or name is too long. Enter a shorter one.',
    not_whole: 'The amount is not valid. Enter it again.',
    sale_gone: 'This sale is no longer on this till.',
    not_possible_now: 'This is no longer possible. The screen shows how the sale stands now.',
    part_changed: 'This part was taken before with another amount. Start again.',
    part_pending: 'An earlier part may have been taken. Take that part again first.',
    part_nothing: 'Enter an amount first.',
    part_too_much: 'The amount is higher than what is reserved.',
    code_gone: 'This code is no longer shown. Show a new one.',
    too_many_codes: 'Too many codes wait for a total. Remove some of them first.',
    no_code: 'This till has no code of its own.',
    no_machine: 'No vending machine is connected to this till.',
    machine_silent: 'The machine does not respond. No sale was started.',
    not_saved: 'The till cannot save this, so it was not done. Free up space on the disk.',
    stopping: 'The till is shutting down. Start it again first.',
    shop_other_currency:
      'The shop takes no phone payments in this till’s currency. Take cash or another tender.',

    no_items: 'This till has no list of items.',
    items_changed: 'Someone else has changed the items. Look at them and do it again.',
    items_offline:
      'There is no connection to the service. Items cannot be changed now; selling goes on.',
    items_need_key:
      'This till may not change the shop’s items. Change them in the merchant portal, or pair the till again with the access “Sales, refunds and items”.',
    items_wrong:
      'Nothing was changed: something that this change names is missing or is there twice, or there are too many items. Look at the items and do it again.',

    bill_gone: 'This bill is no longer on this till.',
    bill_changed: 'This bill was changed on another screen. This is the new bill.',
    bill_closed: 'This bill is closed. Start a new one.',
    bill_being_paid: 'This bill is being paid. Finish or cancel its sale first.',
    bill_paid: 'This bill is paid already. Start a new one.',
    bill_no_line: 'This line is no longer on the bill, or there is less of it.',
    bill_no_lines: 'There is nothing on the bill for this. Add an item first.',
    bill_full: 'The bill is full. Start another one.',
    bill_too_much: 'That is more than one bill can have. Enter less.',
    bill_deposit_too_large:
      'That is more than the shop gives for one returned deposit. Enter less.',
    bill_deposits_too_many:
      'These are more returned deposits than the shop takes at once. Use another bill.',
    bill_deposits_too_much:
      'These returned deposits are worth more than the shop takes at once. Use another bill.',
    bill_payout_in_cash:
      'The deposits are worth more than the goods. Pay the whole difference out in cash.',
    bill_payout_no_cash:
      'By the books there is too little cash in the drawer for this. Count the drawer, or pay cash in.',
    bill_paid_more: 'A part of this bill is paid already, so this cannot come off it.',
    bill_choose_discount: 'Choose how much of the discount goes along.',
    bill_discount_too_large: 'The discount is larger than the price. Enter a smaller one.',
    bill_money_off:
      'Take the money off this line away first. Then change the options, and give it again.',
    bill_needs_approval: 'A supervisor must approve this. Nothing was changed.',
    bill_same_bill: 'The lines are on that bill already.',
    bill_name_in_use: 'This table is already open. Choose another name, or open its bill.',
    bill_more_than_due: 'The amount is more than what is left to pay on this bill.',
    bill_received_less: 'The cash received is less than the amount to pay.',
    bill_unclear: 'A payment of this bill is not decided yet. Finish or cancel it first.',
    bill_no_tender: 'This payment is not possible on this bill. Enter the amount again.',
    bill_not_saved:
      'The till cannot save the bill, so nothing was changed. Free up space on the disk.',
    bill_too_many: 'Too many bills are open. Clear some of them first.',
    bill_command_used: 'The till has this step already. Do it once more.',
    bill_not_started: 'The payment was not started. Try again.',

    books_not_saved:
      'The books cannot be written on this till, so nothing was booked. Check the free disk space.',
    close_open_bills:
      'Other bills are open than this screen shows. Look at them, then close again.',
    close_done: 'The day was closed on another screen meanwhile. Look at its Z report.',
    close_needs_count: 'The drawer has cash. Count it before the close.',
    keep_too_much: 'More would stay in the drawer than was counted.',
    period_gone: 'There is no report of this number.',
    fiscal_no_answer:
      'The fiscal device does not answer. This shop does not sell without it. Check its power and cable, then try again.',
    fiscal_full:
      'The fiscal device is full. This shop does not sell without it. Call the supplier of the device.',
    fiscal_refused: 'The fiscal device does not accept this sale. Call the supplier of the device.',
    receipt_foreign:
      'This receipt was sold at another till and not paid by phone. Refund it there.',
    receipt_not_found:
      'No such receipt of this shop is known online. Refund it at the till that it names.',
    receipt_unknown:
      'This till has no receipt with this code. Find it by its number, and compare amount and time.',
    receipt_no_sale: 'This code is not of a sale. A refund receipt cannot be refunded.',
    bill_not_shared: 'This bill was not paid in shares. Refund its receipt.',
    receipt_gone: 'There is no receipt of this number.',
    receipt_by_phone: 'This receipt was paid by phone. Refund its payment to the phone.',
    email_no_answer: 'The e-mail is not confirmed: no answer from the service. Send it again.',
    email_not_yet:
      'Not sent: the receipt has not reached the service yet. Wait a moment and send it again.',
    email_too_often: 'Not sent: too many e-mails of this receipt or of this shop.',
    email_wrong_address: 'Not sent: the service does not accept this address. Check it.',
    email_not_offered: 'Not sent: the service sends no e-mails for this till now.',
    email_no_receipt: 'Not sent: the service does not have this receipt and never gets it.',
    question_open: 'The customer is being asked something else. Wait for the answer.',
    question_over: 'The question is closed already.',
    wrong_answer: 'The question does not allow this answer.',
    wrong_question: 'This question cannot be shown. It has too many options or words.',
    no_customer_screen: 'No screen for the customer is connected to this till.',

    wrong_pin: 'Wrong PIN. Try again.',
    locked_out: 'Too many wrong PINs. Wait, then try again.',
    wrong_code: 'Wrong code. Use the latest code shown when the till program started.',
    code_locked_out: 'Too many wrong codes. Wait, then try again.',
    locked: 'The till is locked. Unlock it first.',
    role: 'Only a supervisor can do this.',
    person_gone: 'This person is no longer on the staff list.',
    name_taken: 'This name is already in use. Choose another.',
    last_supervisor: 'There must be at least one supervisor. Add another one first.',
    too_many: 'This till has the maximum number of staff.',
    screens_not_saved:
      'The till cannot save this, so nothing was changed. Free up space on the disk.',
    staff_not_saved:
      'The till cannot save this, so nothing was changed. Free up space on the disk.',
    no_supervisor: 'No one can approve refunds yet. Add a supervisor in Settings.',

    approval_expired: 'The approval has expired. Enter the PIN again.',
    approval_used: 'The approval has already been used. Enter the PIN again.',
    approval_for_another_payment: 'The approval is for another payment. Enter the PIN again.',
    above_ceiling: 'The approval is for a smaller amount. Enter the PIN again.',
    other_currency:
      'This payment is in another currency. Refund it at the till that sold it, or in the merchant portal.',
    no_key: 'This till has no key for refunds. Refund in the merchant portal.',
    bad_request: 'The refund is not valid. Enter the amount again.',
    id_used: 'This refund was already sent with other details. Start again.',
    lines_gone: 'Some of these items were refunded meanwhile. Choose again.',
    nothing_left: 'There is nothing left to refund on this sale.',
    too_much: 'The amount is higher than what can be refunded on this sale.',
    unknown_payment: 'The service cannot find this payment.',
    service_away: 'No answer from the service. Nothing has been refunded yet; try again.',
    not_written: 'The refund could not be saved on this till. Nothing was refunded.',

    no_printer: 'No receipt printer is set up on this till.',
    no_receipt: 'This sale has no receipt.',
    print_queue_full: 'Too many print jobs are waiting. Check the printer first.',
    print_job_gone: 'This is already printed, or is being printed now.',
    checks_running: 'The check is already running. Wait until it is done.',
    checks_wait_for_sale: 'A sale is in progress. Finish it or put it on hold first.',
    file_not_written: 'The file could not be saved. Free up space on the disk.',

    not_here: 'This till does not have this function.',
    not_set_up: 'This till is not set up yet.',
    busy: 'The till is still busy. Wait a moment, then try again.',
    failed: 'Something went wrong at the till. Try again; if it happens again, restart the till.',
    no_host: 'The till did not answer. Try again.',
  },
  serviceRefusals: {
    signed_out:
      'The service does not accept this till’s sign-in. The person responsible for the till must pair it again.',
    currency:
      'The shop cannot take payments in this currency. The person responsible for the till must correct its currency.',
    amount: 'The amount is above what the shop may take in one payment. Enter a smaller amount.',
    customer: 'The customer’s number or code is not valid. Check it and try again.',
    used_before: 'Another payment already has this sale’s number. Start the sale again.',
    lines_gone: 'Some of these items have been refunded already. Start the refund again.',
    too_large: 'The sale has too many lines or too much text. Divide it into two sales.',
    settings:
      'The till is not set up correctly for this service. The person responsible for the till must check its settings.',
    unavailable: 'The service cannot do this now. Try again in a moment.',
    not_accepted:
      'The service did not accept it. Use another way, and tell the person responsible for the till.',
  },
  paymentFailures: {
    bank: 'The customer’s bank declined the payment. Use another payment method.',
    limit: 'The amount is above the customer’s limit. Use another payment method.',
    duplicate:
      'The same payment was made a moment ago. Check the list of sales before you charge again.',
    credit: 'The customer’s credit account cannot be used here. Use another payment method.',
    account_closed: 'The customer’s account is closed. Use another payment method.',
    other: 'Try again or use another payment method.',
  },
};
