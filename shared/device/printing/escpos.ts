import type { ReceiptLine } from '../../documents/layout.ts';
import { CODE_PAGE } from './code-pages.ts';
import { bytesOf, printable } from './printable.ts';
import type { PrinterForm } from './settings.ts';

/** A line of a receipt, or what only a printer can do with it. */
export type PrintLine = ReceiptLine | { readonly kind: 'qr'; readonly data: string };

/** Longest text of a printed code; a payment's reference has 64 characters at most. */
const QR_DATA_MAX = 200;
const DLE = 0x10;
const ESC = 0x1b;
const GS = 0x1d;
const FS = 0x1c;
const LF = 0x0a;
/** Lines that lift the last one above the knife. */
const FEED_TO_KNIFE = 4;

const ALIGN = { left: 0, centre: 1 } as const;
const SIZE = { normal: 0x00, large: 0x11 } as const;

/**
 * The bytes for a printer that speaks ESC/POS. Lines are at most as wide as `form` says, which is
 * `layOut`'s business; characters that the code page lacks are replaced, and no byte of the text is
 * ever a command.
 */
export function escposBytes(lines: readonly PrintLine[], form: PrinterForm): Uint8Array {
  const body = lines.flatMap((line) => bytesOfLine(line, form));
  return Uint8Array.from([...begin(form), ...body, ...end(form)]);
}

/** What opens the cash drawer: a pulse of 100 ms on its first pin. It waits for what is before it, and for paper. */
export const DRAWER_PULSE = Uint8Array.of(ESC, 0x70, 0, 50, 250);
/** The same in real time (`DLE DC4`): it waits for nothing. Some printers do not know it. */
export const DRAWER_PULSE_NOW = Uint8Array.of(DLE, 0x14, 1, 0, 1);

/** Resets the settings that an earlier job may have left. */
function begin(form: PrinterForm): readonly number[] {
  const number = form.codePageNumber ?? CODE_PAGE[form.codePage].number;
  return [
    ...[ESC, 0x40],
    ...[ESC, 0x52, 0],
    // Printers for East Asian markets read two bytes as one character until this command.
    ...[FS, 0x2e],
    ...(number === null ? [] : [ESC, 0x74, number]),
  ];
}

function end({ cut }: PrinterForm): readonly number[] {
  const feed = [ESC, 0x64, FEED_TO_KNIFE];
  if (cut === 'none') return feed;
  return [...feed, GS, 0x56, cut === 'full' ? 0 : 1];
}

function bytesOfLine(line: PrintLine, form: PrinterForm): readonly number[] {
  switch (line.kind) {
    case 'space':
      return [LF];
    case 'rule':
      return styled('-'.repeat(form.columns), 'left', 'normal', form);
    case 'text':
      return styled(line.text, line.align ?? 'centre', line.size, form);
    case 'pair': {
      const width = line.size === 'large' ? form.columns / 2 : form.columns;
      const gap = Math.max(1, width - line.left.length - line.right.length);
      return styled(`${line.left}${' '.repeat(gap)}${line.right}`, 'left', line.size, form);
    }
    case 'qr':
      return qrBytes(line.data, form);
  }
}

function styled(
  text: string,
  align: keyof typeof ALIGN,
  size: keyof typeof SIZE,
  { codePage }: PrinterForm,
): readonly number[] {
  const page = CODE_PAGE[codePage];
  return [
    ...[ESC, 0x61, ALIGN[align]],
    ...[GS, 0x21, SIZE[size]],
    ...bytesOf(printable(text, page), page),
    LF,
  ];
}

/** A QR code that the printer draws itself: model 2, level M. */
function qrBytes(data: string, { columns }: PrinterForm): readonly number[] {
  const text = [...data].filter((one) => one >= ' ' && one <= '~').slice(0, QR_DATA_MAX);
  const stored = text.map((one) => one.charCodeAt(0));
  const code = (...rest: readonly number[]) => {
    const length = rest.length + 1;
    return [GS, 0x28, 0x6b, length & 0xff, length >> 8, 0x31, ...rest];
  };
  return [
    ...[ESC, 0x61, ALIGN.centre],
    ...code(0x41, 0x32, 0x00),
    ...code(0x43, columns === 32 ? 5 : 6),
    ...code(0x45, 0x31),
    ...code(0x50, 0x30, ...stored),
    ...code(0x51, 0x30),
    LF,
  ];
}
