import type { ReactNode } from 'react';
import type { HistorySale } from '../../shared/history/history.ts';
import { groupOf, methodOf } from '../../shared/history/search.ts';
import { Amount, Figures } from '../ui/amount.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';
import { receiptTime } from '../ui/times.ts';
import { useShop, useTools } from './context.tsx';
import { kindWord } from './say-state.ts';

type PastSlipProps = {
  readonly sale: HistorySale;
  /** Refunds that were printed on it since. */
  readonly children: ReactNode;
};

/** The slip of a sale that the terminal has let go of, from what the till remembers. */
export function PastSlip({ sale, children }: PastSlipProps) {
  const { words, times } = useTools();
  const { settings } = useShop();
  const money = { currency: sale.currency, locale: settings.locale };
  const struck = groupOf(sale) === 'not_paid';
  return (
    <Slip label={words.slipLabel} torn={sale.ended !== null}>
      <p className="slip-head">
        <span>{words.saleNumber(sale.number)}</span>
        <span>{receiptTime(sale.started, times)}</span>
      </p>
      <table className={struck ? 'slip-lines slip-struck' : 'slip-lines'}>
        <tbody>
          <tr>
            <td>1</td>
            <td>{sale.text ?? words.openPrice}</td>
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

/** What people read aloud to each other about a sale. */
function SaleFacts({ sale }: { readonly sale: HistorySale }) {
  const { words } = useTools();
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
