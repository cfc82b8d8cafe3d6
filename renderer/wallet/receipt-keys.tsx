import type { Format } from '../../shared/format/format.ts';
import { money } from '../../shared/money/money.ts';
import type { WalletRequest } from '../../shared/wallet/contract.ts';
import type { WalletWords } from '../i18n/wallet.ts';
import { useFormat } from '../ui/format.tsx';
import { Printer, Share2 } from '../ui/icons.ts';
import { Ghost } from '../ui/key.tsx';
import { canShare, printPage, shareText } from './adapters/share.ts';
import { useWallet } from './context.tsx';

/** The receipt as plain text, line by line as on the slip. */
export function receiptText(
  request: WalletRequest,
  head: string,
  words: WalletWords,
  format: Format,
): string {
  const { currency, additional_amount: extra, refunded } = request;
  const sum = (amount: number) => format.amount(money(amount), currency);
  const lines = [
    request.merchant,
    request.pos,
    '',
    `${head}: ${sum(request.amount + extra)}`,
    ...(request.text ? [request.text] : []),
    ...request.lines.map((line) => `${line.quantity} ${line.description} ${sum(line.total)}`),
    ...(extra > 0 ? [`${words.factExtra}: ${sum(extra)}`] : []),
    ...(refunded > 0 ? [`${words.factRefunded}: ${sum(refunded)}`] : []),
    '',
    `${words.factTime}: ${format.dateTime(request.modified)}`,
    `${words.factReference}: ${request.tid}`,
  ];
  return lines.join('\n');
}

type ReceiptKeysProps = {
  readonly request: WalletRequest;
  /** The word of the state, the first line of the receipt. */
  readonly head: string;
};

/** Shares the receipt if the browser can, and prints it. */
export function ReceiptKeys({ request, head }: ReceiptKeysProps) {
  const { words } = useWallet();
  const format = useFormat();
  const share = () =>
    void shareText({
      title: words.receiptOf(request.merchant),
      text: receiptText(request, head, words, format),
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
