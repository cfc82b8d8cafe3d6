import { readReceiptCode } from '../../protocol/receipt-code.ts';

/** The code of a receipt in a scanned text: the text itself, or the end of its link; null in every other text. */
export function receiptCodeIn(text: string): string | null {
  const last = /([^/]*)\/?$/.exec(text)?.[1] ?? '';
  try {
    const code = decodeURIComponent(last);
    return readReceiptCode(code) === null ? null : code;
  } catch {
    return null;
  }
}
