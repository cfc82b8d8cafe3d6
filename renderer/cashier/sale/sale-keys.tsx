import { useState } from 'react';
import { present } from '../../../shared/objects/present.ts';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import { Archive, Ban, Printer } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { useBusy, useCashier, usePayment, useTillState } from '../common/context.tsx';

type PrintKeyProps = {
  readonly saleId: string;
  readonly refunded: boolean;
  /** When the sale started, if only the till's history may hold it. */
  readonly started?: number;
  readonly onPress?: () => void;
};

/**
 * Prints the receipt of a paid or refunded sale on the till's receipt printer; without one the browser prints
 * the page.
 */
export function PrintKey({ saleId, refunded, started, onPress }: PrintKeyProps) {
  const { till, words } = useCashier();
  const printing = useTillState((state) => state.snapshot?.printing ?? null);
  const [printed, setPrinted] = useState(false);
  const print = () => {
    onPress?.();
    if (printing === null) return window.print();
    setPrinted(true);
    void till.run({ type: 'print_receipt', saleId, ...present({ started }) });
  };
  const automatic = printing?.receipts === 'always' && !refunded;
  const again = printing !== null && (printed || automatic);
  return (
    <Ghost className="ghost-tall" onPress={print}>
      <Printer size={22} aria-hidden="true" />
      {again ? words.printCopy : refunded ? words.printRefund : words.printReceipt}
    </Ghost>
  );
}

/** The print state of a sale's receipt as text; null if no print job waits. */
export function usePrintNote(saleId: string | null): string | null {
  const { words } = useCashier();
  const jobs = useTillState((state) => state.snapshot?.printing?.jobs ?? null);
  const job = saleId === null ? null : jobs?.find((one) => one.saleId === saleId);
  if (job === null || job === undefined) return null;
  return job.why === null ? words.printing : words.printWaits(words.printFaults[job.why]);
}

/** Puts a sale on hold while its customer decides, so that the next customer does not wait. */
export function HoldKey({ sale }: { readonly sale: SaleView }) {
  const { till, words } = usePayment();
  const busy = useBusy();
  if (!sale.actions.includes('set_aside')) return null;
  return (
    <Ghost
      className="ghost-tall"
      disabled={busy}
      onPress={() => void till.act(sale.id, 'set_aside')}
    >
      <Archive size={22} aria-hidden="true" />
      {words.setAside}
    </Ghost>
  );
}

/** Cancels a live sale. It is disabled while another command is pending. */
export function CancelKey({ sale }: { readonly sale: SaleView }) {
  const { till, words } = usePayment();
  const busy = useBusy();
  if (!sale.actions.includes('cancel')) return null;
  return (
    <Ghost
      className="ghost-tall state-cancel"
      disabled={busy}
      onPress={() => void till.act(sale.id, 'cancel')}
    >
      <Ban size={22} aria-hidden="true" />
      {words.cancelSale}
    </Ghost>
  );
}
