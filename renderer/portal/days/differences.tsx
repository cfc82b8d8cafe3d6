import { money } from '../../../shared/money/money.ts';
import type { PortalDays, PortalDifference } from '../../../shared/portal/days.ts';
import { Figures } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { usePortal } from '../common/context.tsx';
import { type Column, Rows } from '../common/rows.tsx';

/** The three-way close: each payment that differs, or that all agree. */
export function Differences({ days }: { readonly days: PortalDays }) {
  const { words } = usePortal();
  const format = useFormat();
  const { closes } = words;
  const { differences, complete, periods } = days;
  if (!complete) return <p className="ledger-note">{closes.notCompared}</p>;
  if (differences.length === 0) {
    return periods.length === 0 ? null : <p className="ledger-note">{closes.agree}</p>;
  }
  return (
    <>
      <h2 className="ledger-note">{closes.differences(differences.length)}</h2>
      <Rows
        items={differences}
        keyOf={(one) => `${one.tid} ${one.kind} ${one.place} ${one.what}`}
        opens={{ page: 'payments', idOf: (one) => one.tid, chosen: null }}
        columns={[
          {
            head: closes.payment,
            is: 'name',
            cell: ({ kind, tid }) => `${closes[kind]} ${tid}`,
          },
          {
            head: closes.difference,
            cell: ({ day, place, what }) =>
              `${format.dayName(day, null)}: ${closes.differs(closes.place[place], closes.what[what])}`,
          },
          amountColumn(closes.inLedger, ({ service }) => service),
          amountColumn(closes.inOther, ({ other }) => other),
        ]}
      />
    </>
  );
}

function amountColumn(
  head: string,
  amountOf: (of: PortalDifference) => number | null,
): Column<PortalDifference> {
  return {
    head,
    is: 'number',
    wide: true,
    cell: (of) => {
      const amount = amountOf(of);
      return amount === null ? '–' : <Figures amount={money(amount)} currency={of.currency} />;
    },
  };
}
