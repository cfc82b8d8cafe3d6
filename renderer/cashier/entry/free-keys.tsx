import type { ReactNode } from 'react';
import { subtract, ZERO } from '../../../shared/money/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { Banknote, Check } from '../../ui/icons.ts';
import { YellowKey } from '../../ui/key.tsx';
import { useAmountText, useBusy, useCashier, useShop } from '../common/context.tsx';
import { useAsked } from '../tender/use-asked.ts';

/**
 * The bill has lines and nothing of it is due: they are free, or goods were exchanged at the same price after a payment. It
 * is finished by a payment of nothing.
 */
export function FreeKeys() {
  const { till, words } = useCashier();
  return (
    <OnlyKey onPress={till.finishFree}>
      <Check size={34} aria-hidden="true" />
      <span className="entry-yellow-words">
        <span>{words.billFree}</span>
      </span>
    </OnlyKey>
  );
}

/** The returned deposits are more than the goods: the only key pays the customer out in cash (D-531). */
export function PayoutKeys() {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const amount = useAmountText();
  const sum = subtract(ZERO, useAsked().cash.toPay);
  return (
    <OnlyKey
      label={`${words.payOutDeposit} ${amount(sum)}`}
      onPress={() => void till.tenders.payOut()}
    >
      <Banknote size={34} aria-hidden="true" />
      <span className="entry-yellow-words">
        <span>{words.payOutDeposit}</span>
        <span className="entry-yellow-amount">
          <Amount amount={sum} currency={settings.currency} />
        </span>
      </span>
    </OnlyKey>
  );
}

type OnlyKeyProps = {
  readonly label?: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

function OnlyKey({ children, ...key }: OnlyKeyProps) {
  const busy = useBusy();
  return (
    <div className="entry-keys">
      <YellowKey bed={false} enter disabled={busy} className="entry-yellow" {...key}>
        {children}
      </YellowKey>
    </div>
  );
}
