import { money } from '../../shared/money/money.ts';
import type { WalletRequest } from '../../shared/wallet/contract.ts';
import { Amount, Figures } from '../ui/amount.tsx';
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
      {request.lines.length > 0 && (
        <table className="slip-lines wallet-lines">
          <tbody>
            {numbered(request.lines).map(({ line, place }) => (
              <tr key={place}>
                <td>{line.quantity}</td>
                <td>
                  <bdi>{line.description}</bdi>
                </td>
                <td>
                  <Figures amount={money(line.total)} currency={request.currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** A bill's lines never change, so a line's index identifies it. */
function numbered<T>(lines: readonly T[]): readonly { readonly line: T; readonly place: number }[] {
  return lines.map((line, place) => ({ line, place }));
}
