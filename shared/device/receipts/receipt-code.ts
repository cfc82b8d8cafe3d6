/** The form of a receipt's code, `till1-R12.` and 22 letters, alone or at the end of its link. */
const RECEIPT_CODE = /(?:^|\/)([^/\s]{1,64}-R\d{1,9}\.[\w-]{22})\/?$/;

/** The number in a code, `till1-R12`, which names the till that made it; undefined for another text. */
export function receiptNumberIn(code: string): string | undefined {
  return /^(.{1,64}-R\d{1,9})\.[\w-]{22}$/.exec(code)?.[1];
}

/** The code in a scanned text; null if the text is no code of a receipt. */
export function receiptCodeIn(text: string): string | null {
  const found = RECEIPT_CODE.exec(text)?.[1];
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found);
  } catch {
    return null;
  }
}
