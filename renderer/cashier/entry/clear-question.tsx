import { Dialog } from '../../ui/dialog.tsx';
import { Trash2 } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { useAmountText, useBill, useCashier, useTillState } from '../common/context.tsx';
import { useTotal } from '../common/due.ts';

/** How many lines the question before clearing a sale names; the rest would only fill the screen. */
const NAMED = 3;

/** Asks before a sale is cleared, and says what is removed. */
export function ClearQuestion() {
  const { till, words } = useCashier();
  const lines = useBill()?.lines ?? [];
  const names = lines.slice(0, NAMED).map(({ name }) => name);
  if (lines.length > NAMED) names.push('…');
  const total = useAmountText()(useTotal());
  const phone = useTillState(({ entry }) => entry.number !== '');
  const keep = () => till.askToClear(false);
  const text =
    lines.length > 0
      ? words.clearItemsText(lines.length, total, names)
      : phone
        ? words.clearQuestionText
        : words.clearAmountText(total);
  const due = lines.length === 0 && phone ? `${words.slipTotal} ${total}` : '';
  return (
    <Dialog head={words.clearQuestion} text={text} due={due} onClose={keep}>
      <Ghost onPress={keep}>{words.keepSale}</Ghost>
      <Ghost onPress={till.clear}>
        <Trash2 size={20} aria-hidden="true" />
        {words.clearSale}
      </Ghost>
    </Dialog>
  );
}
