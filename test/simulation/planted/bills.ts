import type { HostBills } from '../../../main/host/bills/bills.ts';
import type { BillCommand, BillResult } from '../../../shared/bill/commands.ts';
import { isOpenBill } from '../../../shared/bill/paid.ts';
import { ANY_RETURNS } from '../../../shared/bill/return-limits.ts';
import { tenderId } from '../../../shared/ids/host-ids.ts';
import { add, money, ZERO } from '../../../shared/money/money.ts';
import type { Terminal } from '../../../shared/terminal/index.ts';
import type { JournalRecord } from '../../../shared/terminal/sale/records.ts';
import type { Alter, AlterBooks } from '../till.ts';
import { finding, forgetting, type Planted } from './plant.ts';

type Book = Terminal['bills'];

/** Replaces commands and results of the bills; `life` counts the starts of all tills of the world. */
function booking(change: (book: Book, life: number) => Partial<Book>): () => Alter {
  return () => {
    let life = 0;
    return (parts) => {
      life += 1;
      const present = (terminal: Terminal): Terminal => ({
        ...terminal,
        bills: { ...terminal.bills, ...change(terminal.bills, life) },
      });
      return { ...parts, present };
    };
  };
}

/** Changes each result before it is recorded. */
const results = (change: (result: BillResult) => BillResult) =>
  booking((book) => ({ result: (result) => book.result(change(result)) }));

/** Never records what became of a phone payment that was open at a restart. */
const forgetsResults = booking((book, life) => ({
  result: async (result) => (life > 1 ? { ok: true, record: null } : book.result(result)),
}));

/** Does a command on the present version, whatever the person saw. */
const checksNoVersion = booking((book) => ({
  command: (command, permit) => {
    const now = book.bills().bills.get(command.bill);
    const isOld = command.act !== 'open' && now !== undefined;
    return book.command(isOld ? { ...command, version: now.version } : command, permit);
  },
}));

/** Takes back what a person says, whatever the shop allows. */
const limitsNoReturns = booking((book) => ({
  command: (command, permit) => book.command(command, { ...permit, returns: ANY_RETURNS }),
}));

/** The last line of a bill is gone after lines came to it. */
const losesMovedLine = booking((book) => ({
  command: async (command, permit) => {
    const done = await book.command(command, permit);
    const isNew = done.ok && done.record !== null;
    if (command.act !== 'move' || !isNew) return done;
    const target = book.bills().bills.get(command.to.bill);
    const line = target?.lines.at(-1);
    if (target === undefined || line === undefined) return done;
    const { id: bill, version } = target;
    const { by, approvedBy } = command;
    const lost: BillCommand = {
      ...{ id: `${command.id}.l`, bill, version, by, approvedBy },
      ...{ act: 'remove', line: line.id },
    };
    await book.command(lost, permit);
    return done;
  },
}));

/** Drops the open bills of the journal when it starts. */
const dropsOpenBills = finding((records) =>
  records.filter((record) => record.kind !== 'bill_kept' || !isOpenBill(record.bill)),
);

/** Starts another sale when a phone payment is repeated. */
const paysTwice = (): Alter => {
  const seen = new Set<string>();
  const presentBills = (bills: HostBills, terminal: Terminal): HostBills => ({
    ...bills,
    commands: {
      ...bills.commands,
      pay_bill: async (command, caller) => {
        if (command.method.kind !== 'phone') return bills.commands.pay_bill(command, caller);
        const tender = tenderId(command.id);
        const { amount } = command;
        const { method } = command.method;
        if (seen.has(tender)) {
          const bill = { bill: command.bill, tender };
          await terminal.start({ amount, text: null, method, place: 'aside', bill });
        }
        seen.add(tender);
        return bills.commands.pay_bill(command, caller);
      },
    },
  });
  return (parts) => ({ ...parts, presentBills });
};

/** Starts the sale of a tender without the name of the tender. */
const namesNoTender: Alter = (parts) => ({
  ...parts,
  present: (terminal) => ({
    ...terminal,
    start: ({ bill: _, ...request }) => terminal.start(request),
  }),
});

