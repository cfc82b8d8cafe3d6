import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { MoneyInteger } from '../../../shared/money/money.ts';
import type { PortalPaymentDetail } from '../../../shared/portal/contract.ts';
import { useFormat } from '../../ui/format.tsx';
import { Undo2 } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { usePortal, usePortalState, useRight } from '../common/context.tsx';

/** Most people look at payments only, so the rules of a refund are loaded when one begins. */
const RefundDialog = lazy(async () => ({
  default: (await import('./refund-dialog.tsx')).RefundDialog,
}));

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
        <Suspense fallback={null}>
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
        </Suspense>
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
