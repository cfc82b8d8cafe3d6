import { money } from '../../../shared/money/money.ts';
import type { PortalPayment } from '../../../shared/portal/contract.ts';
import { Figures } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Seal } from '../../ui/seal.tsx';
import { usePortal } from '../common/context.tsx';
import type { Column } from '../common/rows.tsx';
import { isOver, type PaymentState, paymentState } from './payment-state.ts';

/** The columns of payments; each row has its date if the list spans days. */
export function usePaymentColumns(
  items: readonly PortalPayment[],
  withDays: boolean,
): readonly Column<PortalPayment>[] {
  const { words } = usePortal();
  const format = useFormat();
  const currencies = new Set(items.map((item) => item.currency));
  const [only = words.amount] = currencies;
  const isMixed = currencies.size !== 1;
  return [
    {
      head: words.time,
      look: 'quiet',
      cell: ({ created }) => (withDays ? format.dateTime(created) : format.time(created)),
    },
    { head: words.state, cell: (item) => <StateWord state={paymentState(item)} /> },
    { head: words.what, is: 'name', cell: (item) => item.what ?? words.noText },
    {
      head: words.where,
      look: 'quiet',
      wide: true,
      className: 'rows-where',
      ownDirection: true,
      cell: (item) => item.pos,
    },
    {
      head: words.reference,
      look: 'quiet',
      wide: true,
      className: 'mono rows-reference',
      cell: (item) => item.receipt ?? item.reference,
    },
    {
      head: isMixed ? words.amount : only,
      is: 'number',
      look: (item) => (isMoney(paymentState(item)) ? 'plain' : 'quiet'),
      cell: (item) => (
        <>
          {isMixed && `${item.currency} `}
          <Figures amount={money(item.listed)} currency={item.currency} />
        </>
      ),
    },
  ];
}

/** True if money was or can still be captured. */
function isMoney(state: PaymentState): boolean {
  return state === 'paid' || state === 'authorised' || !isOver(state);
}

/** A state's shape and its word. */
export function StateWord({ state }: { readonly state: PaymentState }) {
  const { words } = usePortal();
  return (
    <span className="stage-word mark-word">
      <Seal tone={state} size={24} />
      {words.stages[state]}
    </span>
  );
}
