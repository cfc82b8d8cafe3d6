import { useEffect, useReducer, useState } from 'react';
import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { useAmountText, usePayment } from '../cashier/common/context.tsx';
import { SaleAnnouncer } from '../cashier/sale/sale-announcer.tsx';
import { SaleSlip } from '../cashier/sale/sale-slip.tsx';
import { StateField } from '../cashier/sale/state-field.tsx';
import { stateText } from '../cashier/sale/state-text.ts';
import { WaitingCode } from '../cashier/sale/waiting-code.tsx';
import { toneOf } from '../state/tone.ts';
import { Field } from '../ui/field.tsx';
import { type SaleEvent, useEmbedded } from './context.ts';
import { EmbeddedPart } from './embedded-part.tsx';
import { EndedField, PaidField } from './ended-field.tsx';
import { useSale } from './hooks.ts';

export type PaymentProps = {
  /**
   * Called when the sale is final: see `sale.state`. Called once for each sale that was on the screen or
   * that this page started, also if the sale has left the screen before. `held` is true if the sale was
   * put on hold before: the page may show another customer's goods then. Called again for the same
   * `sale.id` if the page was reloaded while the sale was on the screen.
   */
  readonly onResult?: (sale: SaleView, held: boolean) => void;
  /**
   * Called once when the cashier puts an undecided sale on hold, to serve the next customer. The customer
   * may still pay it, and the till captures the payment, so the page must not charge its goods again.
   * `onResult` is called with its end.
   */
  readonly onHold?: (sale: SaleView) => void;
  /** Called when the sale has left the screen: its result was closed, or it was put on hold. */
  readonly onClose?: (sale: SaleView) => void;
  /** Class of the outer element, which the page places and sizes. */
  readonly className?: string;
};

/**
 * Shows the current sale: slip, state, code and keys. It fills its container and renders nothing
 * without a sale.
 */
export function Payment({ className = '', ...callbacks }: PaymentProps) {
  const sale = useSale();
  useSaleNews(callbacks);
  if (sale === null) return null;
  return (
    <EmbeddedPart className={`tillkit-payment ${className}`}>
      <PaymentPanel sale={sale} />
    </EmbeddedPart>
  );
}

/** Calls the page's functions with what happens to the sales. */
export function useSaleNews(callbacks: Omit<PaymentProps, 'className'>): void {
  const { news } = useEmbedded();
  const [inbox] = useState<SaleEvent[]>([]);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(
    () =>
      news.listen((event) => {
        inbox.push(event);
        draw();
      }),
    [news, inbox],
  );
  // After every drawing, so that the functions are those of the page's last one.
  useEffect(() => {
    for (const { kind, sale, held } of inbox.splice(0)) {
      if (kind === 'held') callbacks.onHold?.(sale);
      else if (kind === 'ended') callbacks.onResult?.(sale, held);
      else callbacks.onClose?.(sale);
    }
  });
}

/** The payment itself, for both the inline form and the dialog. */
export function PaymentPanel({ sale }: { readonly sale: SaleView }) {
  const { words } = usePayment();
  const amount = useAmountText();
  return (
    <div className="pay-frame">
      <SaleAnnouncer />
      <section className="pay" aria-label={words.slipLabel} data-state={sale.state.kind}>
        <div className="pay-paper">
          <SaleSlip sale={sale} />
        </div>
        <Field
          key={sale.id}
          tone={toneOf(sale)}
          className="pay-field"
          label={stateText(sale, words, amount).head}
        >
          <div className="field-body">
            <StateField
              sale={sale}
              waiting={({ uri, expires }) => (
                <WaitingCode sale={sale} uri={uri} expires={expires} till={false} />
              )}
              paid={() => <PaidField sale={sale} />}
              ended={(state) => <EndedField sale={sale} state={state} />}
            />
          </div>
        </Field>
      </section>
    </div>
  );
}
