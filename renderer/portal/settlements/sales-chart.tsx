import { exponentOf } from '../../../shared/money/currency.ts';
import type { PortalSales, SalesGrain } from '../../../shared/portal/contract.ts';
import { usePortal } from '../common/context.tsx';

/** A bar chart of sales with the amount on each bar. The current period is hatched. */
export function SalesChart({ sales }: { readonly sales: PortalSales }) {
  const { words, locale } = usePortal();
  const highest = Math.max(1, ...sales.periods.map((period) => period.taken));
  const whole = wholeUnits(sales.currency, locale);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls with the arrow keys
    <section className="chart" aria-label={words.chart} tabIndex={0}>
      <ol className={`chart-bars chart-${sales.grain}`}>
        {sales.periods.map((period, place) => {
          const running = place === sales.periods.length - 1;
          const share = Math.max(0, period.taken) / highest;
          return (
            <li key={period.start} className={running ? 'chart-running' : undefined}>
              <span className="chart-number figures">{whole(period.taken)}</span>
              <span
                className={share === 0 ? 'chart-bar chart-none' : 'chart-bar'}
                style={{ blockSize: `${Math.max(share * 184, share === 0 ? 0 : 10)}px` }}
                aria-hidden="true"
              />
              <span className="chart-label">
                {labelOf(period.start, sales.grain, locale)}
                {running && <span className="sr-only"> {words.running}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Formats amounts in whole units for the labels of bars. */
function wholeUnits(currency: string, locale: string): (amount: number) => string {
  const unit = 10 ** exponentOf(currency);
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  return (amount) => format.format(Math.round(amount / unit)).replace('-', '\u2212');
}

/** The label of a period's bar. `start` is in local time already. */
function labelOf(start: string, grain: SalesGrain, locale: string): string {
  const at = Date.parse(`${start.replace(' ', 'T')}Z`);
  const of = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(at);
  switch (grain) {
    case 'hour':
      return start.slice(11, 13);
    case 'day':
      return of({ weekday: 'short', day: 'numeric' });
    case 'week':
      return of({ day: 'numeric', month: 'short' });
    case 'month':
      return of({ month: 'short' });
  }
}
