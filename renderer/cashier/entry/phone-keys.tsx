import { showMsisdn } from '../../state/phone.ts';
import { Amount } from '../../ui/amount.tsx';
import { Smartphone, Undo2 } from '../../ui/icons.ts';
import { Key, YellowKey } from '../../ui/key.tsx';
import { useAmountText, useBusy, useCashier, useShop, useTillState } from '../common/context.tsx';
import { useTotal } from '../common/due.ts';

/** The keys below a phone number: the yellow one sends the request. */
export function PhoneKeys() {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const total = useTotal();
  const entry = useTillState((state) => state.entry);
  const busy = useBusy();
  const amount = useAmountText();
  const number = showMsisdn(entry.country + entry.number);
  return (
    <div className="deck-foot entry-keys entry-keys-phone">
      <YellowKey
        bed={false}
        enter
        disabled={busy}
        label={`${words.askByPhone} ${amount(total)}, ${number}`}
        className="entry-yellow"
        onPress={till.askByPhone}
      >
        <Smartphone size={34} aria-hidden="true" />
        <span className="entry-yellow-words">
          <span>{words.askByPhone}</span>
          <span className="entry-yellow-amount">
            <Amount amount={total} currency={settings.currency} />
          </span>
        </span>
      </YellowKey>
      <Key className="key-fn key-tall key-back" onPress={() => till.enter('amount')}>
        <Undo2 size={26} aria-hidden="true" />
        {words.backToAmount}
      </Key>
    </div>
  );
}
