import { useEffect, useRef } from 'react';
import { isFinal, type SaleView } from '../../shared/terminal/sale/state.ts';
import { useCashier } from '../cashier/common/context.tsx';
import { SaleAnnouncer } from '../cashier/sale/sale-announcer.tsx';
import { SaleSlip } from '../cashier/sale/sale-slip.tsx';
import { StateField } from '../cashier/sale/state-field.tsx';
import { stateText } from '../cashier/sale/state-text.ts';
import { WaitingCode } from '../cashier/sale/waiting-code.tsx';
import { toneOf } from '../state/tone.ts';
import { Field } from '../ui/field.tsx';
import { EmbeddedPart } from './embedded-part.tsx';
import { EndedField, PaidField } from './ended-field.tsx';
import { useSale } from './hooks.ts';

export type PaymentProps = {
  /**
   * Called when the sale is final: see `sale.state`. Called again for the same `sale.id` if the
   * page was reloaded while the sale was on the screen.
   */
  readonly onResult?: (sale: SaleView) => void;
  /** Called when the person has closed the result or its time is over. */
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
  useResult(sale, callbacks.onResult);
  if (sale === null) return null;
  return (
    <EmbeddedPart className={`tillkit-payment ${className}`}>
      <PaymentPanel sale={sale} onClose={callbacks.onClose} />
    </EmbeddedPart>
  );
}

/** Calls `tell` once for each final sale. */
export function useResult(sale: SaleView | null, tell: PaymentProps['onResult']): void {
  const reported = useRef<string | null>(null);
  useEffect(() => {
    if (sale === null || !isFinal(sale.state) || reported.current === sale.id) return;
    reported.current = sale.id;
    tell?.(sale);
  }, [sale, tell]);
}

type PanelProps = { readonly sale: SaleView; readonly onClose: PaymentProps['onClose'] };

/** The payment itself, for both the inline form and the dialog. */
export function PaymentPanel({ sale, onClose }: PanelProps) {
  const { words } = useCashier();
  const close = () => onClose?.(sale);
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
          label={stateText(sale, words).head}
        >
          <div className="field-body">
            <StateField
              sale={sale}
              waiting={({ uri, expires }) => (
                <WaitingCode sale={sale} uri={uri} expires={expires} till={false} />
              )}
              paid={() => <PaidField sale={sale} onClose={close} />}
              ended={(state) => <EndedField sale={sale} state={state} onClose={close} />}
            />
          </div>
        </Field>
      </section>
    </div>
  );
}
