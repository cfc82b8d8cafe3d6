import { Fragment } from 'react';
import type { SaleLogLine, SaleView } from '../../shared/terminal/sale/state.ts';
import { askedFor, saleTotal } from '../state/pick.ts';
import { gapText, timeWithSeconds } from '../ui/times.ts';
import { useAmountText, useTools } from './context.tsx';
import { sayLine } from './say-log.ts';

/** Silences longer than this are shown as a hatched gap. */
const GAP = 60_000;

type SaleLogProps = { readonly sale: SaleView; readonly most: number };

/** What the terminal learnt, printed line by line as it came; nothing is ever taken back. */
export function SaleLog({ sale, most }: SaleLogProps) {
  const { words, times } = useTools();
  const amountText = useAmountText();
  const amountOf = ({ key, amount }: SaleLogLine) =>
    amountText(amount ?? (key === 'paid' ? saleTotal(sale) : askedFor(sale)), sale.currency);
  const hidden = Math.max(0, sale.log.length - most);
  // The log only grows at its end, so a line's place in it is its identity.
  const placed = sale.log.map((line, place) => ({ line, place, before: sale.log[place - 1] }));
  return (
    <>
      {hidden > 0 && <p className="log log-earlier">{words.slipEarlier(hidden)}</p>}
      <ol className="log">
        {placed.slice(hidden).map(({ line, place, before }) => (
          <Fragment key={place}>
            <Gap before={before} line={line} />
            <li className="log-line">
              <time>{timeWithSeconds(line.at, times)}</time>
              <span>{sayLine(line, amountOf(line), words)}</span>
            </li>
          </Fragment>
        ))}
      </ol>
    </>
  );
}

/** Time in which nothing was known: after a lost answer or a restart. */
function Gap(props: { readonly before: SaleLogLine | undefined; readonly line: SaleLogLine }) {
  const { before, line } = props;
  if (before === undefined || line.at - before.at < GAP) return null;
  if (before.key !== 'no_answer' && line.key !== 'found_after_restart') return null;
  return <li className="log-gap">{gapText(line.at - before.at)}</li>;
}
