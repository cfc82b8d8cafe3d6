import type { BillAct } from '../../../shared/bill/acts.ts';
import { amountsOf } from '../../../shared/bill/amounts.ts';
import type { Bill, Tender } from '../../../shared/bill/bill.ts';
import { openBillsOf } from '../../../shared/bill/bill-index.ts';
import { billNow } from '../../../shared/bill/bill-now.ts';
import type { BillCommand } from '../../../shared/bill/commands.ts';
import { lineItemsOf } from '../../../shared/bill/line-items.ts';
import { isOpenBill } from '../../../shared/bill/paid.ts';
import { pricedLinesFault } from '../../../shared/bill/return-limits.ts';
import { type CashRounding, inCash } from '../../../shared/cash/rounding.ts';
import { roundingOf } from '../../../shared/cash/setting.ts';
import type { Language } from '../../../shared/catalogue/language.ts';
import type { BillSummary, BillsView } from '../../../shared/device/bridge/bills.ts';
import type {
  DiscountSettings,
  ReturnSettings,
  TillSettings,
} from '../../../shared/device/bridge/contract.ts';
import type { ScreenAct } from '../../../shared/device/commands/bills.ts';
import type { AnswerOf, InputOf, Refused } from '../../../shared/device/commands/table.ts';
import type { Role } from '../../../shared/device/staff/role.ts';
import type { EntryId, TenderId } from '../../../shared/ids/host-ids.ts';
import { correctionOf, isLineOf, receiptOfTender, tenderId } from '../../../shared/ids/host-ids.ts';
import { add, type MoneyInteger, money, subtract, ZERO } from '../../../shared/money/money.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { present } from '../../../shared/objects/present.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { TillProblem } from '../../../shared/refusals/problem-types.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { Booked } from '../../../shared/terminal/bills/bill-book.ts';
import type { SaleRequest, SaleView } from '../../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { Caller, Handlers } from '../commands/handlers.ts';
import { createTenderResults } from './tender-results.ts';
import { BILL_WORDS } from './words.ts';

/** The bills of a till, as its screens see and change them. */
export interface HostBills {
  view(): BillsView;
  /** Calls `listener` after every change of the view. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  readonly commands: Handlers<'bills'>;
  /** Why a cash register may not sell lines that it prices itself; null if it may (D-575). */
  refusedLines(lines: PricedLines): ReturnType<typeof refuseTill> | null;
  stop(): void;
}

type PricedLines = Parameters<typeof pricedLinesFault>[0];

export type StaffOfBills = {
  /** The supervisor who approved this act on this version of a bill; null if nobody did. */
  approver(
    approval: string,
    seen: { readonly bill: string; readonly version: number; readonly act: ScreenAct },
    command: string,
  ): string | null;
};

export type BillsOptions = {
  readonly terminal: Pick<
    Terminal,
    'bills' | 'start' | 'sale' | 'saleOfTender' | 'subscribe' | 'view'
  >;
  readonly staff: StaffOfBills;
  readonly language: Language;
  /** The rules for what is done from now on; what a bill has was given by earlier ones. */
  readonly rules: () => BillRules;
  /** True for the id of an entry of the till's books. Without it an answer could say paid for what is never booked. */
  readonly isBooked: (entry: EntryId) => boolean;
  /** True for the id of a bill of which the till's books have a receipt, however long ago. */
  readonly hasBill: (bill: string) => boolean;
  /** What the drawer should hold now, in minor units; null if it has no books. */
  readonly drawer: () => MoneyInteger | null;
  /** Asked before a payment by another tender is recorded. */
  readonly permit: (tender: TenderId) => Promise<Answer<() => void>>;
  /** Called for each new payment by another tender, once it is booked: for the drawer and the receipt. */
  readonly paidHere: (tender: Tender) => void;
};

export type BillRules = {
  /** The largest discount of each role, in hundredths of a per cent. */
  readonly discounts: DiscountSettings;
  readonly returns: ReturnSettings;
  /** How cash is rounded; null for not at all. */
  readonly rounding: CashRounding | null;
};

/** The rules of a till's settings as they are now. */
export const billRules = (
  settings: Parameters<typeof roundingOf>[0] & Pick<TillSettings, 'discounts' | 'returnedDeposits'>,
): BillRules => ({
  discounts: settings.discounts ?? DISCOUNTS,
  returns: settings.returnedDeposits ?? RETURNS,
  rounding: roundingOf(settings),
});

