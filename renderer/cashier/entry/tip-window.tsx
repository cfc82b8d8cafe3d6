import { Dialog } from '../../ui/dialog.tsx';
import { YellowKey } from '../../ui/key.tsx';
import { useAmountText, useCashier, useTillState } from '../common/context.tsx';

/** The customer chooses a tip. One key, Enter or Escape starts the payment without it. */
export function TipWindow() {
  const { till, words } = useCashier();
  const amount = useAmountText();
  const tip = useTillState(({ mode }) => (mode.kind === 'paying' ? mode.tip : null));
  // Before the host has asked there is nothing to wait for, and a refusal takes no longer than a tap.
  if (tip === null || tip.question === null) return null;
  const skip = () => void till.skipTip();
  return (
    <Dialog head={words.tipHead} text={words.tipText(amount(tip.price))} onClose={skip}>
      <YellowKey onPress={skip}>{words.tipSkip}</YellowKey>
    </Dialog>
  );
}
