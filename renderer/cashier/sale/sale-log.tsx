import { Fragment } from 'react';
import type { SaleLogLine, SaleView } from '../../../shared/terminal/sale/state.ts';
import { requestedAmount, saleTotal } from '../../state/sales.ts';
import { gapText, useFormat } from '../../ui/format.tsx';
import { useAmountText, useCashier } from '../common/context.tsx';
import { logText } from './log-text.ts';

/** Gaps longer than this many milliseconds are drawn hatched. */
const GAP = 60_000;

type SaleLogProps = { readonly sale: SaleView; readonly most: number };

/** The log of a sale, one printed line per event. Lines are never removed. */
export function SaleLog({ sale, most }: SaleLogProps) {
  const { words } = useCashier();
  const format = useFormat();
  const amountText = useAmountText();
  const amountOf = ({ key, amount }: SaleLogLine) =>
    amountText(amount ?? (key === 'paid' ? saleTotal(sale) : requestedAmount(sale)), sale.currency);
  const hidden = Math.max(0, sale.log.length - most);
  // The log only grows at its end, so a line's index identifies it.
  const placed = sale.log.map((line, place) => ({ line, place, before: sale.log[place - 1] }));
  return (
    <>
      {hidden > 0 && <p className="log log-earlier">{words.slipEarlier(hidden)}</p>}
      <ol className="log">
        {placed.slice(hidden).map(({ line, place, before }) => (
          <Fragment key={place}>
            <Gap before={before} line={line} />
            <li className="log-line">
              <time>{format.timeWithSeconds(line.at)}</time>
              <span>{logText(line, amountOf(line), words)}</span>
            </li>
          </Fragment>
        ))}
      </ol>
    </>
  );
}

/** A gap in which the till knew nothing: after a lost answer or a restart. */
function Gap(props: { readonly before: SaleLogLine | undefined; readonly line: SaleLogLine }) {
  const { before, line } = props;
  if (before === undefined || line.at - before.at < GAP) return null;
  if (before.key !== 'no_answer' && line.key !== 'found_after_restart') return null;
  return <li className="log-gap">{gapText(line.at - before.at)}</li>;
}
