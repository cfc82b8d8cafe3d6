import type { BillCommand } from '../../shared/bill/commands.ts';
import type { CommandOf } from '../../shared/device/commands/table.ts';
import type { PaymentMethod } from '../../shared/terminal/sale/state.ts';

/** How the phone payments of a screen reach the customer. */
export type PhoneWay = {
  readonly method: PaymentMethod;
  readonly place: 'main_screen' | 'aside';
};

/** The command of a screen for an order of the model. A supervisor's name is the approval. */
export function bridgeCommand(
  { by: _, approvedBy, ...ordered }: BillCommand,
  phone: PhoneWay,
): CommandOf<'bill' | 'pay_bill'> {
  const { id, bill, version, ...act } = ordered;
  if (act.act !== 'pay') {
    const approval = approvedBy === null ? {} : { approval: approvedBy };
    return { type: 'bill', id, bill, version, act, ...approval };
  }
  const { amount, tip, method } = act;
  const byPhone = { kind: 'phone', ...phone, tipEdit: 'fixed' } as const;
  const chosen = method.kind === 'phone' ? byPhone : method;
  return { type: 'pay_bill', id, bill, version, amount, tip, method: chosen };
}
