import { money } from '../../shared/money/money.ts';
import type { WalletRequest } from '../../shared/wallet/contract.ts';
import type { WalletWords } from '../i18n/wallet.ts';
import { amountText } from '../ui/amount-parts.ts';
import { receiptTime } from '../ui/times.ts';

/** The receipt as plain text, line by line as on the slip. */
export function receiptText(
  request: WalletRequest,
  head: string,
  words: WalletWords,
  locale: string,
): string {
  const { currency, additional_amount: extra, refunded } = request;
  const sum = (amount: number) => amountText(money(amount), currency, locale);
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
    `${words.factTime}: ${receiptTime(request.modified, locale)}`,
    `${words.factReference}: ${request.tid}`,
  ];
  return lines.join('\n');
}
