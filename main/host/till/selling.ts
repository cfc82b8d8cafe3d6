import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { type EntryId, receiptOfTender } from '../../../shared/ids/host-ids.ts';
import type { Answer } from '../../../shared/protocol/errors.ts';
import type { Terminal } from '../../../shared/terminal/index.ts';
import { billRules, type HostBills, openBills } from '../bills/bills.ts';
import { BILL_WORDS } from '../bills/words.ts';
import { type HostBooks, type HostBooksOptions, openHostBooks } from '../books/books.ts';
import type { TillBooks } from '../books/till-books.ts';
import { bookWords } from '../books/words.ts';

/** What the bills and the drawer of a till are opened on. */
export type SellingDeps = Pick<
  HostBooksOptions,
  'clock' | 'missed' | 'openReceipt' | 'paper' | 'publicKey' | 'readShown' | 'staff' | 'terms'
> & {
  readonly terminal: Terminal;
  readonly books: TillBooks;
  /** The till's settings with the rules of its shop as they are now. */
  readonly settings: () => TillSettings;
  /** Asked before a payment by another tender is recorded, by the id of its receipt. */
  readonly permit: (receipt: EntryId) => Promise<Answer<() => void>>;
};

/** The bills of a till, and what the person at its drawer uses. */
export type Selling = { readonly bills: HostBills; readonly books: HostBooks };

/**
 * Opens how a till sells for money that it takes itself, on one engine and one set of books. The till that is sold and the
 * tests of the books both sell by it, so that neither can forget what a paid bill needs (D-550).
 */
export function openSelling(deps: SellingDeps): Selling {
  const { terminal, books, settings, staff, paper, permit } = deps;
  const { language } = settings();
  const bills = openBills({
    terminal,
    staff: {
      approver: (approval, seen, command) => {
        const approved = staff.approver(approval, { kind: 'bill', ...seen }, command);
        return approved.ok ? approved.by : null;
      },
    },
    language,
    rules: () => billRules(settings()),
    isBooked: books.isBooked,
    hasBill: books.hasBill,
    drawer: () => books.books().drawer,
    // Its receipt is printed by the books, as that of every payment.
    paidHere: ({ method }) => {
      if (method.kind === 'cash') paper.openDrawer();
    },
    permit: (tender) => permit(receiptOfTender(tender)),
  });
  const host = openHostBooks({
    ...deps,
    sales: () => terminal.view().sales,
    openBills: () => bills.view().open,
    bank: bookWords(language).bank,
    registerName: BILL_WORDS[language].register,
  });
  return { bills, books: host };
}
