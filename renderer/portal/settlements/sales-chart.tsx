import type { Format } from '../../../shared/format/format.ts';
import type { PortalSales, SalesGrain } from '../../../shared/portal/contract.ts';
import { useFormat } from '../../ui/format.tsx';
import { usePortal } from '../common/context.tsx';

/** A bar chart of sales with the amount on each bar. The current period is hatched. */
export function SalesChart({ sales }: { readonly sales: PortalSales }) {
  const { words } = usePortal();
  const format = useFormat();
  const highest = Math.max(1, ...sales.periods.map((period) => period.taken));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls with the arrow keys
    <section className="chart" aria-label={words.chart} tabIndex={0}>
      <ol className={`chart-bars chart-${sales.grain}`}>
        {sales.periods.map((period, place) => {
          const running = place === sales.periods.length - 1;
          const share = Math.max(0, period.taken) / highest;
          return (
            <li key={period.start} className={running ? 'chart-running' : undefined}>
              <span className="chart-number figures">
                {format.wholeUnits(period.taken, sales.currency)}
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
