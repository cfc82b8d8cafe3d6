import type { ReactNode } from 'react';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { CodeLetters } from '../../ui/code-letters.tsx';
import { Countdown, useNow } from '../../ui/countdown.tsx';
import { QrTile } from '../../ui/qr-tile.tsx';
import { Seal } from '../../ui/seal.tsx';
import { useAmountText, usePayment } from '../common/context.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { SaleRail } from './big-state.tsx';
import { CancelKey } from './sale-keys.tsx';
import { stateText } from './state-text.ts';

type WaitingCodeProps = {
  readonly sale: SaleView;
  readonly uri: string;
  readonly expires: Instant;
  /** True in the window of a till, false in another product's page. */
  readonly till: boolean;
  /** Content in the corner next to the code. */
  readonly corner?: ReactNode;
};

/** The code for the customer's camera and the time left. */
export function WaitingCode(props: WaitingCodeProps) {
  const { sale, uri, expires, till, corner } = props;
  const { words } = usePayment();
  const amount = useAmountText();
  const total = amount(sale.money.asked, sale.currency);
  // After `expires` the code is hidden, even if the service has not reported the end yet.
  const payable = useNow(500) < expires;
  const { head, text } = stateText(sale, words, amount);
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
          <QrTile text={uri} label={words.codeLabel(total)} till={till} />
        ) : (
          <div className="waiting-gone">
            <Seal tone="expired" size={168} />
          </div>
        )}
        <div className="waiting-side">
          <div>
            <Countdown label={words.codeGoodFor} until={expires} />
            {payable && <CodeLetters uri={uri} sentence={words.codeToType} />}
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
