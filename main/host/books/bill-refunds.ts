import {
  planBillRefund,
  roundingOfShare,
  type ShareOfBill,
} from '../../../shared/books/bill-refund.ts';
import type { BookFact } from '../../../shared/books/entry.ts';
import { movedBy } from '../../../shared/books/receipts.ts';
import { coinsOf, leftOf, ratesLeft } from '../../../shared/books/refunds.ts';
import type { CashRounding } from '../../../shared/cash/rounding.ts';
import type { BillPage, BillRefunded } from '../../../shared/device/commands/book-answers.ts';
import type { SeenBillRefund } from '../../../shared/device/commands/books.ts';
import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import { entryOfRefund, refundOfShare } from '../../../shared/ids/host-ids.ts';
import { add, type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import { thousandths } from '../../../shared/money/units.ts';
import { present } from '../../../shared/objects/present.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { BillRefundedRecord } from '../../../shared/terminal/sale/records.ts';
import type { RefundedGoods } from '../../../shared/terminal/sale/refunded-goods.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { Approved } from '../staff/approvals.ts';
import { completesShared } from './receipt-page.ts';
import type { FoundReceipt, TillBooks } from './till-books.ts';

/*
 * Refunds of products of a bill that was paid in shares (D-572). The books of this till have the bill's lines and receipts;
 * the service knows what of its payments by phone went back. So only the till that sold the bill refunds it by product.
 */

type Refused = Extract<AnyAnswer, { readonly ok: false }>;
type Answered<T> = { readonly ok: true; readonly value: T } | Refused;

export type BillRefundsDeps = {
  readonly books: Pick<TillBooks, 'book' | 'ofBill' | 'isBooked' | 'entryById' | 'receiptNumber'>;
  readonly terminal: Pick<Terminal, 'refundable' | 'refundBill' | 'billRefund' | 'view'>;
  readonly rounding: () => CashRounding | null;
};

export interface BillRefunds {
  /** A bill that was paid in shares, with what of it can be given back. */
  read(bill: string): Promise<Answered<BillPage>>;
  /**
   * Gives products of a bill back. `approve` is asked with the money that changes hands. `isNew` is false for a repeat,
   * which gives nothing back.
   */
  refund(
    order: SeenBillRefund & { readonly id: string; readonly by: string },
    approve: (back: MoneyInteger) => Approved & { readonly id?: string },
  ): Promise<Answered<{ readonly refunded: BillRefunded; readonly isNew: boolean }>>;
}

export function createBillRefunds({ books, terminal, rounding }: BillRefundsDeps): BillRefunds {
  async function found(bill: string): Promise<Answered<readonly FoundReceipt[]>> {
    // A payment is booked after its record, so its receipt may still be on the way.
    const flushed = await books.book(null, () => ({ facts: [], value: null }));
    if (!flushed.ok) return refuseTill('books_not_saved', flushed.failure.description);
    return { ok: true, value: await books.ofBill(bill) };
  }

  async function shareOf(one: FoundReceipt): Promise<Answered<ShareOfBill>> {
    const { entry, receipt, refunds } = one;
    const { id, method } = receipt;
    const named = { receipt: id, number: entry.receipt, method };
    if (method.kind !== 'phone') {
      const { total: left, tip } = leftOf(receipt, refunds);
      const coins = method.kind === 'cash' ? { ...coinsOf(receipt, refunds), tip } : undefined;
      const rates = ratesLeft(receipt, refunds);
      return { ok: true, value: { ...named, left, rates, ...present({ coins }) } };
    }
    const read = await terminal.refundable(method.tid);
    if (!read.ok) return read;
    const { left, rates } = read.value;
    return { ok: true, value: { ...named, left: left.amount, rates } };
  }

  /** What of the lines came back, also by refunds to phones that are under way. */
  function returnedOf(receipts: readonly FoundReceipt[]): BillPage['returned'] {
    const facts = receipts.flatMap(({ refunds }) => refunds);
    const booked = facts.flatMap(({ lines }) =>
      lines.flatMap(({ ofBill: line, quantity, total }) =>
        line === undefined ? [] : [{ line, quantity, total }],
      ),
    );
    const tids = new Set(receipts.flatMap(({ receipt: { method } }) => tidIn(method)));
    const isBooked = new Set(facts.map(({ id }) => id));
    const underWay = terminal
      .view()
      .refunds.filter(({ id, tid, state }) => {
        return tids.has(tid) && state !== 'refused' && !isBooked.has(entryOfRefund(id));
      })
      .flatMap(({ goods = [] }) => goods);
    return [...booked, ...underWay.map(({ line, quantity, total }) => ({ line, quantity, total }))];
  }

  async function read(bill: string): Promise<Answered<BillPage>> {
    const receipts = await found(bill);
    if (!receipts.ok) return receipts;
    const complete = receipts.value.find(completesShared);
    const { billLines: lines, bill: named, at } = complete?.receipt ?? {};
    if (lines === undefined || at === undefined) return refuseTill('bill_not_shared');
    const shares: ShareOfBill[] = [];
    for (const answer of await Promise.all(receipts.value.map(shareOf))) {
      if (!answer.ok) return answer;
      shares.push(answer.value);
    }
    const shared = { lines, shares, returned: returnedOf(receipts.value) };
    return { ok: true, value: { bill, name: named?.name ?? null, at, ...shared } };
  }

  /**
   * A refund that the terminal has forgotten; null if the books have no entry of this command. `isSame` is false if the
   * command was another one.
   */
  async function fromBooks(
    id: string,
    order: SeenBillRefund,
  ): Promise<{ readonly refunded: BillRefunded; readonly isSame: boolean } | null> {
    const parts: BillRefunded['parts'][number][] = [];
    const done: Extract<BookFact, { readonly kind: 'refund' }>[] = [];
    for (let place = 0; place < LIMITS.partsMax; place += 1) {
      const refund = refundOfShare(id, place);
      const entry = entryOfRefund(refund);
      const booked = books.isBooked(entry) ? await books.entryById(entry) : null;
      if (booked?.fact.kind !== 'refund') continue;
      const { fact, receipt: number } = booked;
      parts.push({ refund, method: toOf(fact.method), amount: movedBy(fact), number });
      done.push(fact);
    }
    const [first] = done;
    if (first === undefined) return null;
    const sold = first.of === null ? null : await books.entryById(first.of);
    const bill = sold?.fact.kind === 'receipt' ? sold.fact.bill?.id : undefined;
    const goods = done.flatMap(({ lines }) =>
      lines.map(({ ofBill: line = -1, quantity }) => ({ line, quantity })),
    );
    return { refunded: { parts }, isSame: isSame({ bill, reason: first.reason, goods }, order) };
  }

  async function refundedOf(record: BillRefundedRecord): Promise<BillRefunded> {
    const phones = record.phones.map(({ refund, amount }) => {
      return { refund, method: { kind: 'phone' as const }, amount: amount as MoneyInteger };
    });
    const here = record.here.map(({ refund, name, goods, rounding: coins }) => {
      const method =
        name === null ? ({ kind: 'cash' } as const) : ({ kind: 'other', name } as const);
      return { refund, method, amount: add(sumOf(goods), coins) };
    });
    const parts = [...phones, ...here].sort((a, b) => placeOf(a.refund) - placeOf(b.refund));
    const numbers = await Promise.all(
      parts.map(({ refund }) => books.receiptNumber(entryOfRefund(refund))),
    );
    return { parts: parts.map((part, at) => ({ ...part, number: numbers[at] ?? null })) };
  }

  return {
    read,
    async refund({ id, bill, lines, reason, by }, approve) {
      const before = terminal.billRefund(id);
      if (before !== null) {
        const goods = [...before.phones, ...before.here].flatMap((one) => one.goods ?? []);
        if (!isSame({ ...before, goods }, { bill, lines, reason })) return refuseTill('id_used');
        return { ok: true, value: { refunded: await refundedOf(before), isNew: false } };
      }
      const earlier = await fromBooks(id, { bill, lines, reason });
      if (earlier !== null) {
        if (!earlier.isSame) return refuseTill('id_used');
        return { ok: true, value: { refunded: earlier.refunded, isNew: false } };
      }
      const seen = await read(bill);
      if (!seen.ok) return seen;
      const page = seen.value;
      const plan = planBillRefund(page, lines);
      if (!plan.ok) return refuseTill(plan.reason === 'nothing' ? 'nothing_left' : 'too_much');
      const parts = plan.parts.map((part, place) => ({
        ...part,
        refund: refundOfShare(id, place),
        rounding: roundingOfShare(part.share, part.total, rounding()),
      }));
      const back = add(ZERO, ...parts.map(({ total, rounding: coins }) => add(total, coins)));
      const approved = approve(back);
      if (!approved.ok) return refuseTill(approved.reason);
      const phones = parts.flatMap(({ share: { method }, refund, goods }) =>
        tidIn(method).map((tid) => ({ refund, tid, goods })),
      );
      const here = parts.flatMap(
        ({ share: { receipt, method }, refund, goods, rounding: coins }) => {
          if (method.kind === 'phone') return [];
          const name = method.kind === 'other' ? method.name : null;
          return [{ refund, receipt, name, rounding: coins, goods: [...goods] }];
        },
      );
      const approval = approved.id ?? id;
      const said = { id, bill, by, approver: approved.by, approval, reason };
      const made = await terminal.refundBill({ ...said, phones, here });
      if (!made.ok) return made;
      return { ok: true, value: { refunded: await refundedOf(made.record), isNew: true } };
    },
  };
}

const tidIn = (method: ShareOfBill['method']): readonly string[] =>
  method.kind === 'phone' ? [method.tid] : [];

const toOf = (method: ShareOfBill['method']): BillRefunded['parts'][number]['method'] =>
  method.kind === 'other' ? { kind: 'other', name: method.name } : { kind: method.kind };

const sumOf = (goods: readonly RefundedGoods[]) => add(ZERO, ...goods.map(({ total }) => total));

/** The place in the id of a refund (`refundOfShare`). */
const placeOf = (refund: string) => Number(/^_share\.(\d+)\./.exec(refund)?.[1] ?? 0);

/** What a command gave back before. */
type Before = {
  readonly bill: string | undefined;
  readonly reason: string | null;
  readonly goods: readonly Pick<RefundedGoods, 'line' | 'quantity'>[];
};

/** True if this is what the command orders: the same units of the same lines. */
function isSame(before: Before, { bill, lines, reason }: SeenBillRefund): boolean {
  const units = new Map<number, number>();
  for (const { line, quantity } of before.goods) {
    units.set(line, (units.get(line) ?? 0) + thousandths(quantity));
  }
  const isLine = ({ line, quantity }: SeenBillRefund['lines'][number]) =>
    units.get(line) === quantity;
  const isIt = before.bill === bill && before.reason === reason;
  return isIt && units.size === lines.length && lines.every(isLine);
}
