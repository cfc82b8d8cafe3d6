import { windowIn } from '../../../renderer/state/mode/mode.ts';
import type { ReceiptEmail } from '../../../renderer/state/receipt-email.ts';
import { EMPTY_ENTRY } from '../../../renderer/state/sale-entry.ts';
import { isBusy } from '../../../renderer/state/till-state.ts';
import type { Till as Screen } from '../../../renderer/state/till-store.ts';
import type { Bill } from '../../../shared/bill/bill.ts';
import { pieces } from '../../../shared/bill/quantity.ts';
import type { BillSummary } from '../../../shared/device/bridge/bills.ts';
import type { ScannerKey } from '../../../shared/device/scanner/scanner-key.ts';
import type { TenderId } from '../../../shared/ids/host-ids.ts';
import { type MoneyInteger, money } from '../../../shared/money/money.ts';
import { CUSTOMERS } from '../service.ts';
import type { AskingScreenParts, TipAsked } from './asking-screen.ts';

type ActsParts = Pick<AskingScreenParts, 'time' | 'prng' | 'audit' | 'acts' | 'isFinishing'> & {
  readonly screen: Screen;
  readonly email: ReceiptEmail;
  /** The question for a tip of the payment that has not begun. */
  readonly lastTip: () => TipAsked | null;
};

/** Odds that a cashier who waits for a customer does something else meanwhile. */
const IMPATIENT = 0.12;

/**
 * What the cashier at an asking screen does: at random, one thing at a time. While a question is open the cashier may go
 * on to another bill, close the window or stop waiting. After a payment that failed the cashier often tries again.
 */
