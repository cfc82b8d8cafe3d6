import { Seal } from '../../ui/seal.tsx';
import { useCashier, useShop, useTillState } from '../common/context.tsx';

/** Says before the first sale that the shop does not take the till's currency. */
export function OtherCurrencyNotice() {
  const { words } = useCashier();
  const { settings } = useShop();
  const other = useTillState((state) => state.snapshot?.otherCurrency);
  if (other === undefined) return null;
  return (
    <div className="other-currency mark tone-unclear" role="alert">
      <Seal tone="unclear" size={36} />
      <p>
        <strong>{words.otherCurrency}.</strong>{' '}
        {words.otherCurrencyText(settings.currency, other.accepted.join(', '))}
      </p>
    </div>
  );
}
