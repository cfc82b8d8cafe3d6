import type { ReactNode } from 'react';
import type { AnswerOf } from '../../../shared/device/commands/table.ts';
import { type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import { present } from '../../../shared/objects/present.ts';
import { supervisors } from '../../state/staff.ts';
import { Amount } from '../../ui/amount.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Check, Printer } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useAmountText, useCashier, useShop, useTillState } from '../common/context.tsx';
import { useStep } from '../common/digit-pad.tsx';
import { useEscape } from '../common/use-escape.ts';
import { ApprovedAgain } from '../staff/approved-again.tsx';
import { PinApproval } from '../staff/pin-approval.tsx';
import { REFUND_REASONS, type RefundReason } from './refund-draft.ts';

/* The parts of a refund from the books, of a receipt or of a bill: choose, approve, done. */

type ReasonChoiceProps = {
  readonly reason: RefundReason;
  readonly onReason: (reason: RefundReason) => void;
};

export function RefundReasonChoice({ reason, onReason }: ReasonChoiceProps) {
  const { words } = useCashier();
  return (
    <Choice
      label={words.refundReason}
      name="refund-reason"
      value={reason}
      options={REFUND_REASONS.map((value) => ({ value, label: words.refundReasons[value] }))}
      onChange={onReason}
    />
  );
}

/** Whether somebody at this till can approve a refund. */
export const useCanApprove = () =>
  useTillState(({ snapshot }) => supervisors(snapshot?.backOffice).length > 0);

type ChooseRefundProps = ReasonChoiceProps & {
  readonly head: string;
  readonly text: string;
  /** False if nothing of it can be refunded here: then it needs no reason. */
  readonly isPossible: boolean;
  /** What changes hands; null if the chosen lines cannot be refunded. */
  readonly sum: MoneyInteger | null;
  readonly onNext: () => void;
  /** What Escape does, as one of the other keys. */
  readonly onBack: () => void;
  /** The other keys, and the form of their row. */
  readonly foot: 'refund-foot' | 'refund-foot refund-foot-two';
  readonly children: ReactNode;
};

/** Chooses lines on the slip and a reason here. */
export function ChooseRefund(props: ChooseRefundProps) {
  const { head, text, isPossible, sum, onNext, onBack, foot, children, reason, onReason } = props;
  useEscape(onBack);
  const { words } = useCashier();
  const { settings } = useShop();
  const amount = useAmountText();
  const place = useStep();
  const canApprove = useCanApprove();
  return (
    <div ref={place} className="staff-form staff-pin" tabIndex={-1} data-keys="">
      <h1 className="lock-head">{head}</h1>
      <p className="lock-text" role="status">
        {text}
      </p>
      {isPossible && <RefundReasonChoice reason={reason} onReason={onReason} />}
      <span className="setup-space" />
      <div className={`deck-foot ${foot}`}>
        <YellowKey
          bed={false}
          enter
          disabled={!isPossible || sum === null || !canApprove}
          label={`${words.refund} ${sum === null ? '' : amount(sum)}`}
          onPress={onNext}
        >
          <span>{words.refund}</span>
          {sum !== null && <Amount amount={sum} currency={settings.currency} />}
        </YellowKey>
        {children}
      </div>
    </div>
  );
}

type ApproveRefundProps = {
  readonly sum: MoneyInteger | null;
  /** Why the chosen lines cannot be refunded; null if they can. */
  readonly wrong: string | null;
  /** An approval whose refund has no result yet. */
  readonly approval: string | null;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly ask: (
    personId: string,
    pin: string,
    amount: MoneyInteger,
  ) => Promise<AnswerOf<'approve'> | null>;
  readonly onApproved: (approval: string) => Promise<void>;
  /** The key that gives up; "Back" when left out. */
  readonly back?: string;
  /** A key that opens something else to refund. */
  readonly beside?: { readonly label: string; readonly onPress: () => void } | undefined;
  readonly onBack: () => void;
};

/** A supervisor approves the sum. What is approved and has no result is sent again with its approval. */
export function ApproveRefund(props: ApproveRefundProps) {
  const { sum, wrong, approval, busy, problem, ask, onApproved, back, beside, onBack } = props;
  const { till, words } = useCashier();
  const { settings } = useShop();
  const amountText = useAmountText();
  // Nothing else that is scanned or pressed may take the place of the answer.
  const within = (steps: () => Promise<void>) => till.refunding(null, steps);
  return approval === null ? (
    <PinApproval
      text={words.approveText(amountText(sum ?? ZERO))}
      nobody={words.refundNobody}
      wrong={wrong}
      yellow={words.refund}
      {...(sum === null ? {} : { money: { amount: sum, currency: settings.currency } })}
      {...present({ back, beside })}
      busy={busy}
      problem={problem}
      ask={(personId, pin) => ask(personId, pin, sum ?? ZERO)}
      within={within}
      onApproved={onApproved}
      onBack={onBack}
    />
  ) : (
    <ApprovedAgain
      busy={busy}
      text={problem ?? ''}
      onAgain={() => void within(() => onApproved(approval))}
    />
  );
}

type RefundDoneProps = {
  /** What the cashier hands over, a sentence for each payment. */
  readonly texts: readonly { readonly id: string; readonly text: string }[];
  /** Prints the receipts of the refund; null while nothing can print them. */
  readonly print: (() => void) | null;
  readonly onEnd: () => void;
  /** Further keys. */
  readonly children?: ReactNode;
};

export function RefundDone({ texts, print, onEnd, children }: RefundDoneProps) {
  const { words } = useCashier();
  const busy = useTillState((state) => state.running);
  const place = useStep();
  return (
    <div ref={place} className="staff-form staff-pin" tabIndex={-1} data-keys="">
      <h1 className="lock-head">{words.wordRefunded}</h1>
      {texts.map(({ id, text }) => (
        <p key={id} className={id === 'left' ? 'state-text' : 'state-word receipt-give'}>
          {text}
        </p>
      ))}
      <span className="setup-space" />
      <div className="deck-foot refund-foot refund-foot-two">
        <YellowKey bed={false} enter onPress={onEnd}>
          <Check size={26} aria-hidden="true" />
          {words.close}
        </YellowKey>
        {print !== null && (
          <Ghost disabled={busy} onPress={print}>
            <Printer size={20} aria-hidden="true" />
            {words.printRefund}
          </Ghost>
        )}
        {children}
      </div>
    </div>
  );
}
