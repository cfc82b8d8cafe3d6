import { money } from '../../../shared/money/money.ts';
import type { PortalSettlementDetail } from '../../../shared/portal/contract.ts';
import { Amount, Figures } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Download } from '../../ui/icons.ts';
import { EmptySlot, Perforation, Slip } from '../../ui/slip.tsx';
import { usePortal } from '../common/context.tsx';
import { ListProblem } from '../common/ledger.tsx';
import { useLoaded } from '../common/use-loaded.ts';

/** One settlement: sales, fees and payout, with its reports as files. */
export function SettlementSlip({ id }: { readonly id: string }) {
  const { portal, words } = usePortal();
  const format = useFormat();
  const { value, problem } = useLoaded(`settlement ${id}`, () => portal.api.settlement(id));
  if (value === null) {
    if (problem !== null) return <ListProblem problem={problem} />;
    return <EmptySlot>{words.loading}</EmptySlot>;
  }
  return (
    <>
      <Slip className="portal-slip" torn label={words.settlementSlip}>
        <div className="portal-slip-head">
          <h2>{words.payout}</h2>
          <span>{format.dayName(format.day(value.created), null)}</span>
        </div>
        <p className="portal-amount portal-amount-sum">
          <Amount amount={money(value.payout)} currency={value.currency} />
        </p>
        <table className="slip-lines portal-sums">
          <tbody>
            <Line of={value} label={words.sales} count={value.capture_count} amount={value.sales} />
            <Line
              of={value}
              label={words.refunds}
              count={value.refund_count}
              amount={-value.refunds}
            />
            <Line of={value} label={words.transactionFee} amount={-value.transaction_fee} />
            <Line of={value} label={words.factInterchange} amount={-value.interchange} />
            <Line of={value} label={words.settlementFee} amount={-value.settlement_fee} />
            <Line of={value} label={words.scopeFee} amount={-value.scope_fee} />
            <Line of={value} label={words.vat} amount={-value.vat} />
            <Line of={value} label={words.before} amount={value.before} />
            <Line of={value} label={words.carried} amount={-value.after} />
          </tbody>
        </table>
        <Perforation />
        <p className="portal-total">
          <span>{words.toAccount}</span>
          <Figures amount={money(value.payout)} currency={value.currency} />
        </p>
        <Perforation />
        <SettlementFacts settlement={value} />
      </Slip>
      <Logs settlement={value} />
    </>
  );
}

type LineProps = {
  readonly of: PortalSettlementDetail;
  readonly label: string;
  readonly count?: number;
  readonly amount: number;
};

/** One amount. Sales and refunds are always shown, the others only if they are not zero. */
function Line({ of, label, count, amount }: LineProps) {
  const { words } = usePortal();
  if (amount === 0 && count === undefined) return null;
  return (
    <tr>
      <th scope="row">
        {label} {count !== undefined && <small>{words.paymentCount(count)}</small>}
      </th>
      <td>
        <Figures amount={money(amount === 0 ? 0 : amount)} currency={of.currency} />
      </td>
    </tr>
  );
}

function SettlementFacts({ settlement }: { readonly settlement: PortalSettlementDetail }) {
  const { words } = usePortal();
  const format = useFormat();
  return (
    <dl className="slip-facts portal-facts">
      <dt>{words.factAccount}</dt>
      <dd>
        <bdi>{maskedAccount(settlement.account) ?? words.noAccount}</bdi>
      </dd>
      <dt>{words.factFrom}</dt>
      <dd>{format.dateTime(settlement.start)}</dd>
      <dt>{words.factTo}</dt>
      <dd>{format.dateTime(settlement.end)}</dd>
      <dt>{words.factReference}</dt>
      <dd className="mono">{settlement.id}</dd>
    </dl>
  );
}

/** `1503 •• 90211`: enough to recognise an account, too little to use it. */
function maskedAccount(account: string | null): string | null {
  return account === null ? null : `${account.slice(0, 4)} \u2022\u2022 ${account.slice(-5)}`;
}

function Logs({ settlement }: { readonly settlement: PortalSettlementDetail }) {
  const { words } = usePortal();
  const files = [
    ...settlement.transaction_logs.map((uri, place) => ({
      uri,
      label: words.transactionLog(place + 1, settlement.transaction_logs.length),
    })),
    ...settlement.scope_logs.map((uri, place) => ({
      uri,
      label: words.scopeLog(place + 1, settlement.scope_logs.length),
    })),
  ];
  return (
    <div className="portal-acts">
      {files.map(({ uri, label }) => (
        <a key={uri} className="ghost" href={uri} download>
          <Download size={20} aria-hidden="true" />
          {label}
        </a>
      ))}
    </div>
  );
}
