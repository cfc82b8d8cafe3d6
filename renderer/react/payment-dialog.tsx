import { useEffect, useRef } from 'react';
import { isFinal, type SaleView } from '../../shared/terminal/sale/state.ts';
import { useAmountText, usePayment } from '../cashier/common/context.tsx';
import { stateText } from '../cashier/sale/state-text.ts';
import { EmbeddedPart } from './embedded-part.tsx';
import { useSale } from './hooks.ts';
import { PaymentPanel, type PaymentProps, useSaleNews } from './payment.tsx';

/**
 * Shows the current sale in a dialog over the page. Render it once. It opens by itself when a sale
 * starts, and after a reload with an open sale.
 */
export function PaymentDialog({ className = '', ...callbacks }: PaymentProps) {
  const sale = useSale();
  useSaleNews(callbacks);
  if (sale === null) return null;
  return (
    <EmbeddedPart className={`tillkit-payment-dialog ${className}`}>
      <OverPage sale={sale} />
    </EmbeddedPart>
  );
}

function OverPage({ sale }: { readonly sale: SaleView }) {
  const { till, words } = usePayment();
  const amount = useAmountText();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // The focus is on the dialog, not on a key: a scanner's input ends with Enter, and the first
    // key cancels.
    dialog?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className="pay-dialog"
      tabIndex={-1}
      aria-label={stateText(sale, words, amount).head}
      onCancel={(event) => {
        // Escape closes a final result. An open payment can only be left with its own keys.
        event.preventDefault();
        if (isFinal(sale.state)) void till.act(sale.id, 'dismiss');
      }}
    >
      <PaymentPanel sale={sale} />
    </dialog>
  );
}
