import { money } from '../../../shared/money/money.ts';
import type { PortalPayment } from '../../../shared/portal/contract.ts';
import { Figures } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Seal } from '../../ui/seal.tsx';
import { usePortal } from '../common/context.tsx';
import { RowLink } from '../common/ledger.tsx';
import { isOver, type PaymentState, paymentState } from './payment-state.ts';

type PaymentRowsProps = {
  readonly items: readonly PortalPayment[];
  readonly chosen: string | null;
  /** True if the list spans days, so that each row needs its date. */
  readonly withDays: boolean;
};

/** The table of payments, one row each. */
export function PaymentRows({ items, chosen, withDays }: PaymentRowsProps) {
  const { words } = usePortal();
  const currencies = new Set(items.map((item) => item.currency));
  const [only] = currencies;
  return (
    <table className="rows rows-payments rows-two">
      <thead>
        <tr>
          <th scope="col">{words.time}</th>
          <th scope="col">{words.state}</th>
          <th scope="col">{words.what}</th>
          <th scope="col" className="rows-wide">
            {words.where}
          </th>
          <th scope="col" className="rows-wide">
            {words.reference}
          </th>
          <th scope="col" className="rows-right">
            {currencies.size === 1 ? only : words.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <PaymentRow
            key={item.tid}
            item={item}
            chosen={item.tid === chosen}
            withDay={withDays}
            mixed={currencies.size > 1}
          />
        ))}
      </tbody>
    </table>
  );
}

type PaymentRowProps = {
  readonly item: PortalPayment;
  readonly chosen: boolean;
  readonly withDay: boolean;
  readonly mixed: boolean;
};

function PaymentRow({ item, chosen, withDay, mixed }: PaymentRowProps) {
  const { words } = usePortal();
  const format = useFormat();
  const state = paymentState(item);
  const taken = state === 'paid' || state === 'authorised';
  return (
    <tr className={`tone-${state}${chosen ? ' row-chosen' : ''}`}>
      <td className="rows-quiet">
        {withDay ? format.dateTime(item.created) : format.time(item.created)}
      </td>
      <td>
        <StateWord state={state} />
      </td>
      <td className="rows-what">
        <RowLink page="payments" id={item.tid} chosen={chosen}>
          {item.what ?? words.noText}
        </RowLink>
      </td>
      <td className="rows-quiet rows-wide rows-where" dir="auto">
        {item.pos}
      </td>
      <td className="rows-quiet rows-wide mono rows-reference">{item.receipt ?? item.reference}</td>
      <td className={taken || !isOver(state) ? 'rows-right' : 'rows-right rows-quiet'}>
        {mixed && `${item.currency} `}
        <Figures amount={money(item.listed)} currency={item.currency} />
      </td>
    </tr>
  );
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
