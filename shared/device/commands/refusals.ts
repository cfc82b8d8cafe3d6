import type { TillProblem } from '../../refusals/problem-types.ts';

/* Reasons that several commands have in common. */

/** Nothing prints. */
export const PAPER = ['no_printer', 'print_queue_full'] as const satisfies readonly TillProblem[];

/** A command that the books do once. */
export const ONCE = [
  'bill_command_used',
  'books_not_saved',
] as const satisfies readonly TillProblem[];

/** The service does not say what is left of a payment. */
export const READ = [
  'no_key',
  'unknown_payment',
  'other_currency',
  'service_away',
] as const satisfies readonly TillProblem[];

/** Nothing is given back. */
export const REFUND = [
  'above_ceiling',
  'id_used',
  'nothing_left',
  'too_much',
  'books_not_saved',
] as const satisfies readonly TillProblem[];

/** A payment of a bill is not taken: the bill, the books, the fiscal device, or the sale of a payment by phone. */
export const PAYMENT = [
  'bill_gone',
  'bill_command_used',
  'bill_not_started',
  'bill_not_saved',
  'books_not_saved',
  'not_saved',
  'fiscal_no_answer',
  'fiscal_full',
  'fiscal_refused',
  'another_sale',
  'too_many_sales',
  'code_being_started',
  'sticker_in_use',
  'code_gone',
  'no_code',
  'shop_other_currency',
  'service_away',
  'stopping',
] as const satisfies readonly TillProblem[];
