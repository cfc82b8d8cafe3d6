import { Dialog } from '../../ui/dialog.tsx';
import { Ghost } from '../../ui/key.tsx';
import { useAmountText, useCashier, useTillState } from '../common/context.tsx';

/**
 * The customer chooses a tip. Only the one key that says so starts the payment without it: it is not the main key, and
 * neither Enter nor Escape presses it.
 */
export function TipWindow() {
  const { till, words } = useCashier();
  const amount = useAmountText();
  const tip = useTillState(({ mode }) => (mode.kind === 'paying' ? mode.tip : null));
  // Before the host has asked there is nothing to wait for, and a refusal takes no longer than a tap.
  if (tip === null || tip.question === null) return null;
  const skip = () => void till.skipTip();
  return (
    <Dialog head={words.tipHead} text={words.tipText(amount(tip.price))} onClose={null}>
      <div className="dialog-apart">
        <Ghost onPress={skip}>{words.tipSkip}</Ghost>
      </div>
    </Dialog>
  );
}
