import { amountsOf } from '../../../shared/bill/amounts.ts';
import type { Bill } from '../../../shared/bill/bill.ts';
import { quantityText } from '../../../shared/bill/quantity.ts';
import { changedIn, reduceBill } from '../../../shared/bill/reduce.ts';
import type { Command } from '../../../shared/device/commands/table.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import type { NeedsApproval } from '../../state/bills/bill-copies.ts';
import { useAmountText, useBillName, useBills, useCashier } from '../common/context.tsx';
import { PinApproval } from './pin-approval.tsx';

/** The deck while a supervisor is asked to approve what the person may not do alone to a bill. */
export function BillApproval({ asked }: { readonly asked: NeedsApproval }) {
  const { till, words } = useCashier();
  const { bill, version, act } = asked;
  const text = [useWhat(asked), ...useAfter(asked)].map((sentence) => `${sentence}.`).join(' ');
  return (
    <PinApproval
      text={`${text} ${words.billApproveText}`}
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

/** Each bill as the command leaves it: its total, and what is off it. */
function useAfter({ bill, version, act }: NeedsApproval): readonly string[] {
  const { words } = useCashier();
  const nameOf = useBillName();
  const amount = useAmountText();
  const shown = useBills((state) => state.shown);
  if (shown.get(bill)?.version !== version) return [];
  const record = { ...act, id: '', bill, version, by: '', approvedBy: null, at: 0 };
  const before = { bills: shown, done: [] };
  return changedIn(before, reduceBill(before, record), record)
    .filter((one) => one.lines.length > 0)
    .map((one) => {
      const { total, discounts } = amountsOf(one);
      const known = shown.get(one.id);
      const name =
        known === undefined
          ? (one.name ?? words.billNew)
          : nameOf({ name: known.name, at: known.changedAt });
      return words.billAfter(name, amount(total), amount(discounts));
    });
}
