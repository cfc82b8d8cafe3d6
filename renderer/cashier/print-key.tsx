import { useState } from 'react';
import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { Ban, Printer } from '../ui/icons.ts';
import { Ghost } from '../ui/key.tsx';
import { useTillState, useTools } from './context.tsx';

type PrintKeyProps = { readonly sale: SaleView; readonly onPress?: () => void };

/**
 * Prints a paid sale's receipt: on the till's receipt printer, or, where none is set up, by the
 * screen's own printing.
 */
export function PrintKey({ sale, onPress }: PrintKeyProps) {
  const { till, words } = useTools();
  const printing = useTillState((state) => state.snapshot?.printing ?? null);
  const [asked, setAsked] = useState(false);
  const print = () => {
    onPress?.();
    if (printing === null) return window.print();
    setAsked(true);
    void till.run({ type: 'print_receipt', saleId: sale.id });
  };
  const again = printing !== null && (asked || printing.receipts === 'always');
  return (
    <Ghost className="ghost-tall" onPress={print}>
      <Printer size={22} aria-hidden="true" />
      {again ? words.printCopy : words.printReceipt}
    </Ghost>
  );
}

/** Where a sale's receipt is on its way to the paper; null when it waits for nothing. */
export function usePrintNote(sale: SaleView): string | null {
  const { words } = useTools();
  const jobs = useTillState((state) => state.snapshot?.printing?.jobs ?? null);
  const job = jobs?.find(({ saleId }) => saleId === sale.id) ?? null;
  if (job === null) return null;
  return job.why === null ? words.printing : words.printWaits(words.printFaults[job.why]);
}

/** The way out of a live sale, alone at the lower right; it waits for the result. */
export function CancelKey({ sale }: { readonly sale: SaleView }) {
  const { till, words } = useTools();
  const busy = useTillState((state) => state.asked !== null);
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
