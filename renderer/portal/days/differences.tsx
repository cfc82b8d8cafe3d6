import { money } from '../../../shared/money/money.ts';
import type { PortalDays, PortalDifference } from '../../../shared/portal/days.ts';
import { Figures } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { usePortal } from '../common/context.tsx';
import { RowLink } from '../common/ledger.tsx';

/** The three-way close: each payment that differs, or that all agree. */
export function Differences({ days }: { readonly days: PortalDays }) {
  const { words } = usePortal();
  const { closes } = words;
  const { differences, complete, periods } = days;
  if (!complete) return <p className="ledger-note">{closes.notCompared}</p>;
  if (differences.length === 0) {
    return periods.length === 0 ? null : <p className="ledger-note">{closes.agree}</p>;
  }
  return (
    <>
      <h2 className="ledger-note">{closes.differences(differences.length)}</h2>
      <table className="rows rows-even">
        <thead>
          <tr>
            <th scope="col">{closes.payment}</th>
            <th scope="col">{closes.difference}</th>
            <th scope="col" className="rows-right rows-wide">
              {closes.inLedger}
            </th>
            <th scope="col" className="rows-right rows-wide">
              {closes.inOther}
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map((one) => (
            <DifferenceRow
              key={`${one.tid} ${one.kind} ${one.place} ${one.what}`}
              difference={one}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

function DifferenceRow({ difference }: { readonly difference: PortalDifference }) {
  const { words } = usePortal();
  const format = useFormat();
  const { closes } = words;
  const { tid, kind, what, place, day, currency, service, other } = difference;
  const cell = (amount: number | null) => (
    <td className="rows-right rows-wide">
      {amount === null ? '–' : <Figures amount={money(amount)} currency={currency} />}
    </td>
  );
  return (
    <tr>
      <td className="rows-what">
        <RowLink page="payments" id={tid} chosen={false}>
          {closes[kind]} {tid}
        </RowLink>
      </td>
      <td>
        {format.dayName(day, null)}: {closes.differs(closes.place[place], closes.what[what])}
      </td>
      {cell(service)}
      {cell(other)}
    </tr>
  );
}
