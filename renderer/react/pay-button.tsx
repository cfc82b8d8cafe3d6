import type { StartSale } from '../../shared/device/commands/sales.ts';
import { type MoneyInteger, money } from '../../shared/money/money.ts';
import { useAmountText, usePayment } from '../cashier/common/context.tsx';
import { refusalText } from '../cashier/common/refusal-text.ts';
import { YellowKey } from '../ui/key.tsx';
import { EmbeddedPart } from './embedded-part.tsx';
import { useSale, useStarter, useTill } from './hooks.ts';

export type PayButtonProps = {
  /** The sale to start. */
  readonly request: StartSale;
  /** The label before the amount; the payment method by default. */
  readonly label?: string;
  readonly disabled?: boolean;
  /**
   * Called when the till has accepted the sale, also after "Try again", or later if the till's answer was
   * lost. The sale is not paid yet.
   */
  readonly onStarted?: (saleId: string) => void;
  /** Class of the outer element, which the page places and sizes. */
  readonly className?: string;
};

/**
 * The key that starts a payment. It is disabled while the till cannot take one or another sale is
 * on the screen.
 */
export function PayButton({ className = '', ...props }: PayButtonProps) {
  return (
    <EmbeddedPart className={`tillkit-pay-button ${className}`}>
      <PayKey {...props} />
    </EmbeddedPart>
  );
}

function PayKey({ request, label, disabled = false, onStarted }: PayButtonProps) {
  const { words } = usePayment();
  const { blocked } = useTill();
  const { start, pending, problem } = useStarter(onStarted);
  const busy = useSale() !== null;
  const amount = useAmountText()(total(request));
  const word = label ?? (request.method.kind === 'phone' ? words.askByPhone : words.showCode);
  const sentence = refusalText(problem?.refusal ?? null, words);
  return (
    <>
      <YellowKey
        className="pay-key"
        label={`${word} ${amount}`}
        disabled={disabled || pending || busy || blocked !== null || request.amount === 0}
        onPress={() => void start(request)}
      >
        <span>{word}</span>
        <span className="amount">{amount}</span>
      </YellowKey>
      {problem !== null && (
        <p className="problem" role="alert">
          {sentence}
        </p>
      )}
    </>
  );
}

function total({ amount, additional }: StartSale): MoneyInteger {
  return money(amount + (additional?.amount ?? 0));
}
