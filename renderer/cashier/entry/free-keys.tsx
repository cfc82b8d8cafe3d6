import { Check } from '../../ui/icons.ts';
import { YellowKey } from '../../ui/key.tsx';
import { useCashier, useTillState } from '../common/context.tsx';

/** The bill has lines, and all of them are free: it is finished without a payment. */
export function FreeKeys() {
  const { till, words } = useCashier();
  const busy = useTillState((state) => state.pending !== null);
  return (
    <div className="entry-keys">
      <YellowKey
        bed={false}
        enter
        disabled={busy}
        className="entry-yellow"
        onPress={till.finishFree}
      >
        <Check size={46} aria-hidden="true" />
        <span className="entry-yellow-words">
          <span>{words.billFree}</span>
        </span>
      </YellowKey>
    </div>
  );
}
