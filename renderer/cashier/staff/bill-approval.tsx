import { amountsOf } from '../../../shared/bill/amounts.ts';
import type { Bill } from '../../../shared/bill/bill.ts';
import { quantityText } from '../../../shared/bill/quantity.ts';
import { changedIn, reduceBill } from '../../../shared/bill/reduce.ts';
import { returnedOn } from '../../../shared/bill/returned.ts';
import type { Command } from '../../../shared/device/commands/table.ts';
import { add, type MoneyInteger, money, ZERO } from '../../../shared/money/money.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import type { NeedsApproval } from '../../state/bills/bill-copies.ts';
import { useAmountText, useBillName, useBills, useCashier } from '../common/context.tsx';
import { PinApproval } from './pin-approval.tsx';

/** The deck while a supervisor is asked to approve what the person may not do alone to a bill. */
export function BillApproval({ asked }: { readonly asked: NeedsApproval }) {
  const { till, words } = useCashier();
  const { bill, version, act } = asked;
  const changed = useChanged(asked);
  const why = useWhy(changed);
  const text = [useWhat(asked), ...useAfter(changed)].map((sentence) => `${sentence}.`).join(' ');
  return (
    <PinApproval
      text={`${text} ${why}`}
      nobody={words.billApproveNobody}
      yellow={words.billApprove}
      back={words.billApproveBack}
      busy={false}
      problem={null}
      ask={(personId, pin) =>
        till.call({ type: 'approve_bill', personId, pin, bill, version, act } as Command)
      }
      onApproved={(approval) => till.approved(asked, approval)}
      onBack={() => till.approved(asked, null)}
    />
  );
}

/** What the command does, in the cashier's words. */
function useWhat({ bill, act }: NeedsApproval): string {
  const { words } = useCashier();
  const lines = useBills(({ shown }) => shown.get(bill)?.lines) ?? [];
  return whatOf(act, lines, words);
}

function whatOf(act: NeedsApproval['act'], lines: Bill['lines'], words: CashierWords): string {
  const line = 'line' in act && typeof act.line === 'string' ? act.line : null;
  const found = lines.find(({ id }) => id === line);
  const name = found?.name ?? '';
  switch (act.act) {
    case 'discount_bill':
      return words.discountOnAll;
    case 'discount_line':
      return words.discountOn(name);
    case 'remove':
      return words.billRemoves(name);
    case 'set_quantity': {
      const before = quantityText(found?.quantity ?? act.quantity);
      return words.billReduces(name, before, quantityText(act.quantity));
    }
    case 'options':
      return words.billOptions(name);
    case 'add':
      return words.billOrders(act.line.name);
    case 'move':
      return words.moveConfirm;
    case 'open':
    case 'note':
    case 'rename':
    case 'member':
    case 'clear':
      return words.billChanges;
  }
}

type Changed = { readonly before: readonly Bill[]; readonly after: readonly Bill[] };

/** The bills that the command changes, as they are and as it leaves them. */
function useChanged({ bill, version, act }: NeedsApproval): Changed {
  const shown = useBills((state) => state.shown);
  if (shown.get(bill)?.version !== version) return { before: [], after: [] };
  const record = { ...act, id: '', bill, version, by: '', approvedBy: null, at: 0 };
  const bills = { bills: shown, done: [] };
  const after = changedIn(bills, reduceBill(bills, record), record);
  return { before: after.flatMap(({ id }) => shown.get(id) ?? []), after };
}

/** Each bill as the command leaves it: its total, and what is off it. */
function useAfter({ before, after }: Changed): readonly string[] {
  const { words } = useCashier();
  const nameOf = useBillName();
  const amount = useAmountText();
  return after
    .filter((one) => one.lines.length > 0)
    .map((one) => {
      const { total, discounts } = amountsOf(one);
      const known = before.find(({ id }) => id === one.id);
      const name =
        known === undefined
          ? (one.name ?? words.billNew)
          : nameOf({ name: known.name, at: known.changedAt });
      // What was off and is not any more is said, too.
      return discounts === 0 && (known === undefined || amountsOf(known).discounts === 0)
        ? words.billAfter(name, amount(total))
        : words.billAfterOff(name, amount(total), amount(discounts));
    });
}

/** What the person may not do alone: take so much off, or take so many deposits back. */
function useWhy({ before, after }: Changed): string {
  const { words } = useCashier();
  const amount = useAmountText();
  const [had, has] = [before, after].map((bills) => Math.max(0, ...bills.map(returnedFor)));
  const now = money(has ?? 0);
  return now > (had ?? 0) ? words.billApproveReturned(amount(now)) : words.billApproveText;
}

/** What a bill gives for returned deposits, in minor units. */
const returnedFor = (bill: Bill): MoneyInteger =>
  add(ZERO, ...returnedOn(bill).map((one) => one.amount));
