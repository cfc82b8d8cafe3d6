import type { ReactNode } from 'react';
import type { HistorySale } from '../../../shared/history/history.ts';
import { groupOf, methodOf } from '../../../shared/history/search.ts';
import { Amount, Figures } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Perforation, Slip } from '../../ui/slip.tsx';
import { useCashier } from '../common/context.tsx';
import { kindWord } from '../sale/state-text.ts';

type EndedSaleSlipProps = {
  readonly sale: HistorySale;
  /** The refunds of this sale. */
  readonly children: ReactNode;
};

/** The slip of a sale that the terminal no longer holds, drawn from the history. */
export function EndedSaleSlip({ sale, children }: EndedSaleSlipProps) {
  const { words } = useCashier();
  const format = useFormat();
  const money = { currency: sale.currency };
  const struck = groupOf(sale) === 'not_paid';
  return (
    <Slip label={words.slipLabel} torn={sale.ended !== null}>
      <p className="slip-head">
        <span>{words.saleNumber(sale.number)}</span>
        <span>{format.dateTime(sale.started)}</span>
      </p>
      <table className={struck ? 'slip-lines slip-struck' : 'slip-lines'}>
        <tbody>
          <tr>
            <td>1</td>
            <td>
              <bdi>{sale.text ?? words.openPrice}</bdi>
            </td>
            <td>
              <Figures amount={sale.amount} {...money} />
            </td>
          </tr>
          {sale.additional > 0 && (
            <tr>
              <td />
              <td>{words.additional}</td>
              <td>
                <Figures amount={sale.additional} {...money} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <Perforation />
      <dl className="slip-total">
        <dt>{kindWord(sale.state, words)}</dt>
        <dd>
          <Amount amount={sale.taken} {...money} />
        </dd>
      </dl>
      {children}
      <Perforation />
      <SaleFacts sale={sale} />
    </Slip>
  );
}

/** References of a sale, for a call to support. */
function SaleFacts({ sale }: { readonly sale: HistorySale }) {
  const { words } = useCashier();
  const facts = [
    [words.slipReference, sale.tid],
    [words.unclaimedTill, sale.reference],
  ] as const;
  return (
    <dl className="slip-facts">
      <dt>{words.searchMethods}</dt>
      <dd>{words.dayMethods[methodOf(sale.way)]}</dd>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className="slip-fact">
            <dt>{name}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
