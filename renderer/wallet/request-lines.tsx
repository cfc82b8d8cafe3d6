import { money } from '../../shared/money/money.ts';
import type { WalletRequest } from '../../shared/wallet/contract.ts';
import { Amount } from '../ui/amount.tsx';
import { BillRows, billInRows } from '../ui/bill-lines.tsx';
import { useWallet } from './context.tsx';

/** The total in large type. */
export function RequestAmount(props: { readonly request: WalletRequest; readonly total: number }) {
  const { request, total } = props;
  return (
    <p className="wallet-amount">
      <Amount amount={money(total)} currency={request.currency} />
    </p>
  );
}

/** The lines of the request, if the shop sent them. */
export function RequestLines({ request }: { readonly request: WalletRequest }) {
  const { words } = useWallet();
  return (
    <>
      {request.text !== null && request.text !== '' && (
        <p className="wallet-text">
          <span className="sr-only">{words.forWhat}: </span>
          <bdi>{request.text}</bdi>
        </p>
      )}
      {request.bill.lines.length > 0 && (
        <table className="slip-lines wallet-lines">
          <tbody>
            <BillRows bill={billInRows(request.bill)} currency={request.currency} words={words} />
          </tbody>
        </table>
      )}
    </>
  );
}
