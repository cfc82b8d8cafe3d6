import type { NewLine } from '../../shared/bill/acts.ts';
import { amountsOf } from '../../shared/bill/amounts.ts';
import { type Bill, type Bills, NO_BILLS } from '../../shared/bill/bill.ts';
import type { BillCommand, BillResult } from '../../shared/bill/commands.ts';
import { type BillDecision, decideBill, decideResult } from '../../shared/bill/decide.ts';
import { isPaid } from '../../shared/bill/paid.ts';
import { reduceBill } from '../../shared/bill/reduce.ts';
import { type CashRounding, inCash } from '../../shared/cash/rounding.ts';
import type { BillsView } from '../../shared/device/bridge/bills.ts';
import type { ScreenAct } from '../../shared/device/commands/bills.ts';
import {
  type AnyAnswer,
  type Command,
  type CommandName,
  type InputOf,
  rowOf,
} from '../../shared/device/commands/table.ts';
import { resultId, tenderId } from '../../shared/ids/host-ids.ts';
import { type MoneyInteger, money, ZERO } from '../../shared/money/money.ts';
import { refuseTill } from '../../shared/refusals/till-problem.ts';
import type { Instant } from '../../shared/time/clock.ts';
import { ANYTHING } from './permits.ts';

/** The commands that a host of bills answers. */
export const BILL_COMMANDS: readonly Command['type'][] = [
  'bill',
  'pay_bill',
  'read_bill',
  'show_bill',
  'restore_bill',
];

type Checked = { [Name in CommandName]: { readonly type: Name } & InputOf<Name> }[CommandName];

/** What a cashier takes off, and takes back of deposits, without an approval. */
const CASHIER = {
  ...ANYTHING,
  discountMax: 2_000,
  returns: { ...ANYTHING.returns, approvalFrom: money(5_000) },
};
const ALL = ANYTHING;

export type BillHost = {
  /** Answers a command of a screen; it waits while the test holds the answers. */
  call(command: Command): Promise<AnyAnswer>;
  view(): BillsView;
  bill(id: string): Bill;
  /** The bill with this name; null for the one without a name. */
  named(name: string | null): Bill | undefined;
  /** Opens a bill with these lines. */
  open(id: string, name: string | null, lines: readonly NewLine[], at?: Instant): void;
  /** Does this on a bill, as another screen would. */
  act(id: string, act: ScreenAct): void;
  /** Tells the result of the payment that waits. */
  end(id: string, result: 'paid' | 'failed'): void;
  /** A payment by phone of a part of the bill waits, as if another screen had asked for it. */
  ask(id: string, amount: MoneyInteger): void;
  /** Holds all answers back until the returned function is called. */
  hold(): () => void;
  /** Calls `listener` after every change. */
  onChange(listener: () => void): () => void;
  /** The ids of the sales that pay a bill now. */
  sales(): ReadonlyMap<string, string>;
};

