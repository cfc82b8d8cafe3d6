import type { ReactNode } from 'react';
import type { SaleView } from '../../shared/terminal/sale/state.ts';
import type { Instant } from '../../shared/time/clock.ts';
import { askedFor } from '../state/pick.ts';
import { Countdown } from '../ui/countdown.tsx';
import { QrTile } from '../ui/qr-tile.tsx';
import { Seal } from '../ui/seal.tsx';
import { useNow } from '../ui/use-now.ts';
import { SaleRail } from './big-state.tsx';
import { useAmountText, useTools } from './context.tsx';
import { CancelKey } from './print-key.tsx';
import { ProblemNotice } from './problem.tsx';
import { sayState } from './say-state.ts';

type WaitingCodeProps = {
  readonly sale: SaleView;
  readonly uri: string;
  readonly expires: Instant;
  /** Under the time that is left; told whether the code can still be paid by. */
  readonly below?: (payable: boolean) => ReactNode;
  /** Beside the code, in the corner. */
  readonly corner?: ReactNode;
};

/** The code for the customer's camera, and how long it is good for. */
export function WaitingCode(props: WaitingCodeProps) {
  const { sale, uri, expires, below, corner } = props;
  const { words } = useTools();
  const total = useAmountText()(askedFor(sale), sale.currency);
  // The moment the time is up nobody can pay by this code, whatever the service has said so far.
  const payable = useNow(500) < expires;
  const { head, text } = sayState(sale, words);
  return (
    <>
      <div className="waiting-head">
        <Seal tone="waiting" size={92} />
        <div>
          <h1>{head}</h1>
          <p>{text}</p>
        </div>
      </div>
      <div className="waiting-middle">
        {payable ? (
          <QrTile text={uri} label={words.codeLabel(total)} />
        ) : (
          <div className="waiting-gone">
            <Seal tone="expired" size={168} />
          </div>
        )}
        <div className="waiting-side">
          <div>
            <Countdown label={words.codeGoodFor} until={expires} />
            {below?.(payable)}
          </div>
          {corner}
        </div>
      </div>
      <ProblemNotice />
      <div className="waiting-foot">
        <SaleRail sale={sale} />
        <CancelKey sale={sale} />
      </div>
    </>
  );
}
