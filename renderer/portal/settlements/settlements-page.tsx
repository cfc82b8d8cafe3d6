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
import { Chips, Ledger, ListProblem, More, RowLink } from '../common/ledger.tsx';
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
      {list.items !== null && list.items.length > 0 && <Rows items={list.items} chosen={id} />}
      {list.items?.length === 0 && <p className="ledger-empty">{words.noSettlements}</p>}
      <More more={list.more} />
    </Ledger>
  );
}

type RowsProps = { readonly items: readonly PortalSettlement[]; readonly chosen: string | null };

function Rows({ items, chosen }: RowsProps) {
  const { words } = usePortal();
  return (
    <table className="rows rows-even">
      <thead>
        <tr>
          <th scope="col">{words.payout}</th>
          <th scope="col" className="rows-right rows-wide">
            {words.sales}
          </th>
          <th scope="col" className="rows-right rows-wide">
            {words.refunds}
          </th>
          <th scope="col" className="rows-right rows-wide">
            {words.fees}
          </th>
          <th scope="col" className="rows-right rows-wide">
            {words.carried}
          </th>
          <th scope="col" className="rows-right">
            {words.paidOut}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.id} item={item} chosen={item.id === chosen} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ item, chosen }: { readonly item: PortalSettlement; readonly chosen: boolean }) {
  const format = useFormat();
  return (
    <tr className={chosen ? 'row-chosen' : undefined}>
      <td className="rows-what">
        <RowLink page="settlements" id={item.id} chosen={chosen}>
          {format.dayName(format.day(item.created), null)}
        </RowLink>
      </td>
      <Cell amount={item.sales} of={item} />
      <Cell amount={-item.refunds} of={item} />
      <Cell amount={-item.fees} of={item} />
      <Cell amount={item.after} of={item} />
      <Cell amount={item.payout} of={item} strong />
    </tr>
  );
}

type CellProps = {
  readonly amount: number;
  readonly of: PortalSettlement;
  readonly strong?: boolean;
};

/** An amount of the row; a zero is drawn lighter. */
function Cell({ amount, of, strong = false }: CellProps) {
  const quiet = amount === 0 && !strong ? ' rows-quiet' : '';
  return (
    <td className={`rows-right${strong ? ' rows-strong' : ' rows-wide'}${quiet}`}>
      <Figures amount={money(amount === 0 ? 0 : amount)} currency={of.currency} />
    </td>
  );
}
