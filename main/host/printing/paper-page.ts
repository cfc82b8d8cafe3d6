import { create } from 'qrcode';
import type { PrintLine } from '../../../shared/device/printing/escpos.ts';
import type { PrintedReceipt } from '../../../shared/device/printing/receipt.ts';
import { PAPER_LINES_MAX, receiptLines } from '../../../shared/documents/layout.ts';

export type PaperWidth = 58 | 80;

/** Characters per line; the font is as wide as that allows. */
const COLUMNS: Readonly<Record<PaperWidth, number>> = { 58: 32, 80: 42 };
const QUIET = 4;

export type PaperPage = {
  readonly html: string;
  /** Paper length of the page, millimetres; a roll has any length. */
  readonly height: number;
};

/** Address of the page's style sheet. */
export const PAPER_STYLE = 'paper.css';

/**
 * A receipt as a page without scripts, for printers that only the operating system reaches. All
 * text is escaped, and the code is drawn as a path.
 */
export function paperPage(receipt: PrintedReceipt, paper: PaperWidth): PaperPage {
  const lines: readonly PrintLine[] = [
    ...receiptLines(receipt.content, COLUMNS[paper], PAPER_LINES_MAX),
    ...(receipt.code === null ? [] : [{ kind: 'qr', data: receipt.code } as const]),
  ];
  const body = lines.map(drawn).join('\n');
  const height = lines.reduce((sum, line) => sum + heightOf(line), 0);
  return {
    html:
      '<!doctype html>\n<html><head><meta charset="utf-8"><title>Tillkit</title>' +
      `<link rel="stylesheet" href="./${PAPER_STYLE}"></head><body class="w${paper}">\n` +
      `${body}\n</body></html>\n`,
    height: Math.ceil(height) + 8,
  };
}

/** The style of every receipt: black on white, with a fixed line height on every machine. */
export const PAPER_CSS = `@page{margin:0}
*{margin:0;padding:0;box-sizing:border-box}
body{padding:3mm 3mm 0;color:#000;background:#fff;font:3.1mm/4.2mm "DejaVu Sans Mono",Consolas,monospace}
.w80{width:80mm}
.w58{width:58mm;padding-inline:2mm;font-size:2.7mm}
p{height:4.2mm;white-space:pre;text-align:center;overflow:hidden}
.left{text-align:left}
.pair{display:flex;justify-content:space-between;gap:1ch}
.large{height:8.4mm;font-size:2em;line-height:8.4mm;font-weight:700;letter-spacing:-.04em}
hr{height:4.2mm;border:0;background:linear-gradient(#000,#000) center/100% .3mm no-repeat}
svg{display:block;width:26mm;height:26mm;margin:2mm auto 0}
`;

function drawn(line: PrintLine): string {
  switch (line.kind) {
    case 'space':
      return '<p></p>';
    case 'rule':
      return '<hr>';
    case 'text': {
      const names = [line.size === 'large' ? 'large' : '', line.align ?? ''].join(' ').trim();
      return `<p class="${names}">${escaped(line.text)}</p>`;
    }
    case 'pair': {
      const names = line.size === 'large' ? 'pair large' : 'pair';
      const [left, right] = [escaped(line.left), escaped(line.right)];
      return `<p class="${names}"><span>${left}</span><span>${right}</span></p>`;
    }
    case 'qr':
      return code(line.data);
  }
}

/** Height of a line in millimetres. */
function heightOf(line: PrintLine): number {
  if (line.kind === 'qr') return 28;
  return 'size' in line && line.size === 'large' ? 8.4 : 4.2;
}

function code(data: string): string {
  const { size, data: dark } = create(data, { errorCorrectionLevel: 'M' }).modules;
  const squares = [...dark].flatMap((one, at) =>
    one === 0 ? [] : [`M${at % size} ${Math.floor(at / size)}h1v1h-1z`],
  );
  const side = size + 2 * QUIET;
  return `<svg viewBox="${-QUIET} ${-QUIET} ${side} ${side}"><path d="${squares.join('')}"/></svg>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
