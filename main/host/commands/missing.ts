import type { Refused, Room } from '../../../shared/device/commands/table.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';

const notHere = (sentence: string) => refuseTill('not_here', sentence);

const MISSING: Readonly<Record<Room, Refused>> = {
  sales: notHere('This till takes no payments by phone.'),
  setup: notHere('This till is set up already.'),
  staff: notHere('This till has no back office.'),
  goods: refuseTill('no_items', 'This till sells no goods.'),
  bills: notHere('This till has no bills.'),
  books: notHere('This till has no books.'),
  questions: notHere('This till asks the customer nothing.'),
  shopQuestions: notHere('This till asks the customer nothing.'),
  receiptEmail: notHere('This till sends no receipts by e-mail.'),
  refusedReceipts: notHere('This till hands no receipts to a service.'),
  printing: refuseTill('no_printer'),
  scale: notHere('This till has no scale.'),
  scanner: notHere('This till keeps no settings of a scanner.'),
  diagnosis: notHere('This till has no diagnosis.'),
  screens: notHere('No browser may open this till.'),
};

/** The answer of a till to a command of a feature that it does not have. */
export const missing = (room: Room): Refused => MISSING[room];