/** The largest discount that each role gives alone when the settings say nothing. */
export const DISCOUNTS: Readonly<Record<Role, number>> = { cashier: 2_000, supervisor: 10_000 };

/** What a till takes back when the settings say nothing: a large bottle is worth less, and a bag of them too. */
export const RETURNS: ReturnSettings = {
  pieces: 100,
  piece: money(500),
  bill: money(20_000),
  approvalFrom: money(5_000),
};

type Order = InputOf<'bill'>;
type Payment = InputOf<'pay_bill'>;

/** Connects screens, bills and sales. The bills themselves are in the terminal's journal. */
export function openBills(options: BillsOptions): HostBills {
  const { terminal, language } = options;
  const book = terminal.bills;
  const words = BILL_WORDS[language];
  const listeners = createListeners();
  const notify = listeners.tell;
  const results = createTenderResults({ terminal, notify });
  /** Phone payments that are being started, by their tender. */
  const starting = new Map<string, Promise<AnswerOf<'pay_bill'>>>();
  /** Bills without a name that were open at the start and that no screen has named since. */
  const orphans = new Set(
    openBillsOf(book.bills()).flatMap(({ id, name }) => (name === null ? [id] : [])),
  );
  let shown: string | null = null;
  let pays: BillsView['pays'] = null;

  /**
   * A screen that has stopped cannot take a paid bill off the customer's display. The display itself leaves a payment at
   * the till after a while.
   */
  function shownBill(): Bill | null {
    const bill = billOf(shown ?? '');
    if (bill === undefined) return null;
    const tender = pays?.kind === 'tendered' ? pays.tender : null;
    const isTendered = bill.tenders.some(({ id }) => id === tender);
    return isTendered || isOpenBill(bill) ? bill : null;
  }

  const billOf = (id: string) => book.bills().bills.get(id);

  /** Gives a command of a screen to the book; answers null if it took effect, now or before. */
  async function give(
    { id, bill, version }: Pick<Order, 'id' | 'bill' | 'version'>,
    act: BillAct,
    caller: Caller,
    approvedBy: string | null,
  ): Promise<Booked> {
    const giver = giverOf(caller);
    const by = giver.name;
    const { discounts, returns } = options.rules();
    // A till without staff has nobody who could approve.
    const role = giver.role ?? 'supervisor';
    const ordered: BillCommand = { ...act, id, bill, version, by, approvedBy };
    return book.command(ordered, {
      discountMax: discounts[role],
      ...present({ memberMax: discounts.members }),
      returns: role === 'supervisor' ? { ...returns, approvalFrom: null } : returns,
      drawer: options.drawer(),
    });
  }

  function approverOf({ id, bill, version, act, approval }: Order): string | null {
    return approval === undefined
      ? null
      : options.staff.approver(approval, { bill, version, act }, id);
  }

  /** A register has the limit of a cashier: nobody at it has shown who he is. */
  function giverOf(caller: Caller): { name: string; role: Role | null } {
    if (caller.at !== 'register') return caller.giver ?? { name: '', role: null };
    return { name: caller.person ?? words.register, role: 'cashier' };
  }

  function refusal(booked: Extract<Booked, { ok: false }>, id: string): Refused {
    return { ...refusalOf(booked, billOf(id) !== undefined), ...present({ bill: billOf(id) }) };
  }

  function nowOf(id: string) {
    const bill = billOf(id);
    return bill === undefined ? GONE : billNow(bill);
  }
  const now = (id: string) => answer(nowOf(id));
  const paid = (id: string, sale: string | null = null) => answer({ ...nowOf(id), sale });

  async function change(command: Order, caller: Caller): Promise<AnswerOf<'bill'>> {
    const { act, bill } = command;
    const isRepeat = isDone(command.id);
    if (!isRepeat && isUsed(command.id)) return refuseTill('bill_command_used');
    const made = isRepeat ? null : madeBy(act, bill);
    if (made !== null && isOldBill(made)) return BILL_ID_USED;
    if (made !== null && openBillsOf(book.bills()).length >= LIMITS.billsMax) {
      return refuseTill('bill_too_many');
    }
    const booked = await give(command, act, caller, approverOf(command));
    if (!booked.ok) return refusal(booked, bill);
    if (booked.record !== null) notify();
    return now(bill);
  }

  /**
   * The book forgets a bill two days after it has ended; its receipts name it for ever. Another bill of the same id would
   * be refunded as that one (D-566).
   */
  const isOldBill = (id: string) => billOf(id) === undefined && options.hasBill(id);

  const isDone = (id: string) => book.bills().done.includes(id);

  /**
   * The book remembers only its last commands. The books of the till and the sales know the money of earlier ones: what
   * is paid under the id of another payment would have no receipt, or the result of the other sale. A line of an open
   * bill keeps the id of its command, so another one would be removed with it.
   */
  function isUsed(id: string): boolean {
    const tender = tenderId(id);
    const entries = [receiptOfTender(tender), correctionOf(id)];
    const hasLine = ({ lines }: Bill) => lines.some((line) => isLineOf(line.id, id));
    return (
      entries.some((one) => options.isBooked(one)) ||
      terminal.saleOfTender(tender) !== null ||
      openBillsOf(book.bills()).some(hasLine)
    );
  }

  /** A repeat while the sale is being started waits for the same sale. */
  function pay(command: Payment, caller: Caller): Promise<AnswerOf<'pay_bill'>> {
    const tender = tenderId(command.id);
    const underWay = starting.get(tender);
    if (underWay !== undefined) return underWay;
    const work = payNow(command, tender, caller).finally(() => starting.delete(tender));
    starting.set(tender, work);
    return work;
  }

  async function payNow(
    command: Payment,
    tender: TenderId,
    caller: Caller,
  ): Promise<AnswerOf<'pay_bill'>> {
    const { bill } = command;
    const isPhone = command.method.kind === 'phone';
    if (!isDone(command.id) && isUsed(command.id)) {
      return { ...refuseTill('bill_command_used'), ...present({ bill: billOf(bill) }) };
    }
    // The engine would start the sale and keep trying, and a register has no screen that says so.
    const isOffline = terminal.view().connection.kind === 'offline';
    if (isPhone && caller.at === 'register' && isOffline && !isDone(command.id)) {
      return { ...refuseTill('service_away'), ...present({ bill: billOf(bill) }) };
    }
    const permitted = isPhone ? null : await permitOf(command, tender);
    if (permitted?.ok === false) return { ...permitted, ...present({ bill: billOf(bill) }) };
    const release = results.hold(tender);
    try {
      const booked = await give(command, payOf(command, tender), caller, null);
      if (!booked.ok) return refusal(booked, bill);
      if (booked.record === null) return before(command, tender);
      notify();
      if (command.method.kind === 'phone') return await startSale(command, tender);
      const made = billOf(bill)?.tenders.find(({ id }) => id === tender);
      if (made !== undefined) options.paidHere(made);
      return paid(bill);
    } finally {
      release();
      permitted?.value();
    }
  }

  /** A repeat of a recorded payment needs no permission. The sale of a phone payment asks for its own. */
  async function permitOf({ id }: Payment, tender: TenderId): Promise<Answer<() => void> | null> {
    if (isDone(id)) return null;
    return options.permit(tender);
  }

  /** The last cash of a bill is rounded to what coins can pay. */
  function payOf({ amount, tip, bill, method: how }: Payment, tender: TenderId): BillAct {
    const pay = { act: 'pay', tender, amount, tip } as const;
    if (how.kind === 'phone') return { ...pay, method: { kind: 'phone' } };
    if (how.kind === 'other') return { ...pay, method: how };
    const method = { kind: 'cash' } as const;
    const { received } = how;
    const known = billOf(bill);
    const isLast = known !== undefined && amountsOf(known).due === amount;
    const exact = add(amount, tip);
    const rounding = isLast ? subtract(inCash(exact, options.rules().rounding), exact) : ZERO;
    const handed = amount < 0 ? ZERO : add(exact, rounding);
    return { ...pay, method, rounding, received: received ?? handed };
  }

  /** Answers a repeated payment. */
  function before({ bill, method: { kind } }: Payment, tender: TenderId): AnswerOf<'pay_bill'> {
    const made = billOf(bill)?.tenders.find(({ id }) => id === tender);
    const sale = terminal.saleOfTender(tender);
    if (sale !== null) return paid(bill, sale.id);
    // The till has dropped the bill, so it ended. Only a phone payment can have failed (D-277).
    if (billOf(bill) === undefined) return kind === 'phone' ? refuseTill('bill_gone') : paid(bill);
    if (made !== undefined && made.state === 'paid') return paid(bill);
    return { ...refuseTill('bill_not_started'), ...present({ bill: billOf(bill) }) };
  }

  async function startSale(command: Payment, tender: TenderId): Promise<AnswerOf<'pay_bill'>> {
    const bill = billOf(command.bill);
    if (bill === undefined || command.method.kind !== 'phone') return refuseTill('bill_gone');
    const request = saleOf(bill, tender, command, command.method, words.part(bill.name));
    try {
      const started = await terminal.start(request);
      if (started.ok) return paid(bill.id, started.value.id);
      await results.fail(bill.id, tender);
      return { ...started, ...present({ bill: billOf(bill.id) }) };
    } catch (fault) {
      // The terminal may have started the sale before it failed.
      if (terminal.saleOfTender(tender) === null) await results.fail(bill.id, tender);
      throw fault;
    }
  }

  /** A screen that has lived through a restart of the till still shows this bill. */
  const isSeen = (bill: string) => orphans.delete(bill);

  function restore(): AnswerOf<'restore_bill'> {
    for (const id of orphans) {
      orphans.delete(id);
      const bill = billOf(id);
      if (bill !== undefined && isOpenBill(bill) && bill.name === null) return answer({ bill });
    }
    return answer({ bill: null });
  }

  return {
    view: () => ({
      open: openBillsOf(book.bills())
        .map((bill) => summaryOf(bill, terminal))
        .sort((a, b) => a.at - b.at),
      shown: shownBill(),
      pays,
    }),
    subscribe: listeners.subscribe,
    commands: {
      bill(command, caller) {
        isSeen(command.bill);
        return change(command, caller);
      },
      pay_bill(command, caller) {
        isSeen(command.bill);
        return pay(command, caller);
      },
      read_bill({ bill: id }) {
        isSeen(id);
        const bill = billOf(id);
        return bill === undefined ? refuseTill('bill_gone') : answer({ bill });
      },
      show_bill(command) {
        if (command.bill !== null) isSeen(command.bill);
        shown = command.bill;
        pays = command.pays ?? null;
        notify();
        return answer(null);
      },
      restore_bill: restore,
    },
    refusedLines(lines) {
      const reason = pricedLinesFault(lines, options.rules().returns);
      return reason === null ? null : refuseTill(`bill_${reason}`);
    },
    stop() {
      results.stop();
      listeners.clear();
    },
  };
}

