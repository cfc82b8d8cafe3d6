import { present } from '../../objects/present.ts';
import {
  PAPER_LINES_MAX,
  type ReceiptContent,
  receiptLines,
} from '../../terminal/receipts/layout.ts';
import { CODE_PAGE, type CodePage } from './code-pages.ts';
import { escposBytes, type PrintLine } from './escpos.ts';
import { printable } from './printable.ts';
import type { PrinterForm } from './settings.ts';

/** A receipt's content as it is printed, with the payment's reference as a code to scan. */
export type PrintedReceipt = {
  readonly content: ReceiptContent;
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
function inPage(content: ReceiptContent, page: CodePage): ReceiptContent {
  const say = (text: string) => printable(text, page);
  const sayOr = (text: string | null) => (text === null ? null : say(text));
  const rows = (all: ReceiptContent['items']) =>
    all.map(({ text, amount }) => ({ text: say(text), amount: say(amount) }));
  const sum = ({ label, amount }: ReceiptContent['total']) => ({
    label: say(label),
    amount: say(amount),
  });
  const { shop, head, items, total, facts, foot, mark, taxes, changes, sections } = content;
  return {
    shop: {
      name: say(shop.name),
      address: sayOr(shop.address),
      organisation: sayOr(shop.organisation),
    },
    items: rows(items),
    total: sum(total),
    facts: facts.map(({ label, value }) => ({ label: say(label), value: say(value) })),
    foot: foot.map(say),
    ...present({
      head: head?.map(say),
      mark: mark === undefined ? undefined : say(mark),
      taxes: taxes?.map(({ label, value }) => ({ label: say(label), value: say(value) })),
      changes: changes && rows(changes),
      sections: sections?.map((one) => ({
        head: sayOr(one.head),
        rows: rows(one.rows),
        total: one.total === null ? null : sum(one.total),
      })),
    }),
  };
}
