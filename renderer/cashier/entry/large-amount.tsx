import { FinalQuestion } from '../../ui/dialog.tsx';
import { useAmountText, useCashier, useTillState } from '../common/context.tsx';

/** Asks before a sale of an unusually large amount starts. Enter and Escape go back to the amount. */
export function LargeAmount() {
  const { till, words } = useCashier();
  const amount = useAmountText();
  const asked = useTillState(({ mode }) => (mode.kind === 'question' ? mode.question : null));
  if (asked?.kind !== 'large_amount') return null;
  return (
    <FinalQuestion
      head={words.largeAmountHead(amount(asked.amount))}
      text={words.largeAmountText}
      keep={words.largeAmountChange}
      act={words.largeAmountTake(amount(asked.amount))}
      onKeep={() => till.answerAsked('change')}
      onAct={() => till.answerAsked('take')}
    />
  );
}
