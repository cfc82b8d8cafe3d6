import { useEffect, useRef, useState } from 'react';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { useWallet } from './context.tsx';
import { Slide } from './slide.tsx';

/** Whether the request can be paid now, and if not, why. */
export type PayReadiness = 'ready' | 'sending' | 'asking' | 'overdue' | 'amount';

type PayControlProps = {
  readonly amount: string;
  readonly merchant: string;
  readonly readiness: PayReadiness;
  readonly onPay: () => void;
};

/** The slide, or the question that replaces it after a press without a drag. */
export function PayControl({ amount, merchant, readiness, onPay }: PayControlProps) {
  const { words } = useWallet();
  const [step, setStep] = useState<'slide' | 'sure' | 'back'>('slide');
  if (step === 'sure' && readiness === 'ready') {
    return (
      <Sure
        question={words.sure(amount, merchant)}
        pay={words.surePay(amount)}
        onPay={onPay}
        onBack={() => setStep('back')}
      />
    );
  }
  const heads: Readonly<Record<PayReadiness, string>> = {
    ready: words.slide,
    sending: words.slideBusy,
    asking: words.slideAsking,
    overdue: words.slideOverdue,
    amount: words.slideAmount,
  };
  return (
    <Slide
      label={words.slideLabel(amount, merchant)}
      head={heads[readiness]}
      text={words.slideText(amount, merchant)}
      hint={words.slideHint}
      disabled={readiness !== 'ready'}
      focused={step === 'back'}
      onDone={onPay}
      onAsk={() => setStep('sure')}
    />
  );
}

type SureProps = {
  readonly question: string;
  readonly pay: string;
  readonly onPay: () => void;
  readonly onBack: () => void;
};

/**
 * The second step. The focus is on the question, so that a second Enter does nothing. The back key
 * is where the knob was, so that a second tap goes back.
 */
function Sure({ question, pay, onPay, onBack }: SureProps) {
  const { words } = useWallet();
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <fieldset
      className="sure"
      aria-label={question}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onBack();
      }}
    >
      <p ref={element} tabIndex={-1} className="sure-question">
        {question}
      </p>
      <YellowKey onPress={onPay}>{pay}</YellowKey>
      <Ghost className="sure-back" onPress={onBack}>
        {words.sureBack}
      </Ghost>
    </fieldset>
  );
}
