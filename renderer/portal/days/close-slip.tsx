import { Fragment } from 'react';
import { type MoneyInteger, money } from '../../../shared/money/money.ts';
import { roundedRateOf } from '../../../shared/money/vat.ts';
import type { PortalPeriod } from '../../../shared/portal/days.ts';
import { Amount, Figures } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Perforation, Slip } from '../../ui/slip.tsx';
import { usePortal } from '../common/context.tsx';

type PeriodProps = { readonly period: PortalPeriod };

/** A Z report with its figures, as the till handed it over. */
export function CloseSlip({ period }: PeriodProps) {
  const { words } = usePortal();
  const { closes } = words;
  const { report } = period;
  return (
    <Slip className="portal-slip" torn label={closes.report(period.number)}>
      <div className="portal-slip-head">
        <h2>{closes.report(period.number)}</h2>
        <span>
          <bdi>{period.pos}</bdi>
        </span>
      </div>
      <p className="portal-amount portal-amount-sum">
        <Amount amount={report.net} currency={report.currency} />
      </p>
      <Sums period={period} />
      <Perforation />
      <p className="portal-total">
        <span>{closes.total}</span>
        <Figures amount={report.grand.sales} currency={report.currency} />
      </p>
      <Perforation />
      <CloseFacts period={period} />
    </Slip>
  );
}

type SumRow = {
  readonly label: string;
  readonly amount: MoneyInteger;
  readonly count?: number;
};

function Sums({ period }: PeriodProps) {
  const { words } = usePortal();
  const { closes } = words;
  const { report } = period;
  const { drawer, refunds } = report;
  const minus = (amount: MoneyInteger) => money(amount === 0 ? 0 : -amount);
  const off = report.discounts.reduce((sum, { amount }) => sum + amount, 0);
  const rows: readonly SumRow[] = [
    { label: closes.gross, amount: report.gross, count: report.sales.count },
    { label: closes.discounts, amount: minus(money(off)) },
    ...report.vat.map(({ vatRate, vat }) => ({
      label: closes.vat(vatRate === null ? '' : String(roundedRateOf(vatRate) / 100)),
      amount: vat,
    })),
    { label: closes.refunds, amount: minus(refunds.amount), count: refunds.count },
    { label: closes.tips, amount: report.tips },
    { label: closes.rounding, amount: report.rounding },
    ...report.tenders.map(({ kind, name, sales, refunds: back }) => ({
      label: name ?? closes.tenders[kind],
      amount: money(sales.amount - back.amount),
      count: sales.count,
    })),
    { label: closes.drawer, amount: drawer.expected },
    { label: closes.counted, amount: drawer.difference },
  ];
  return (
    <table className="slip-lines portal-sums">
      <tbody>
        {rows.map(({ label, amount, count }) =>
          amount === 0 && count === undefined ? null : (
            <tr key={label}>
              <th scope="row">
                <bdi>{label}</bdi> {count !== undefined && <small>{count}</small>}
              </th>
              <td>
                <Figures amount={amount} currency={report.currency} />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function CloseFacts({ period }: PeriodProps) {
  const { words } = usePortal();
  const format = useFormat();
  const { closes } = words;
  const { report } = period;
  const { receipts, corrections, people, fiscal } = report;
  const cancelled = corrections.reduce((sum, { count }) => sum + count, 0);
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    [closes.closedAt, format.dateTime(period.closed)],
    [closes.closedBy, period.by],
    [closes.approvedBy, period.approved_by],
    [
      closes.receipts,
      receipts === null ? null : closes.receiptRange(receipts.first, receipts.last),
    ],
    [closes.corrections, cancelled === 0 ? null : String(cancelled)],
    [closes.noSale, report.drawer.noSale === 0 ? null : String(report.drawer.noSale)],
    [
      closes.fiscal,
      fiscal === undefined
        ? null
        : closes.fiscalCounts(fiscal.signed, period.unsigned ?? 0, fiscal.failed),
    ],
    ...people.map(
      ({ by, amount }) =>
        [closes.people, `${by}, ${format.amount(amount, report.currency)}`] as const,
    ),
    [closes.rows, period.folded ? closes.folded : null],
    [closes.state, period.signed ? closes.signed : closes.unsigned],
  ];
  return (
    <dl className="slip-facts portal-facts">
      {facts.map(([label, value]) =>
        value === null ? null : (
          <Fragment key={`${label} ${value}`}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}
