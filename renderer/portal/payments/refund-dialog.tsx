import { type FormEvent, useState } from 'react';
import { type MoneyInteger, money } from '../../../shared/money/money.ts';
import { quantityLeft } from '../../../shared/payment/refund-lines.ts';
import type { PortalPaymentDetail } from '../../../shared/portal/contract.ts';
import type { ApiProblem } from '../../state/api-answer.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Ghost } from '../../ui/key.tsx';
import { usePortal, usePortalState } from '../common/context.tsx';
import { Input, Submit } from '../common/form.tsx';
import { ProblemText } from '../common/ledger.tsx';
import { costsTooMuch, refundOf, type Wanted } from './wanted-refund.ts';

type RefundDialogProps = {
  readonly payment: PortalPaymentDetail;
  readonly onDone: (amount: MoneyInteger) => void;
  readonly onClose: () => void;
};

/**
 * Asks for an amount or for sold lines, and for the reason. The refund id comes with the payment, so a second press after
 * a lost answer repeats the same refund.
 */
export function RefundDialog({ payment, onDone, onClose }: RefundDialogProps) {
  const { portal, words } = usePortal();
  const format = useFormat();
  const busy = usePortalState((state) => state.busy);
  const { currency, refundable, returnable } = payment;
  const [wanted, setWanted] = useState<Wanted>(() => ({
    by: 'amount',
    typed: format.typed(money(refundable), currency),
    quantities: new Map(),
  }));
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const refund = refundOf(wanted, payment);
  const text = (sum: number) => format.amount(money(sum), currency);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (refund === null || busy) return;
    setProblem(null);
    const request = { refund_id: payment.refund_id, ...refund, text: reason.trim() || null };
    const made = await portal.act(() => portal.api.refund(payment.tid, request));
    if (made !== null) return onDone(refund.amount);
    setProblem(portal.store.getState().problem);
  };
  return (
    <Dialog head={words.refundHead} text={words.refundText} onClose={onClose}>
      <form className="refund" onSubmit={(event) => void submit(event)}>
        {wanted.by === 'amount' ? (
          <Input
            name="refund-amount"
            label={words.refundAmount(currency)}
            value={wanted.typed}
            onChange={(typed) => setWanted({ ...wanted, typed })}
            numeric
            hint={
              refund === null
                ? words.refundTooMuch(text(refundable))
                : words.refundUpTo(text(refundable))
            }
          />
        ) : (
          <Items wanted={wanted} payment={payment} onChange={setWanted} />
        )}
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
        <Submit
          label={words.refundKey(refund === null ? '' : text(refund.amount))}
          busy={busy || refund === null}
        />
      </form>
      {returnable.length > 0 && (
        <Ghost
          onPress={() => setWanted({ ...wanted, by: wanted.by === 'amount' ? 'items' : 'amount' })}
        >
          {wanted.by === 'amount' ? words.refundByItems : words.refundByAmount}
        </Ghost>
      )}
      <Ghost onPress={onClose}>{words.notNow}</Ghost>
    </Dialog>
  );
}

type ItemsProps = {
  readonly wanted: Wanted;
  readonly payment: PortalPaymentDetail;
  readonly onChange: (wanted: Wanted) => void;
};

/** A quantity for each sold line of which something is left. */
function Items({ wanted, payment, onChange }: ItemsProps) {
  const { words } = usePortal();
  const format = useFormat();
  const limit = format.amount(money(payment.refundable_by_line), payment.currency);
  return (
    <>
      <p className="portal-quiet" role="status">
        {costsTooMuch(wanted, payment) ? words.refundItemsTooMuch(limit) : words.refundNoItems}
      </p>
      {payment.returnable.map(({ index, description, sold, refunded }, place) => (
        <Input
          key={index}
          name={`refund-line-${index}`}
          label={words.refundItem(description)}
          value={wanted.quantities.get(index) ?? ''}
          onChange={(typed) =>
            onChange({ ...wanted, quantities: new Map(wanted.quantities).set(index, typed) })
          }
          numeric
          focus={place === 0}
          hint={words.refundItemLeft(quantityLeft(sold, refunded))}
        />
      ))}
    </>
  );
}
