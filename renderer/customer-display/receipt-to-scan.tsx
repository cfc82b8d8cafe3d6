import type { DisplayWords } from '../i18n/customer.ts';
import { QrTile } from '../ui/qr-tile.tsx';

type ReceiptToScanProps = {
  /** Address of the receipt's page. */
  readonly link: string;
  readonly words: DisplayWords;
};

/** The link of the receipt as a code that the customer scans. */
export function ReceiptToScan({ link, words }: ReceiptToScanProps) {
  return (
    <div className="display-receipt">
      <QrTile text={link} label={words.receiptCode} />
      <p className="display-next">{words.receiptScan}</p>
    </div>
  );
}
