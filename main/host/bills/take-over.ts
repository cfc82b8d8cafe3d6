import type { Basket, BasketLine } from '../../../shared/basket/basket.ts';
import { amountsOf, discountable } from '../../../shared/bill/amounts.ts';
import type { Bill } from '../../../shared/bill/bill.ts';
import type { BillAct, BillCommand, Discount, NewLine } from '../../../shared/bill/commands.ts';
import { pieces } from '../../../shared/bill/quantity.ts';
import { add, type MoneyInteger, money, share, subtract } from '../../../shared/money/money.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { BillBook } from '../../../shared/terminal/bills/bill-book.ts';
import { isFinal } from '../../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { type OldBill, readOldBills, retireOldFiles, type StartOfSale } from './old-files.ts';
import { takenOverTender } from './tender-results.ts';

export type TakeOverDeps = {
  /** The till's data directory. */
  readonly directory: string;
  /** It has read its journal. */
  readonly terminal: Pick<Terminal, 'bills' | 'sale' | 'view'>;
  /** Writes a line for the operator. */
  readonly report: (sentence: string) => void;
};

/**
 * Takes over the open tables and the basket of an earlier version (D-242). Each step is a command with a fixed id, so a
 * start after a kill repeats what was done without an effect. The files get other names at the end.
 */
export async function takeOverOldBills({
  directory,
  terminal,
  report,
}: TakeOverDeps): Promise<void> {
  const { bills, broken } = readOldBills(directory);
  for (const name of broken) {
    report(`The open bills in ${name} could not be read; the file is now ${name}.broken.`);
  }
  for (const old of bills) {
    const isDone = await takeOver(old, terminal);
    if (!isDone) {
      report(`The open bill ${old.name ?? ''} cannot be saved; the next start tries again.`);
      return;
    }
  }
  retireOldFiles(directory);
}

/** False if the disk refused a step. */
async function takeOver(old: OldBill, terminal: TakeOverDeps['terminal']): Promise<boolean> {
  const { bills: book } = terminal;
  const sale = old.sale ?? (old.starting === null ? null : startedSale(old.starting, terminal));
  const known = sale === null ? null : terminal.sale(sale);
  // Somebody must look for the payment of such a table, so its name shows it.
  const name = sale !== null && known === null && old.name !== null ? `${old.name} ?` : old.name;
  const opened = await openBill(book, old, name);
  if (!opened) return false;
  const steps = discountsOf(old, sale !== null);
  for (const [place, step] of steps.entries()) {
    const bill = book.bills().bills.get(old.id);
    const act = bill === undefined ? null : step(bill);
    if (act !== null && !(await give(book, old.id, `d${place}`, act))) return false;
  }
  if (sale === null || known === null) return true;
  const bill = book.bills().bills.get(old.id);
  const due = bill === undefined ? 0 : amountsOf(bill).due;
  const amount = money(Math.max(0, Math.min(due, known.amount)));
  const tender = takenOverTender(sale);
  const pay: BillAct = { act: 'pay', tender, method: { kind: 'phone' }, amount, tip: money(0) };
  return give(book, old.id, 'pay', pay);
}

/** Opens the bill, with a number behind its name while another open bill has this name. */
async function openBill(book: BillBook, old: OldBill, name: string | null): Promise<boolean> {
  const lines = old.basket.lines.map(lineOf);
  for (let number = 1; ; number += 1) {
    const own = name === null || number === 1 ? name : `${name} (${number})`;
    const act: BillAct = { act: 'open', name: own?.slice(-LIMITS.tableNameMax) ?? null, lines };
    const booked = await book.command(commandOf(book, old.id, 'open', act), ALL);
    if (booked.ok || booked.reason !== 'name_in_use') {
      return booked.ok || booked.reason !== 'not_saved';
    }
  }
}

const ALL = { discountMax: 10_000 };

async function give(book: BillBook, bill: string, step: string, act: BillAct): Promise<boolean> {
  const booked = await book.command(commandOf(book, bill, step, act), ALL);
  // A person may have changed the bill since a start that did not finish; then it stays as it is.
  return booked.ok || booked.reason !== 'not_saved';
}

function commandOf(book: BillBook, bill: string, step: string, act: BillAct): BillCommand {
  const version = act.act === 'open' ? 0 : (book.bills().bills.get(bill)?.version ?? 0);
  return { ...act, id: `old.${bill}.${step}`, bill, version, by: '', approvedBy: null };
}

function lineOf({ product, name, quantity, price, vatRate }: BasketLine): NewLine {
  return {
    kind: 'goods',
    product,
    name,
    unit: 'piece',
    quantity: pieces(quantity),
    price,
    vatRate,
    options: [],
    note: null,
  };
}

type Step = (bill: Bill) => BillAct | null;

/**
 * The discounts of a basket, which had none above the price. A bill that is being paid has the discount on everything in
 * money, so that it costs what its sale asks for.
 */
function discountsOf({ basket }: OldBill, isBeingPaid: boolean): readonly Step[] {
  const onLines = basket.lines.map(({ discount, price, quantity }, place): Step => {
    return ({ lines }) => {
      const line = lines[place];
      const off = discount === null ? null : discountOf(discount, money(price * quantity));
      if (line === undefined || off === null) return null;
      return { act: 'discount_line', line: line.id, discount: off };
    };
  });
  const { discount } = basket;
  if (discount === null) return onLines;
  const onAll: Step = (bill) => {
    const asMoney = { kind: 'amount', amount: offBasket(basket) } as const;
    const off = discountOf(isBeingPaid ? asMoney : discount, discountable(bill));
    return off === null ? null : { act: 'discount_bill', discount: off };
  };
  return [...onLines, onAll];
}

/** What the discount on everything takes off, after the discounts on lines; as earlier versions rounded it. */
function offBasket({ lines, discount }: Basket): MoneyInteger {
  const prices = lines.map(({ price, quantity, discount: own }) => {
    const gross = money(price * quantity);
    return subtract(gross, offOf(own, gross));
  });
  return offOf(discount, add(money(0), ...prices));
}

/** Never more than there is to take something off. */
function offOf(discount: BasketLine['discount'], from: MoneyInteger): MoneyInteger {
  if (discount === null) return money(0);
  const wanted = discount.kind === 'amount' ? discount.amount : share(from, discount.basisPoints);
  return money(Math.min(wanted, from));
}

/** The reason of a discount that was given before reasons were asked for. */
const REASON = '-';

function discountOf(discount: BasketLine['discount'], most: MoneyInteger): Discount | null {
  if (discount === null || most === 0) return null;
  if (discount.kind === 'percent') return { ...discount, reason: REASON };
  const amount = money(Math.min(discount.amount, most));
  return amount === 0 ? null : { kind: 'amount', amount, reason: REASON };
}

/**
 * The sale that began with this mark; null if the till stopped before the sale was in the journal. A label alone
 * identifies no sale: earlier guests had the same table, and a cash register may name it.
 */
function startedSale(
  { after, code, amount, label }: StartOfSale,
  terminal: Pick<Terminal, 'sale' | 'view'>,
): string | null {
  if (code !== null) return terminal.sale(code)?.id ?? null;
  const fitting = terminal.view().sales.filter((sale) => {
    if (sale.number <= after || sale.reference !== undefined) return false;
    const hasFailed = isFinal(sale.state) && sale.money.captured === 0;
    return sale.amount === amount && (sale.label ?? null) === label && !hasFailed;
  });
  const [first] = fitting.sort((a, b) => a.number - b.number);
  return first?.id ?? null;
}
