import { useEffect, useRef } from 'react';
import { isFinal, type SaleView } from '../../shared/terminal/sale/state.ts';
import { useCashier } from '../cashier/common/context.tsx';
import { stateText } from '../cashier/sale/state-text.ts';
import { EmbeddedPart } from './embedded-part.tsx';
import { useSale } from './hooks.ts';
import { PaymentPanel, type PaymentProps, useResult } from './payment.tsx';

/**
 * The payment over the page, for as long as a sale has the screen. Put it once beside everything
 * else: it opens by itself when a sale starts, and after a reload that found one still open.
 */
export function PaymentDialog({ className = '', ...callbacks }: PaymentProps) {
  const sale = useSale();
  useResult(sale, callbacks.onResult);
  if (sale === null) return null;
  return (
    <EmbeddedPart className={`tillkit-payment-dialog ${className}`}>
      <OverPage sale={sale} onClose={callbacks.onClose} />
    </EmbeddedPart>
  );
}

type OverPageProps = { readonly sale: SaleView; readonly onClose: PaymentProps['onClose'] };

function OverPage({ sale, onClose }: OverPageProps) {
  const { till, words } = useCashier();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // Never on a key: what a scanner types ends with an Enter, and the first key here cancels.
    dialog?.focus();
    return () => dialog?.close();
  }, []);
  const leave = async () => {
    if (await till.act(sale.id, 'dismiss')) onClose?.(sale);
  };
  return (
    <dialog
      ref={element}
      className="pay-dialog"
      tabIndex={-1}
      aria-label={stateText(sale, words).head}
      onCancel={(event) => {
        // Escape leaves a result; a payment that is not decided is left by its own keys alone.
        event.preventDefault();
        if (isFinal(sale.state)) void leave();
      }}
    >
      <PaymentPanel sale={sale} onClose={onClose} />
    </dialog>
  );
}
