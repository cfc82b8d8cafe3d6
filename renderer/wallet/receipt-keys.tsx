import type { WalletRequest } from '../../shared/wallet/contract.ts';
import { Printer, Share2 } from '../ui/icons.ts';
import { Ghost } from '../ui/key.tsx';
import { canShare, printPage, shareText } from './adapters/share.ts';
import { useWallet } from './context.tsx';
import { receiptText } from './receipt-text.ts';

type ReceiptKeysProps = {
  readonly request: WalletRequest;
  /** The word of the state, the first line of the receipt. */
  readonly head: string;
};

/** Shares the receipt if the browser can, and prints it. */
export function ReceiptKeys({ request, head }: ReceiptKeysProps) {
  const { words, locale } = useWallet();
  const share = () =>
    void shareText({
      title: words.receiptOf(request.merchant),
      text: receiptText(request, head, words, locale),
    });
  return (
    <div className="receipt-keys">
      {canShare() && (
        <Ghost className="ghost-tall" onPress={share}>
          <Share2 size={20} aria-hidden="true" />
          {words.share}
        </Ghost>
      )}
      <Ghost className="ghost-tall" onPress={printPage}>
        <Printer size={20} aria-hidden="true" />
        {words.print}
      </Ghost>
    </div>
  );
}
