import type { Least } from '../staff/role.ts';
import type { BridgeCommand } from './contract.ts';

/**
 * The only table of the roles that may give each command of the bridge. The host reads it before it does
 * anything, whatever a screen shows. A command without a row does not compile.
 */
export const LEAST_ROLE: Readonly<Record<BridgeCommand['type'], Least>> = {
  start_sale: 'cashier',
  act: 'cashier',
  capture: 'cashier',
  open_code: 'cashier',
  close_code: 'cashier',
  // Nothing is changed by it, and a locked till must go on asking about its sales.
  refresh: 'nobody',
  setup: 'nobody',
  unlock: 'nobody',
  lock: 'nobody',
  present: 'cashier',
  staff: 'supervisor',
  first_code: 'supervisor',
  // The command carries a supervisor's PIN, and its handler checks it.
  approve: 'cashier',
  // The same for a discount.
  approve_bill: 'cashier',
  refund: 'approval',
  refundable: 'cashier',
  history: 'cashier',
  day: 'cashier',
  // Asked four times in a second, which is no sign of a person.
  read_scale: 'nobody',
  set_scale: 'cashier',
  goods: 'cashier',
  change_goods: 'supervisor',
  add_picture: 'supervisor',
  bill: 'cashier',
  pay_bill: 'cashier',
  read_bill: 'cashier',
  show_bill: 'cashier',
  restore_bill: 'cashier',
  drawer: 'cashier',
  count_drawer: 'cashier',
  read_report: 'cashier',
  print_report: 'cashier',
  find_receipt: 'cashier',
  open_receipt: 'cashier',
  find_tender: 'cashier',
  print_booked: 'cashier',
  print_refund: 'cashier',
  saw_missed_close: 'cashier',
  approve_receipt_refund: 'cashier',
  // Its handler uses a supervisor's approval.
  refund_receipt: 'cashier',
  find_bill: 'cashier',
  approve_bill_refund: 'cashier',
  refund_bill: 'cashier',
  // The command carries a supervisor's PIN, and its handler checks it.
  approve_close: 'cashier',
  // Its handler wants a supervisor or an approval.
  close_period: 'cashier',
  ask_tip: 'cashier',
  ask_member: 'cashier',
  ask_receipt_email: 'cashier',
  email_receipt: 'cashier',
  // It ends the mark in the office's list of tills.
  saw_refused_receipts: 'supervisor',
  skip_question: 'cashier',
  // The customer answers, also while the till is locked.
  answer_question: 'nobody',
  print_receipt: 'cashier',
  print_test_page: 'cashier',
  print_day: 'cashier',
  print_job: 'cashier',
  print_seen: 'cashier',
  diagnose: 'cashier',
  support_bundle: 'cashier',
  scanner: 'supervisor',
};
