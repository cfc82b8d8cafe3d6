import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { Smartphone } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { useBusy, useCashier } from '../common/context.tsx';
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
      till
      corner={<PhoneInstead sale={sale} />}
    />
  );
}

function PhoneInstead({ sale }: { readonly sale: SaleView }) {
  const { till, words } = useCashier();
  const busy = useBusy();
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
