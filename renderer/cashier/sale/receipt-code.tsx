import { ownMember } from '../../../shared/objects/own-member.ts';
import { QrCode } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { QrTile } from '../../ui/qr-tile.tsx';
import { usePayment, useTillState } from '../common/context.tsx';

/** The link of a payment's receipt, by the id of the sale or of the tender; null while it has none. */
export function useReceiptLink(payment: string): string | null {
  return useTillState(({ snapshot }) => ownMember(snapshot?.receiptLinks, payment) ?? null);
}

type ReceiptKeyProps = {
  readonly shown: boolean;
  readonly onPress: () => void;
};

/** Shows the code of the receipt, or takes it off again. The customer's display shows it by itself. */
export function ReceiptKey({ shown, onPress }: ReceiptKeyProps) {
  const { words } = usePayment();
  return (
    <Ghost className="ghost-tall" pressed={shown} onPress={onPress}>
      <QrCode size={22} aria-hidden="true" />
      {words.receiptCode}
    </Ghost>
  );
}

/** The link as a code that the customer scans. */
export function ReceiptCode({ link }: { readonly link: string }) {
  const { words } = usePayment();
  return (
    <div className="receipt-code">
      <QrTile text={link} label={words.receiptCodeLabel} largest={320} till />
      <p className="receipt-code-text" role="status">
        {words.receiptCodeText}
      </p>
    </div>
  );
}
