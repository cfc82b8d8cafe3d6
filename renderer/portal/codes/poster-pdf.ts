import type { Poster, PosterText } from './poster.ts';

/** PDF points per millimetre. */
const POINTS = 72 / 25.4;

/**
 * The poster as a PDF of one page. The code is drawn as squares, sharp at any size. The text uses a
 * standard font of PDF readers, so no font is embedded.
 */
export function posterPdf(poster: Poster): Blob {
  const content = [
    '0 g',
    ...poster.texts.map((text) => textOf(text, poster.height)),
    ...squaresOf(poster),
  ].join('\n');
  const page = `[0 0 ${number(poster.width * POINTS)} ${number(poster.height * POINTS)}]`;
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox ${page} /Contents 4 0 R ` +
      '/Resources << /Font << /Plain 5 0 R /Strong 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ];
  return new Blob([documentOf(objects)], { type: 'application/pdf' });
}

/** The file: its objects and the cross-reference table. */
function documentOf(objects: readonly string[]): string {
  let file = '%PDF-1.4\n';
  const places: number[] = [];
  for (const [index, object] of objects.entries()) {
    places.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = file.length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  return (
    `${file}xref\n0 ${count}\n0000000000 65535 f \n${rows}` +
    `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  );
}

function textOf({ text, x, y, size, strong }: PosterText, height: number): string {
  const place = `${number(x * POINTS)} ${number((height - y) * POINTS)}`;
  const face = strong ? '/Strong' : '/Plain';
  return `BT ${face} ${number(size * POINTS)} Tf ${place} Td <${hexOf(text)}> Tj ET`;
}

/** One filled rectangle for each run of dark modules. The y axis of a PDF page points up. */
function squaresOf({ qr, height }: Poster): readonly string[] {
  const squares = qr.runs.map(({ row, column, length }) => {
    const x = qr.x + column * qr.module;
    const y = height - qr.y - (row + 1) * qr.module;
    return [x, y, length * qr.module, qr.module].map((mm) => number(mm * POINTS)).join(' ');
  });
  return [...squares.map((square) => `${square} re`), 'f'];
}

/**
 * Text in the encoding of the font. A letter outside of it loses its accents or becomes a question
 * mark.
 */
function hexOf(text: string): string {
  return [...text.normalize('NFC')]
    .map((letter) => {
      const code = byteOf(letter) ?? byteOf(letter.normalize('NFD').charAt(0)) ?? 0x3f;
      return code.toString(16).padStart(2, '0');
    })
    .join('');
}

/** The byte of a letter in the part that this encoding shares with Unicode. */
function byteOf(letter: string): number | null {
  const point = letter.codePointAt(0) ?? 0;
  const plain = (point >= 0x20 && point <= 0x7e) || (point >= 0xa0 && point <= 0xff);
  return plain ? point : (OTHERS.get(letter) ?? null);
}
const OTHERS: ReadonlyMap<string, number> = new Map([
  ['\u2013', 0x96],
  ['\u2014', 0x97],
  ['\u2018', 0x91],
  ['\u2019', 0x92],
  ['\u201c', 0x93],
  ['\u201d', 0x94],
  ['\u2022', 0x95],
  ['\u2026', 0x85],
  ['\u20ac', 0x80],
]);

function number(value: number): string {
  return value.toFixed(3);
}
