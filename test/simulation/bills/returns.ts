import type { Bill, Tender } from '../../../shared/bill/bill.ts';
import { receiptOfTender } from '../../../shared/ids/host-ids.ts';
import { money } from '../../../shared/money/money.ts';
import { refundAmounts, restOf, totalRefunded } from '../../../shared/payment/refund-lines.ts';
import { approveRefund, type RefundRequest } from '../../../shared/terminal/index.ts';
import type { Refundable } from '../../../shared/terminal/refunds/refundable.ts';
import { instantOf } from '../../../shared/time/clock.ts';
import { giveTo, KIM_AS_SUPERVISOR } from '../../support/host-commands.ts';
import type { Auditor } from '../auditor.ts';
import type { Prng } from '../prng.ts';
import { SAM } from '../sold-till.ts';
import type { Till } from '../till.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { BookAudit } from './book-audit.ts';

export type ReturnsParts = {
  readonly name: string;
  readonly till: Till;
  /** The tills of the same shop, this one among them. */
  readonly shop: () => readonly Till[];
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly auditor: Auditor;
  readonly audit: BookAudit;
  readonly say: (line: string) => void;
  /** Called before a till reads a sale that it refunds. */
  readonly onReturn: (sale: string) => void;
};

/** Odds that a refund is given at any till of the shop, that two tills give one at once, and that it is an amount. */
const ELSEWHERE = 0.3;
const AT_ONCE = 0.15;
const BY_AMOUNT = 0.5;
/** The most that Sam lets go back of one receipt. */
const MOST = money(10_000_000);

/** Refunds by line and by amount of what a screen sees as paid. */
export function createReturns(parts: ReturnsParts) {
  const { name, till, time, prng, auditor, audit, say } = parts;
  let given = 0;

  async function byPhone(tender: Tender): Promise<void> {
    const sale = till.terminal()?.saleOfTender(tender.id) ?? null;
    const tid = sale?.tid ?? null;
    if (sale === null || tid === null) return;
    parts.onReturn(sale.id);
    const shop = parts.shop();
    const first = prng.chance(ELSEWHERE) ? prng.pick(shop) : till;
    const at = prng.chance(AT_ONCE) ? shop : [first];
    await Promise.all(at.map((one) => refundAt(one, tid)));
  }

  async function refundAt(at: Till, tid: string): Promise<void> {
    const terminal = at.terminal();
    if (terminal === null) return;
    auditor.refunds(at.name, tid);
    const read = await terminal.refundable(tid);
    if (!read.ok) {
      audit.count(`no refund: ${read.because}`);
      return;
    }
    const wish = prng.chance(BY_AMOUNT) ? amountOf(read.value) : linesOf(read.value);
    const ceiling = money(wish?.amount ?? 0);
    if (wish === null || ceiling === 0) return;
    given += 1;
    const id = `${name}-r${given}`;
    const other = at === till ? {} : { otherReceipt: `${till.name}-R1` };
    const request = { tid, text: 'returned', refundId: id, ...wish, ...other };
    const now = instantOf(at.clockNow());
    const { currency } = read.value;
    const approved = { id: `a-${id}`, approver: 'Sam', tid, ceiling, currency };
    const approval = approveRefund(approved, now);
    const what = wish.lines === undefined ? 'refund by amount' : 'refund by line';
    say(`${at.name}: ${what} of ${ceiling} of ${tid} (${id})`);
    const done = await terminal.refund(request, approval);
    audit.count(done.ok ? what : `no refund: ${done.because}`);
    if (done.ok && prng.chance(0.3)) {
      time.after(prng.between(0, 5_000), () => void at.terminal()?.refund(request, approval));
    }
  }

  function linesOf({ items, refunded }: Refundable): Wish | null {
    const lines = restOf(items, refunded).flatMap(({ index, item, quantity }) => {
      const wanted = prng.chance(0.5) ? quantity : partOf(quantity, prng);
      if (wanted === '0' || prng.chance(0.4)) return [];
      const { total } = refundAmounts(item, index, wanted, refunded);
      return [{ index, quantity: wanted, total }];
    });
    return lines.length === 0 ? null : { amount: totalRefunded(lines), lines };
  }

  function amountOf({ left }: Refundable): Wish | null {
    const all = left.amount + left.additional;
    const amount = prng.chance(0.3) ? all : prng.between(0, all);
    return amount === 0 ? null : { amount: money(amount) };
  }

  /** A receipt of cash goes back from the drawer that took it. */
  async function inCash(tender: Tender): Promise<void> {
    const host = till.hostBooks();
    if (host === null) return;
    const give = giveTo(host.commands, KIM_AS_SUPERVISOR);
    const found = await give({ type: 'find_tender', tender: tender.id });
    if (!found.ok) return;
    const { number, left, receipt } = found.value.receipt;
    if (receipt.id !== receiptOfTender(tender.id)) return;
    given += 1;
    const units = left.lines.flatMap((all, line) => {
      const quantity = prng.chance(0.5) ? all : prng.between(0, all);
      return quantity === 0 || prng.chance(0.4) ? [] : [{ line, quantity }];
    });
    const isByLine = units.length > 0 && !prng.chance(BY_AMOUNT);
    const amount = isByLine
      ? 0
      : prng.chance(0.3)
        ? left.total
        : prng.between(0, Math.max(0, left.total));
    const tip = prng.chance(0.3) ? left.tip : 0;
    const seen = {
      receipt: number,
      reason: 'returned',
      ...{ lines: isByLine ? units : null, amount: money(amount), tip: money(tip) },
    } as const;
    const wish = { type: 'approve_receipt_refund', ...SAM, refund: seen, amount: MOST } as const;
    // A thread of its own checks the PIN, so the world waits for it.
    const approved = await time.track(give(wish));
    const approval = approved.ok ? approved.value.id : 'none';
    const id = `${name}-r${given}`;
    const refund = { type: 'refund_receipt', id, ...seen, approval } as const;
    const done = await give(refund);
    audit.count(done.ok ? `cash back by ${isByLine ? 'line' : 'amount'}` : 'no refund: cash');
    if (done.ok && prng.chance(0.3)) await give(refund);
  }

  return {
    /** Refunds some of what one tender has paid. */
    async begin(bill: Bill): Promise<void> {
      const tender = prng.pick(bill.tenders);
      if (tender.state !== 'paid') return;
      await (tender.method.kind === 'phone' ? byPhone(tender) : inCash(tender));
    },
  };
}

type Wish = Required<Pick<RefundRequest, 'amount'>> & Pick<RefundRequest, 'lines'>;

/** Some units of a line; whole ones as long as there are. */
function partOf(quantity: string, prng: Prng): string {
  const units = Number(quantity);
  return units >= 1 ? String(prng.between(1, Math.floor(units))) : quantity;
}
