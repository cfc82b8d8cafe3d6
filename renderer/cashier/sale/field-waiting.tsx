import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { Smartphone } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { useCashier, useTillState } from '../common/context.tsx';
import { WaitingCode } from './waiting-code.tsx';

type FieldWaitingProps = {
  readonly sale: SaleView;
  readonly uri: string;
  readonly expires: Instant;
};

/** The code for the customer's camera, the time left, and the switch to a phone number. */
export function FieldWaiting({ sale, uri, expires }: FieldWaitingProps) {
  return (
    <WaitingCode
      sale={sale}
      uri={uri}
      expires={expires}
      below={(payable) => payable && <CodeToType uri={uri} />}
      corner={<PhoneInstead sale={sale} />}
    />
  );
}

/** The code in letters, for a phone without a working camera. */
function CodeToType({ uri }: { readonly uri: string }) {
  const { words } = useCashier();
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
  const { till, words } = useCashier();
  const busy = useTillState((state) => state.pending !== null);
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
