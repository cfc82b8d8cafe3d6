import { type FormEvent, useEffect, useRef, useState } from 'react';
import { readAmount } from '../../../shared/money/amount-text.ts';
import { type MoneyInteger, money } from '../../../shared/money/money.ts';
import type { PortalPaymentDetail } from '../../../shared/portal/contract.ts';
import type { ApiProblem } from '../../state/api-answer.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Undo2 } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { usePortal, usePortalState, useRight } from '../common/context.tsx';
import { Input, Submit } from '../common/form.tsx';
import { ProblemText } from '../common/ledger.tsx';

type RefundProps = {
  readonly payment: PortalPaymentDetail;
  readonly onChanged: () => void;
};

/** Refunds a part or all of a payment, for users with the permission, and confirms the refund. */
export function Refund({ payment, onChanged }: RefundProps) {
  const { words } = usePortal();
  const mayRefund = useRight('refund');
  const person = usePortalState((state) => (state.me?.user?.merchants.length ?? 0) > 0);
  // The dialog keeps the payment as it was when it opened, while the slip reloads.
  const [dialogPayment, setDialogPayment] = useState<PortalPaymentDetail | null>(null);
  const [done, setDone] = useState<MoneyInteger | null>(null);
  const open = payment.refundable > 0;
  if (!open && done === null && dialogPayment === null) return null;
  return (
    <div className="portal-acts">
      {done !== null && <RefundDone amount={done} payment={payment} />}
      {open && mayRefund && (
        <Ghost
          onPress={() => {
            setDone(null);
            setDialogPayment(payment);
          }}
        >
          <Undo2 size={20} aria-hidden="true" />
          {words.refund}
        </Ghost>
      )}
      {open && !mayRefund && !person && <p className="portal-quiet">{words.refundOnlyKey}</p>}
      {dialogPayment !== null && (
        <RefundDialog
          payment={dialogPayment}
          onDone={(amount) => {
            setDialogPayment(null);
            setDone(amount);
            onChanged();
          }}
          onClose={() => {
            setDialogPayment(null);
            onChanged();
          }}
        />
      )}
    </div>
  );
}

type RefundDoneProps = { readonly amount: MoneyInteger; readonly payment: PortalPaymentDetail };

/** Confirms a refund in words. The slip has its new line as well. */
function RefundDone({ amount, payment }: RefundDoneProps) {
  const { words } = usePortal();
  const format = useFormat();
  const line = useRef<HTMLParagraphElement>(null);
  const { refunded } = payment;
  // Below a long slip the confirmation would be out of view; the slip grows when it is reloaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refund makes the slip grow
  useEffect(() => {
    // Newer browsers return a promise here, which the effect must not return.
    line.current?.scrollIntoView({ block: 'nearest' });
  }, [refunded]);
  return (
    <p className="portal-done" role="status" ref={line}>
      {words.refundDone(format.amount(amount, payment.currency))}
    </p>
  );
}

type RefundDialogProps = {
  readonly payment: PortalPaymentDetail;
  readonly onDone: (amount: MoneyInteger) => void;
  readonly onClose: () => void;
};

/**
 * Asks for amount and reason. The refund id comes with the payment, so a second press after a
 * lost answer repeats the same refund.
 */
function RefundDialog({ payment, onDone, onClose }: RefundDialogProps) {
  const { portal, words } = usePortal();
  const format = useFormat();
  const busy = usePortalState((state) => state.busy);
  const { currency, refundable } = payment;
  const [typed, setTyped] = useState(() => format.typed(money(refundable), currency));
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const amount = readAmount(typed, currency);
  const text = (sum: number) => format.amount(money(sum), currency);
  const fits = amount !== null && amount > 0 && amount <= refundable;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!fits || busy) return;
    setProblem(null);
    const request = { refund_id: payment.refund_id, amount, text: reason.trim() || null };
    const refund = await portal.act(() => portal.api.refund(payment.tid, request));
    if (refund !== null) return onDone(amount);
    setProblem(portal.store.getState().problem);
  };
  return (
    <Dialog head={words.refundHead} text={words.refundText} onClose={onClose}>
      <form className="refund" onSubmit={(event) => void submit(event)}>
        <Input
          name="refund-amount"
          label={words.refundAmount(currency)}
          value={typed}
          onChange={setTyped}
          numeric
          hint={fits ? words.refundUpTo(text(refundable)) : words.refundTooMuch(text(refundable))}
        />
        <Input
          name="refund-reason"
          label={words.refundReason}
          value={reason}
          onChange={setReason}
          hint={words.refundReasonHint}
        />
        {problem !== null && (
          <p className="portal-problem" role="alert">
            {problem.kind === 'unreachable' ? (
              // Without an answer the refund may have been made. Repeating it is safe.
              words.refundUnclear
            ) : (
              <ProblemText problem={problem} unanswered={words.refundUnclear} />
            )}
          </p>
        )}
        <Submit label={words.refundKey(fits ? text(amount) : '')} busy={busy || !fits} />
      </form>
      <Ghost onPress={onClose}>{words.notNow}</Ghost>
    </Dialog>
  );
}
