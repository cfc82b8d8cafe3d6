import { useState } from 'react';
import { ownMember } from '../../../shared/objects/own-member.ts';
import { present } from '../../../shared/objects/present.ts';
import { Printer } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { useCashier, useTillState } from '../common/context.tsx';
import { usePrintReceipt } from '../common/print-receipt.tsx';

type PrintKeyProps = {
  readonly saleId: string;
  readonly refunded: boolean;
  /** When the sale started, if only the till's history may hold it. */
  readonly started?: number;
  readonly onPress?: () => void;
};

/**
 * Prints the receipt of a paid or refunded sale on the till's receipt printer. Without one the browser prints the document of
 * the books, and the page of a sale that they do not have.
 */
export function PrintKey({ saleId, refunded, started, onPress }: PrintKeyProps) {
  const { till, words } = useCashier();
  const printing = useTillState((state) => state.snapshot?.printing ?? null);
  const receipt = useTillState(
    ({ snapshot }) => ownMember(snapshot?.books?.receipts, saleId) ?? null,
  );
  const booked = usePrintReceipt();
  const [printed, setPrinted] = useState(false);
  const print = () => {
    onPress?.();
    if (printing === null) return receipt === null ? window.print() : void booked.print(receipt);
    setPrinted(true);
    void till.run({ type: 'print_receipt', saleId, ...present({ started }) });
  };
  const automatic = printing?.receipts === 'always' && !refunded;
  const again = printing !== null && (printed || automatic);
  return (
    <>
      <Ghost className="ghost-tall" onPress={print}>
        <Printer size={22} aria-hidden="true" />
        {again ? words.printCopy : refunded ? words.printRefund : words.printReceipt}
      </Ghost>
      {booked.paper}
    </>
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
