import { mapContent, type WrittenContent } from '../../documents/content.ts';
import { PAPER_LINES_MAX, receiptLines } from '../../documents/layout.ts';
import { CODE_PAGE, type CodePage } from './code-pages.ts';
import { escposBytes, type PrintLine } from './escpos.ts';
import { printable } from './printable.ts';
import type { PrinterForm } from './settings.ts';

/** A receipt's content as it is printed, with the payment's reference as a code to scan. */
export type PrintedReceipt = {
  readonly content: WrittenContent;
  /** Printed as a QR code; none when null. */
  readonly code: string | null;
  readonly kind: 'original' | 'copy';
};

/** The lines of a receipt on this printer's paper: every one of them fits. Pure. */
export function printLines(receipt: PrintedReceipt, form: PrinterForm): readonly PrintLine[] {
  const page = CODE_PAGE[form.codePage];
  const lines = receiptLines(inPage(receipt.content, page), form.columns, PAPER_LINES_MAX);
  if (receipt.code === null) return lines;
  return [...lines, { kind: 'space' }, { kind: 'qr', data: receipt.code }];
}

/** A receipt as the bytes that are sent to the printer. */
export function receiptBytes(receipt: PrintedReceipt, form: PrinterForm): Uint8Array {
  return escposBytes(printLines(receipt, form), form);
}

/** Replacements come before the layout, so that a longer one cannot break a line's width. */
function inPage(content: WrittenContent, page: CodePage): WrittenContent {
  const say = (text: string) => printable(text, page);
  return mapContent(content, say, say);
}