/** The bills of a till's host, with a rule for cash, decided by the product's own rules, without a journal. */
export function createBillHost(
  now: () => Instant = () => 0,
  rule: CashRounding | null = null,
): BillHost {
  let state: Bills = NO_BILLS;
  let shown: string | null = null;
  let pays: BillsView['pays'] = null;
  let waits: Promise<void> | null = null;
  let acts = 0;
  const sales = new Map<string, string>();
  const changed = new Map<string, Instant>();
  const listeners = new Set<() => void>();
  const restored: string[] = [];

  function tell(): void {
    for (const listener of listeners) listener();
  }

  function take(decision: BillDecision, at: Instant): void {
    if (!decision.ok || decision.record === null) return;
    const before = state.bills;
    state = reduceBill(state, decision.record);
    for (const [id, bill] of state.bills) if (before.get(id) !== bill) changed.set(id, at);
    tell();
  }

  function decide(command: BillCommand, isApproved: boolean): AnyAnswer {
    const decision = decideBill(state, command, now(), isApproved ? ALL : CASHIER);
    take(decision, now());
    const bill = state.bills.get(command.bill);
    return decision.ok
      ? { ok: true, value: { bill: bill ?? null, sale: null } }
      : { ...refuseTill(`bill_${decision.reason}`), ...(bill === undefined ? {} : { bill }) };
  }

  function answer(command: Checked): AnyAnswer {
    switch (command.type) {
      case 'bill': {
        const { act, id, bill, version, approval } = command;
        const approvedBy = approval === undefined ? null : 'ingrid';
        const given = { ...act, id, bill, version, by: 'kari', approvedBy };
        return decide(given, approval !== undefined);
      }
      case 'pay_bill': {
        const { id, bill, version, amount, tip, method: by } = command;
        const method = by.kind === 'other' ? by : ({ kind: by.kind } as const);
        const cash = by.kind === 'cash' ? cashOf(bill, amount, by.received) : {};
        const pay = { act: 'pay', tender: tenderId(id), method, amount, tip, ...cash } as const;
        const answered = decide({ ...pay, id, bill, version, by: 'kari', approvedBy: null }, false);
        if (answered.ok && by.kind === 'phone') sales.set(bill, `sale-${id}`);
        tell();
        return answered;
      }
      case 'read_bill': {
        const bill = state.bills.get(command.bill);
        return bill === undefined ? refuseTill('bill_gone') : { ok: true, value: { bill } };
      }
      case 'show_bill':
        shown = command.bill;
        pays = command.pays ?? null;
        tell();
        return { ok: true, value: null };
      case 'restore_bill': {
        const bill = state.bills.get(restored.shift() ?? '') ?? null;
        return { ok: true, value: { bill } };
      }
      default:
        throw new Error(`no command on bills: ${command.type}`);
    }
  }

  /** The last cash of a bill is rounded. */
  function cashOf(bill: string, amount: MoneyInteger, received: MoneyInteger | undefined) {
    const found = state.bills.get(bill);
    const isLast = found !== undefined && amountsOf(found).due === amount;
    const rounding = money(isLast ? inCash(amount, rule) - amount : 0);
    return received === undefined ? { rounding } : { rounding, received };
  }

  const find = (id: string) => {
    const bill = state.bills.get(id);
    if (bill === undefined) throw new Error(`no bill ${id}`);
    return bill;
  };
  const own = () => {
    acts += 1;
    return `other-${acts}`;
  };
  const host: BillHost = {
    call: async (command) => {
      const input = rowOf(command.type)?.input.parse(command);
      await waits;
      // The schema of the row gives what the type of the checked command says.
      return answer({ type: command.type, ...input } as Checked);
    },
    view: () => {
      const open = [...state.bills.values()].filter((bill) => !bill.closed && !isPaid(bill));
      return {
        open: open.map((bill) => {
          const { total, due } = amountsOf(bill);
          const { id, version, name, lines } = bill;
          const waiting = bill.tenders.some((one) => one.state === 'open');
          const sale = waiting ? (sales.get(id) ?? 'sale-42') : null;
          const at = changed.get(id) ?? bill.openedAt;
          return { id, version, name, total, due, things: lines.length, at, sale };
        }),
        shown: state.bills.get(shown ?? '') ?? null,
        pays,
      };
    },
    bill: find,
    named: (name) =>
      [...state.bills.values()].find((one) => one.name === name && !one.closed && !isPaid(one)),
    open: (id, name, lines, at = now()) => {
      const given = { act: 'open', name, lines, id: own(), bill: id, version: 0 } as const;
      take(decideBill(state, { ...given, by: 'ola', approvedBy: null }, at, ALL), at);
      find(id);
      if (name === null) restored.push(id);
    },
    act: (id, act) => {
      const given = { ...act, id: own(), bill: id, version: find(id).version };
      const decision = decideBill(state, { ...given, by: 'ola', approvedBy: null }, now(), ALL);
      if (!decision.ok) throw new Error(decision.reason);
      take(decision, now());
    },
    ask: (id, amount) => {
      const pay = {
        act: 'pay',
        tender: tenderId(own()),
        method: { kind: 'phone' },
        amount,
        tip: ZERO,
      } as const;
      const given = { ...pay, id: own(), bill: id, version: find(id).version };
      const command = { ...given, by: 'ola', approvedBy: null };
      take(decideBill(state, command, now(), ALL), now());
    },
    end: (id, how) => {
      const tender = find(id).tenders.find((one) => one.state === 'open');
      if (tender === undefined) throw new Error(`nobody pays ${id}`);
      const { id: name, amount, tip } = tender;
      const head = { id: resultId(name), bill: id, tender: name };
      const result: BillResult =
        how === 'paid'
          ? { ...head, act: 'tender_paid', amount, tip }
          : { ...head, act: 'tender_failed' };
      take(decideResult(state, result, now()), now());
    },
    hold: () => {
      let release: () => void = () => undefined;
      waits = new Promise((done) => {
        release = done;
      });
      return () => {
        waits = null;
        release();
      };
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sales: () => sales,
  };
  return host;
}
