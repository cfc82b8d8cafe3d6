import type { MoneyInteger } from '../../../shared/money/money.ts';
import { Amount } from '../../ui/amount.tsx';
import { useShop } from './context.tsx';

/**
 * What the bill costs, or another amount that a step of the deck is about. It is shown where the slip is not beside the deck: on a phone, and
 * while the letters of a small screen need the whole width.
 */
export function DeckDue(props: { readonly word: string; readonly amount: MoneyInteger }) {
  const { settings } = useShop();
  return (
    <p className="deck-due">
      <span>{props.word}</span>
      <Amount amount={props.amount} currency={settings.currency} />
    </p>
  );
}