/** Reports that commands of this act are written, and does not write them. */
const forgets = (act: BillCommand['act']) => () =>
  forgetting((record) => record.kind === 'bill' && record.record.act === act);

const planted = (name: string, within: number, plant: () => Alter): Planted => ({
  ...{ name, part: 'bill', within, plant },
  features: {
    bills: { screens: 3, commands: 25, pays: 0.2, lost: 0.3, stale: 0.3, questions: null },
  },
});

/** A bug of the books in a till whose other parts are right. */
const bookBug = (name: string, within: number, alter: AlterBooks): Planted => ({
  ...planted(name, within, () => (parts) => parts),
  plantBooks: () => alter,
});

/** Books events after a change; null books nothing. */
const following =
  (change: (record: JournalRecord) => JournalRecord | null): AlterBooks =>
  (books) => ({
    ...books,
    follow(records) {
      const book = books.follow(records);
      return async (record) => {
        const changed = change(record);
        if (changed !== null) await book(changed);
      };
    },
  });

const isPayment = (record: JournalRecord) =>
  record.kind === 'bill' && (record.record.act === 'pay' || record.record.act === 'tender_paid');

const isPayout = (record: JournalRecord) =>
  record.kind === 'bill' && record.record.act === 'pay' && record.record.amount < 0;

/** Bugs that only worlds with bills show. */
export const BILLS: readonly Planted[] = [
  planted('forgets the results of phone payments after a restart', 5, forgetsResults),
  planted('does commands on a bill that was changed meanwhile', 5, checksNoVersion),
  planted('loses a line that was moved', 5, losesMovedLine),
  planted('drops open bills at a start', 5, () => dropsOpenBills),
  planted('starts a second sale when a payment is repeated', 5, paysTwice),
  planted('starts the sale of a tender without its name', 5, () => namesNoTender),
  planted('forgets payments of bills', 5, forgets('pay')),
  planted('forgets moves', 5, forgets('move')),
  planted('takes back deposits of any value', 5, limitsNoReturns),
  planted(
    'counts a failed payment as paid',
    5,
    results((result) =>
      result.act === 'tender_failed'
        ? { ...result, act: 'tender_paid', amount: money(100), tip: ZERO }
        : result,
    ),
  ),
  planted(
    'counts the tip as a payment of the bill',
    5,
    results((result) =>
      result.act === 'tender_paid'
        ? { ...result, amount: add(result.amount, result.tip), tip: ZERO }
        : result,
    ),
  ),
  bookBug('books no payments in cash', 5, (books) => ({
    ...following((record) =>
      record.kind === 'bill' && record.record.act === 'pay' ? null : record,
    )(books),
    catchUp: async () => true,
  })),
  bookBug('books no payouts of returned deposits', 20, (books) => ({
    ...following((record) => (isPayout(record) ? null : record))(books),
    catchUp: (records) => books.catchUp(records.filter((record) => !isPayout(record))),
  })),
  bookBug(
    'books a payment by phone without its tip',
    10,
    following((record) =>
      record.kind === 'bill' && record.record.act === 'tender_paid'
        ? { ...record, record: { ...record.record, tip: ZERO } }
        : record,
    ),
  ),
  bookBug('books nothing that the till did not book before it stopped', 30, (books) => ({
    ...books,
    catchUp: (records) => books.catchUp(records.filter((record) => !isPayment(record))),
  })),
  bookBug('books every event again after a start', 20, (books) => ({
    ...books,
    catchUp: async (records) => {
      const done = await books.catchUp(records);
      const [entry] = (await books.read(1)).filter(({ fact }) => fact.kind === 'receipt');
      if (entry !== undefined) {
        await books.book(null, () => ({
          facts: [{ ...entry.fact, at: entry.fact.at + 1 }],
          value: null,
        }));
      }
      return done;
    },
  })),
  bookBug('tells the person at the drawer that it has booked what it has not', 5, (books) => ({
    ...books,
    book: async (_id, decide) => {
      const { value } = await decide(books.books(), books.isBooked);
      return { ok: true, value };
    },
  })),
];
