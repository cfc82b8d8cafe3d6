import type { Bill } from '../../../shared/bill/bill.ts';
import { money } from '../../../shared/money/money.ts';
import { refundAmounts, restOf, totalRefunded } from '../../../shared/payment/refund-lines.ts';
import { approveRefund } from '../../../shared/terminal/index.ts';
import { instantOf } from '../../../shared/time/clock.ts';
import type { Prng } from '../prng.ts';
import type { Till } from '../till.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { BookAudit } from './book-audit.ts';

export type ReturnsParts = {
  readonly name: string;
  readonly till: Till;
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly audit: BookAudit;
  readonly say: (line: string) => void;
  /** Called before the till reads a sale that it returns lines of. */
  readonly onReturn: (sale: string) => void;
};

/** Refunds by line of what a screen sees as paid. */
export function createReturns(parts: ReturnsParts) {
  const { name, till, time, prng, audit, say } = parts;
  let given = 0;
  return {
    /** Returns some units of some lines of a part that was paid by phone. */
    async begin(bill: Bill): Promise<void> {
      const terminal = till.terminal();
      const tender = prng.pick(bill.tenders);
      const sale = terminal?.saleOfTender(tender.id) ?? null;
      const tid = sale?.tid ?? null;
      if (terminal === null || sale === null || tid === null) return;
      parts.onReturn(sale.id);
      const read = await terminal.refundable(tid);
      if (!read.ok) {
        audit.count(`no refund: ${read.because}`);
        return;
      }
      const { items, refunded, currency } = read.value;
      const lines = restOf(items, refunded).flatMap(({ index, item, quantity }) => {
        const wanted = prng.chance(0.5) ? quantity : partOf(quantity, prng);
        if (wanted === '0' || prng.chance(0.4)) return [];
        const { total } = refundAmounts(item, index, wanted, refunded);
        return [{ index, quantity: wanted, total }];
      });
      const amount = totalRefunded(lines);
      if (lines.length === 0 || amount === 0) return;
      given += 1;
      const id = `${name}-r${given}`;
      const request = { tid, amount, text: 'returned', refundId: id, lines };
      const now = instantOf(till.clockNow());
      const ceiling = money(amount);
      const approved = { id: `a-${id}`, approver: 'Sam', tid, ceiling, currency };
      const approval = approveRefund(approved, now);
      say(`${name}: returns ${amount} of ${tid} (${id})`);
      const done = await terminal.refund(request, approval);
      audit.count(done.ok ? 'refund by line' : `no refund: ${done.because}`);
      if (done.ok && prng.chance(0.3)) {
        time.after(prng.between(0, 5_000), () => void till.terminal()?.refund(request, approval));
      }
    },
  };
}

/** Some units of a line; whole ones as long as there are. */
function partOf(quantity: string, prng: Prng): string {
  const units = Number(quantity);
  return units >= 1 ? String(prng.between(1, Math.floor(units))) : quantity;
}
