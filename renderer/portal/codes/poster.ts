import type { PaperLanguage } from '../../../shared/catalogue/language.ts';
import { drawRuns, type QrRun } from '../../ui/qr-matrix.ts';

/** A line of text on the poster. Positions are in millimetres from the upper left corner. */
export type PosterText = {
  readonly text: string;
  readonly x: number;
  /** Position of the baseline. */
  readonly y: number;
  /** Font size in millimetres. */
  readonly size: number;
  readonly strong: boolean;
};

/** The layout of an A4 sheet with a code, for both the PNG and the PDF. */
export type Poster = {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly PosterText[];
  /** The tile with its quiet zone: upper left corner and the side of one module, in millimetres. */
  readonly qr: {
    readonly x: number;
    readonly y: number;
    readonly module: number;
    readonly runs: readonly QrRun[];
  };
};

const WIDTH = 210;
const HEIGHT = 297;
const MARGIN = 25;
const COLUMN = WIDTH - 2 * MARGIN;
/** Upper bound for the average width of a line's letters, as a share of the font size. */
const WIDEST = 0.62;

const ENGLISH = 'Scan to pay';
/** The first line of the instruction, by the language of the person who prints; English follows it. */
const INSTRUCTION: Readonly<Record<PaperLanguage, string>> = {
  en: 'Skann for å betale',
  nb: 'Skann for å betale',
  de: 'Zum Bezahlen scannen',
};

export type PosterWords = {
  readonly shop: string;
  readonly label: string | null;
  readonly value: string;
  readonly serial: string | null;
  /** The language of the person who prints it. The PDF's font has no Arabic letters. */
  readonly language: PaperLanguage;
};

/** Lays out the poster: shop, instruction, code, label and serial number. */
export function posterOf({ shop, label, value, serial, language }: PosterWords): Poster {
  const { side, runs } = drawRuns(value);
  const line = (text: string, y: number, size: number, strong: boolean): PosterText => ({
    text,
    x: MARGIN,
    y,
    size: fitted(text, size),
    strong,
  });
  const texts = [
    line(shop, 38, 13, true),
    line(INSTRUCTION[language], 56, 9, true),
    line(ENGLISH, 68, 9, false),
    ...(label === null ? [] : [line(label, 252, 8, true)]),
    line(value, 264, 4.5, false),
    ...(serial === null ? [] : [line(serial, 271, 4.5, false)]),
  ];
  const module = COLUMN / side;
  return { width: WIDTH, height: HEIGHT, texts, qr: { x: MARGIN, y: 78, module, runs } };
}

/** The font size at which the line fits on the sheet. */
function fitted(text: string, size: number): number {
  return Math.min(size, COLUMN / (Math.max(1, text.length) * WIDEST));
}