export function createActs(parts: ActsParts) {
  const { time, prng, audit, screen, email, lastTip, isFinishing } = parts;
  let left = parts.acts;
  let stopped = false;
  /** The payment that the till refused last, after which nothing else was done at this screen. */
  let failed: { readonly bill: string; readonly price: MoneyInteger } | null = null;

  const deck = () => windowIn(screen.store.getState().mode, 'member');
  const window = () => screen.store.getState().email;
  const openBills = (): readonly BillSummary[] =>
    screen.store.getState().snapshot?.bills?.open ?? [];

  function act(): void {
    const { link } = screen.store.getState();
    if (isBusy(screen.store.getState())) {
      if (prng.chance(IMPATIENT)) void screen.skipTip();
    } else if (window() !== null) workEmail();
    else if (deck() !== null) workDeck();
    else if (left > 0 && !isFinishing() && link) {
      left -= 1;
      begin();
    }
  }

  function begin(): void {
    const bill = screen.bills.current();
    if (failed !== null && prng.chance(0.8)) {
      void pay();
      return;
    }
    failed = null;
    if (bill === null || prng.chance(0.25)) showBill();
    else {
      const draw = prng.between(0, 9);
      if (draw <= 2) screen.member.open();
      else if (draw === 3) move(bill);
      else if (draw <= 5) openEmail();
      else void pay();
    }
  }

  function showBill(): void {
    const open = openBills();
    if (open.length > 0 && prng.chance(0.6)) screen.bills.show(prng.pick(open).id);
    else {
      screen.bills.show(null);
      screen.bills.order([COFFEE]);
    }
  }

  function workDeck(): void {
    const now = deck();
    if (now === null) return;
    if (now.customer === 'asked') {
      if (isFinishing() || prng.chance(IMPATIENT)) leaveDeck(now.bill);
    } else if (isFinishing()) screen.member.leave();
    else if (prng.chance(0.6)) {
      audit.count('number asked for');
      void screen.member.ask();
    } else giveNumber(now.bill);
  }

  /** The question is still on its way while the cashier has the deck for the next bill open. */
  function leaveDeck(bill: string): void {
    const other = openBills().find(({ id }) => id !== bill);
    if (other === undefined || prng.chance(0.5)) screen.member.leave();
    else {
      screen.bills.show(other.id);
      if (screen.bills.current() !== null) screen.member.open();
    }
  }

  function giveNumber(bill: string): void {
    const number = `T${prng.between(10_000_000, 99_999_999)}`;
    audit.types(number, bill);
    if (prng.chance(0.5)) {
      audit.count('number scanned');
      screen.scanned(keysOf(number));
    } else {
      audit.count('number typed');
      screen.member.type(number);
      screen.member.take();
    }
  }

  function move(bill: Bill): void {
    const [line] = bill.lines;
    if (line === undefined || bill.discounts.length > 0) return;
    const others = openBills().filter(({ id }) => id !== bill.id);
    const target = others.length > 0 && prng.chance(0.7) ? prng.pick(others) : null;
    const known = screen.bills.store.getState().shown.get(target?.id ?? '');
    if (bill.member !== null) audit.count('lines moved from a bill with a number');
    if ((known?.member ?? null) !== null) audit.count('lines moved to a bill with a number');
    const to =
      target === null
        ? ({ kind: 'new', bill: screen.bills.newId(), name: null } as const)
        : ({ kind: 'open', bill: target.id, version: target.version } as const);
    const lines = [{ line: line.id, quantity: line.quantity }];
    screen.bills.act({ act: 'move', lines, to, discount: null });
  }

  function openEmail(): void {
    const sales = screen.store.getState().snapshot?.view.sales ?? [];
    const paid = sales.flatMap(({ bill, state, amount }) =>
      bill !== undefined && state.kind === 'paid' ? [{ tender: bill.tender, amount }] : [],
    );
    if (paid.length === 0) return;
    const { tender, amount } = prng.pick(paid);
    email.open({ kind: 'tender', id: tender }, amount);
  }

  function workEmail(): void {
    const now = window();
    if (now === null || now.stage === 'ordering') return;
    if (now.stage === 'asked') {
      if (isFinishing() || prng.chance(IMPATIENT)) email.leave();
    } else if (isFinishing() || prng.chance(0.25)) email.leave();
    else if (prng.chance(0.7)) void email.ask();
    else if (now.of.kind === 'tender') typeAddress(now.of.id);
  }

  function typeAddress(tender: TenderId): void {
    const address = `t${prng.between(10_000_000, 99_999_999)}@mail.example`;
    audit.count('address typed');
    audit.typesAddress(address, tender);
    email.type(address);
    void email.order();
  }

  async function pay(): Promise<void> {
    const bill = screen.bills.current();
    if (bill === null) return;
    const { msisdn } = prng.pick(CUSTOMERS);
    await screen.startSale(prng.chance(0.5) ? { kind: 'qr' } : { kind: 'phone', msisdn });
    const asked = lastTip();
    const isHere = screen.bills.current()?.id === bill.id && asked?.bill === bill.id;
    // A payment without an answer may have begun, and then its tip is taken.
    const hasFailed = (screen.store.getState().problem?.refusal ?? null) !== null;
    failed = hasFailed && isHere && asked !== null ? { bill: bill.id, price: asked.price } : null;
  }

  function again(): void {
    if (stopped) return;
    act();
    time.after(prng.between(300, 3_000), again);
  }

  screen.store.subscribe(({ entry }, { entry: before }) => {
    // A payment whose answer was lost has begun, so the next one is another payment.
    if (entry !== before && entry === EMPTY_ENTRY) failed = null;
  });
  again();
  return {
    deck,
    /** True while this is the payment that failed last, whose customer was asked already. */
    isSecondTry: (bill: string, price: MoneyInteger) =>
      failed?.bill === bill && failed.price === price,
    isDone: () => {
      const isWaiting = isBusy(screen.store.getState());
      const waits = isWaiting || deck() !== null || window() !== null;
      return !waits && (left <= 0 || isFinishing());
    },
    stop: () => {
      stopped = true;
    },
  };
}

export type AskingActs = ReturnType<typeof createActs>;

const COFFEE = {
  ...({ kind: 'goods', product: 'coffee', name: 'Coffee', unit: 'piece' } as const),
  ...{ vatRate: '0.25', quantity: pieces(2), price: money(4_900), options: [], note: null },
};

/** The keys that a scanner presses for this text. */
function keysOf(text: string): readonly ScannerKey[] {
  const fast = { code: '', focus: 'page', press: 'first', chord: 'none', capsLock: 'off' } as const;
  return [...text, 'Enter'].map((key, place) => ({ ...fast, key, at: place * 5, shift: 'up' }));
}
