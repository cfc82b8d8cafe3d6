import { useState } from 'react';
import type { Format } from '../../../shared/format/format.ts';
import { money } from '../../../shared/money/money.ts';
import {
  type PortalSales,
  type PortalSettlement,
  SALES_GRAINS,
  type SalesGrain,
} from '../../../shared/portal/contract.ts';
import { Figures } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { Chips, Ledger, ListProblem } from '../common/ledger.tsx';
import { type Column, Rows } from '../common/rows.tsx';
import { useLoaded } from '../common/use-loaded.ts';
import { usePages } from '../common/use-pages.ts';
import { SettlementSlip } from './settlement-slip.tsx';

/** A bar chart of sales with the amount on each bar. The current period is hatched. */
function SalesChart({ sales }: { readonly sales: PortalSales }) {
  const { words } = usePortal();
  const format = useFormat();
  const highest = Math.max(1, ...sales.periods.map((period) => period.net));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls with the arrow keys
    <section className="chart" aria-label={words.chart} tabIndex={0}>
      <ol className={`chart-bars chart-${sales.grain}`}>
        {sales.periods.map((period, place) => {
          const running = place === sales.periods.length - 1;
          const share = Math.max(0, period.net) / highest;
          return (
            <li key={period.start} className={running ? 'chart-running' : undefined}>
              <span className="chart-number figures">
                {format.wholeUnits(period.net, sales.currency)}
              </span>
              <span
                className={share === 0 ? 'chart-bar chart-none' : 'chart-bar'}
                style={{ blockSize: `${Math.max(share * 184, share === 0 ? 0 : 10)}px` }}
                aria-hidden="true"
              />
              <span className="chart-label">
                {labelOf(period.start, sales.grain, format)}
                {running && <span className="sr-only"> {words.running}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The label of a period's bar. `start` is in the shop's time already. */
function labelOf(start: string, grain: SalesGrain, format: Format): string {
  const day = start.slice(0, 10);
  switch (grain) {
    case 'hour':
      return start.slice(11, 13);
    case 'day':
      return format.dayPart(day, { weekday: 'short', day: 'numeric' });
    case 'week':
      return format.dayPart(day, { day: 'numeric', month: 'short' });
    case 'month':
      return format.dayPart(day, { month: 'short' });
  }
}

const EVERY = 30_000;

/** The sales of the last periods and the payouts. */
export function SettlementsPage() {
  const { portal, words } = usePortal();
  const format = useFormat();
  const id = usePortalState((state) => state.route.id);
  const [grain, setGrain] = useState<SalesGrain>('day');
  const sales = useLoaded(`sales ${grain}`, () => portal.api.sales(grain), EVERY);
  const list = usePages('settlements', (after) => portal.api.settlements(after), EVERY);
  const periods = sales.value?.periods ?? [];
  const sum = periods.reduce((total, period) => total + period.net, 0);
  const currency = sales.value?.currency ?? 'NOK';
  return (
    <Ledger
      page="settlements"
      head={words.salesHead(format.amount(money(sum), currency), grain, periods.length)}
      text={words.salesText[grain]}
      open={id !== null}
      aside={
        id === null ? <EmptySlot>{words.chooseSettlement}</EmptySlot> : <SettlementSlip id={id} />
      }
      actions={
        <Chips
          label={words.salesBy}
          value={grain}
          onChange={setGrain}
          options={SALES_GRAINS.map((value) => ({ value, label: words.grains[value] }))}
        />
      }
    >
      <ListProblem problem={sales.problem ?? list.problem} />
      {sales.value !== null && <SalesChart sales={sales.value} />}
      <Rows
        items={list.items}
        keyOf={(item) => item.id}
        opens={{ page: 'settlements', chosen: id }}
        empty={words.noSettlements}
        more={list.more}
        columns={[
          {
            head: words.payout,
            is: 'name',
            cell: ({ created }) => format.dayName(format.day(created), null),
          },
          amountColumn(words.sales, (of) => of.sales),
          amountColumn(words.refunds, (of) => -of.refunds),
          amountColumn(words.fees, (of) => -of.fees),
          amountColumn(words.carried, (of) => of.after),
          {
            head: words.paidOut,
            is: 'number',
            look: 'strong',
            cell: (of) => figures(of.payout, of),
          },
        ]}
      />
    </Ledger>
  );
}

/** An amount of a payout. A zero is drawn lighter. */
function amountColumn(
  head: string,
  amountOf: (of: PortalSettlement) => number,
): Column<PortalSettlement> {
  return {
    head,
    is: 'number',
    wide: true,
    look: (of) => (amountOf(of) === 0 ? 'quiet' : 'plain'),
    cell: (of) => figures(amountOf(of), of),
  };
}

function figures(amount: number, { currency }: PortalSettlement) {
  return <Figures amount={money(amount === 0 ? 0 : amount)} currency={currency} />;
}
