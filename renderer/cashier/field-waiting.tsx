import { add } from '../../shared/money/money.ts';
import type { SaleView } from '../../shared/terminal/state.ts';
import type { Instant } from '../../shared/time/clock.ts';
import { Countdown } from '../ui/countdown.tsx';
import { Smartphone } from '../ui/icons.ts';
import { Ghost } from '../ui/key.tsx';
import { QrTile } from '../ui/qr-tile.tsx';
import { Seal } from '../ui/seal.tsx';
import { useNow } from '../ui/use-now.ts';
import { SaleRail } from './big-state.tsx';
import { CancelKey } from './cancel-key.tsx';
import { useAmountText, useTillState, useTools } from './context.tsx';
import { ProblemNotice } from './problem.tsx';
import { sayState } from './say-state.ts';

type FieldWaitingProps = {
  readonly sale: SaleView;
  readonly uri: string;
  readonly expires: Instant;
};

/** Waiting for the customer's camera: the code, how long it is good for, and the other way. */
export function FieldWaiting({ sale, uri, expires }: FieldWaitingProps) {
  const { words } = useTools();
  const amount = useAmountText();
  const total = amount(add(sale.amount, sale.additionalAmount), sale.currency);
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
            {payable && <CodeToType uri={uri} />}
          </div>
          <PhoneInstead sale={sale} />
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

/** The code in letters, for a phone whose camera cannot be used. */
function CodeToType({ uri }: { readonly uri: string }) {
  const { words } = useTools();
  const code = /\/p\/([0-9a-z]{4,64})\/?$/.exec(uri)?.[1];
  if (code === undefined) return null;
  return (
    <p className="waiting-code">
      <span className="waiting-hint">{words.codeToType}</span>
      <span className="mono">{code.replace(/(.{4})(?=.)/g, '$1 ')}</span>
    </p>
  );
}

function PhoneInstead({ sale }: { readonly sale: SaleView }) {
  const { till, words } = useTools();
  const busy = useTillState((state) => state.asked !== null);
  if (!sale.actions.includes('cancel')) return null;
  return (
    <div>
      <p className="waiting-hint">{words.cameraTrouble}</p>
      <Ghost disabled={busy} onPress={() => void till.phoneInstead(sale)}>
        <Smartphone size={20} aria-hidden="true" />
        {words.phoneNumber}
      </Ghost>
    </div>
  );
}