/** The till has dropped the bill since, because it ended. */
const GONE = { bill: null, state: null, amounts: null, lineAmounts: null };

/** The id of the bill that an act makes; null for one that makes none. */
function madeBy(act: BillAct, bill: string): string | null {
  if (act.act === 'open') return bill;
  return act.act === 'move' && act.to.kind === 'new' ? act.to.bill : null;
}

const BILL_ID_USED = refuseTill(
  'bill_command_used',
  'This bill id was used before, for a bill that was paid. Open the bill with a new id.',
);

/** A refused command in the words of the till's refusals. */
function refusalOf(booked: Extract<Booked, { ok: false }>, isKnown: boolean) {
  const { reason } = booked;
  if (reason === 'not_saved') return refuseTill('bill_not_saved', booked.failure.description);
  const problem: TillProblem = reason === 'changed' && !isKnown ? 'bill_gone' : `bill_${reason}`;
  return refuseTill(problem);
}

/** The sale of a payment by phone. */
function saleOf(
  bill: Bill,
  tender: TenderId,
  { amount, tip }: Payment,
  { method, place, tipEdit }: Extract<Payment['method'], { kind: 'phone' }>,
  partName: string,
): SaleRequest {
  return {
    amount,
    text: null,
    lines: lineItemsOf(bill, amount, partName),
    method,
    place,
    bill: { bill: bill.id, tender },
    ...present({ label: bill.name }),
    ...(tip === 0 && tipEdit === 'fixed' ? {} : { additional: { amount: tip, edit: tipEdit } }),
  };
}

function summaryOf(bill: Bill, terminal: Pick<Terminal, 'saleOfTender'>): BillSummary {
  const { id, version, name, lines, changedAt: at } = bill;
  const { total, due } = amountsOf(bill);
  const open = bill.tenders.find(({ state }) => state === 'open');
  const sale: SaleView | null = open === undefined ? null : terminal.saleOfTender(open.id);
  return { id, version, name, total, due, things: lines.length, at, sale: sale?.id ?? null };
}
