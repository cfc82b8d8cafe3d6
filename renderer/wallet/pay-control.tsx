import { useEffect, useRef, useState } from 'react';
import { ChevronsRight } from '../ui/icons.ts';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { useWallet } from './context.tsx';
import { useSlide } from './use-slide.ts';

type SlideProps = {
  readonly label: string;
  readonly head: string;
  readonly text: string;
  /** Follows the text. */
  readonly payee: string;
  readonly hint: string;
  readonly disabled: boolean;
  /** True if the knob takes the focus when it is mounted, after the second step. */
  readonly focused: boolean;
  readonly onDone: () => void;
  readonly onAsk: () => void;
};

/**
 * Pays when the customer drags the knob across or holds Enter for one second. A press without a
 * drag opens a second step, so that customers who cannot drag can pay too, and no accidental press
 * pays.
 */
function Slide(props: SlideProps) {
  const { label, head, text, payee, hint, disabled, focused, onDone, onAsk } = props;
  const track = useRef<HTMLDivElement>(null);
  const knob = useRef<HTMLButtonElement>(null);
  const [hinted, setHinted] = useState(false);
  const onGivenUp = () => setHinted(true);
  const { progress, moving, handlers } = useSlide(track, disabled, { onDone, onAsk, onGivenUp });
  // While the payment is being sent, the knob stays at the end.
  const off = disabled && progress === 0;
  useEffect(() => {
    if (focused) knob.current?.focus();
  }, [focused]);
  return (
    <div className="slide" ref={track}>
      <button
        ref={knob}
        type="button"
        className={`slide-knob${moving ? ' slide-moving' : ''}${off ? ' slide-off' : ''}`}
        style={{
          transform: `translateX(calc((var(--slide-way)) * var(--slide-sign) * ${progress}))`,
        }}
        aria-label={label}
        aria-disabled={disabled}
        {...handlers}
      >
        <ChevronsRight size={28} aria-hidden="true" />
      </button>
      <p className="slide-words" aria-hidden="true">
        <strong>{head}</strong>
        {hinted && !disabled ? (
          <span>{hint}</span>
        ) : (
          <span>
            {text} <bdi>{payee}</bdi>
          </span>
        )}
      </p>
    </div>
  );
}

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
      text={words.slideText(amount)}
      payee={merchant}
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
