import {
  type BillsOptions,
  DISCOUNTS,
  type HostBills,
  openBills,
  RETURNS,
} from '../../main/host/bills/bills.ts';
import { registryOf } from '../../main/host/bridge/registry.ts';
import { TERMINAL_ALONE } from '../../main/host/bridge/screen-source.ts';
import { createCommands } from '../../main/host/commands/commands.ts';
import type { Handlers } from '../../main/host/commands/handlers.ts';
import { missing } from '../../main/host/commands/missing.ts';
import type { LocalApiOptions } from '../../main/host/local-api/server.ts';
import { createQuestions } from '../../main/host/questions/questions.ts';
import { NO_BOOKS } from '../../shared/books/books.ts';
import { answer } from '../../shared/protocol/errors.ts';
import { refuseTill } from '../../shared/refusals/till-problem.ts';
import type { Terminal } from '../../shared/terminal/index.ts';
import type { DeviceClock } from '../../shared/time/clock.ts';

/* The parts of a till that its bills and its till API need, for tests that are about other parts. */

/** Bills of a till without staff, books and fiscal device. */
export const PLAIN_BILLS: Omit<BillsOptions, 'terminal'> = {
  staff: { approver: () => null },
  language: 'en',
  rules: () => ({ discounts: DISCOUNTS, returns: RETURNS, rounding: null }),
  isBooked: () => false,
  hasBill: () => false,
  drawer: () => null,
  permit: async () => answer(() => undefined),
  paidHere: () => undefined,
};

const notSaved = () => refuseTill('books_not_saved');
const NO_BOOK_COMMANDS: Handlers<'books'> = {
  drawer: notSaved,
  count_drawer: notSaved,
  read_report: notSaved,
  print_report: notSaved,
  receipts: notSaved,
  read_receipt: notSaved,
  find_receipt: notSaved,
  open_receipt: notSaved,
  find_tender: notSaved,
  print_booked: notSaved,
  print_refund: notSaved,
  saw_missed_close: notSaved,
  approve_close: notSaved,
  approve_receipt_refund: notSaved,
  close_period: notSaved,
  refund_receipt: notSaved,
  find_bill: notSaved,
  approve_bill_refund: notSaved,
  refund_bill: notSaved,
};

/** Books that have no receipt. */
export const EMPTY_BOOKS: Pick<LocalApiOptions, 'books' | 'openReceipt'> = {
  books: {
    book: async () => ({ ok: false, failure: { kind: 'failed', description: 'No books here.' } }),
    books: () => NO_BOOKS,
    state: () => 'ok',
    subscribe: () => () => undefined,
    receiptKnown: () => null,
    ofBill: async () => [],
    entryById: async () => null,
  },
  openReceipt: async () => refuseTill('receipt_not_found'),
};

type Features = Parameters<typeof registryOf>[1];

/**
 * What a till API needs besides its terminal; what the test has of it replaces the plain parts, and its commands are those
 * of these parts. `stop` ends it after the API.
 */
export function apiParts(
  terminal: Terminal,
  clock: DeviceClock,
  own: {
    readonly bills?: HostBills;
    readonly hostBooks?: { readonly commands: Handlers<'books'> };
  } = {},
  features: Features = TERMINAL_ALONE,
) {
  const bills = own.bills ?? openBills({ ...PLAIN_BILLS, terminal });
  const hostBooks = own.hostBooks ?? { commands: NO_BOOK_COMMANDS };
  const registry = registryOf(terminal, { ...features, bills, books: hostBooks });
  const questions = createQuestions({ clock });
  return {
    parts: {
      terminal,
      ...EMPTY_BOOKS,
      bills,
      commands: createCommands({ registry, missing, staff: null }),
      questions,
      language: 'en',
      clock,
    } as const,
    questions,
    stop() {
      if (own.bills === undefined) bills.stop();
      questions.stop();
    },
  };
}
