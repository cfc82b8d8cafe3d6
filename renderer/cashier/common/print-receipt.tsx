import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ShownReceipt } from '../../../shared/device/commands/book-answers.ts';
import { everyLetter, receiptContent } from '../../../shared/documents/receipt.ts';
import { refundedRows } from '../../../shared/documents/refunded.ts';
import { DocumentSlip } from '../../ui/document-slip.tsx';
import { useCashier, useTillState } from './context.tsx';

/** A receipt as the document that paper, page and e-mail show, with what was refunded of it. */
export function ReceiptDocumentSlip({ document, refunded }: Omit<ShownReceipt, 'link'>) {
  const letters = everyLetter(document);
  const changes = refundedRows(refunded, document.currency, letters);
  const content = receiptContent(document, letters);
  return (
    <DocumentSlip
      className="receipt-document"
      content={changes.length === 0 ? content : { ...content, changes }}
      closed
    />
  );
}

export type PrintsReceipt = {
  /** Prints a receipt or a refund by its number. */
  readonly print: (receipt: number) => Promise<void>;
  /** What the browser prints; the screen draws it, and only paper shows it. */
  readonly paper: ReactNode;
};

/**
 * Prints on the till's receipt printer; without one the browser prints the same document, also in Electron, whose window is a
 * page of the browser (D-583).
 */
export function usePrintReceipt(): PrintsReceipt {
  const { till } = useCashier();
  const hasPrinter = useTillState(({ snapshot }) => (snapshot?.printing ?? null) !== null);
  const [shown, setShown] = useState<ShownReceipt | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const end = () => setShown(null);
    addEventListener('afterprint', end);
    window.print();
    return () => removeEventListener('afterprint', end);
  }, [shown]);
  return {
    async print(receipt) {
      if (hasPrinter) return void (await till.run({ type: 'print_booked', receipt }));
      const read = await till.call({ type: 'read_receipt', receipt });
      if (read?.ok === true) setShown(read.value.shown);
      else till.showProblem(read);
    },
    paper:
      shown === null
        ? null
        : createPortal(
            <div className="print-paper">
              <ReceiptDocumentSlip {...shown} />
            </div>,
            document.body,
          ),
  };
}
