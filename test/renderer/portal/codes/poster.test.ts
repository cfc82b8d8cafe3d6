import { describe, expect, it } from 'vitest';
import { posterOf } from '../../../../renderer/portal/codes/poster.ts';
import { posterPdf } from '../../../../renderer/portal/codes/poster-pdf.ts';

const WORDS = {
  shop: 'Kaffebaren Løkka',
  label: 'Bord 4 (ute) \u2013 Łódź \u4e16',
  value: 'https://pay.example/s/aB3x_/',
  serial: '0123456789012',
  language: 'nb',
} as const;

async function fileOf(words: Parameters<typeof posterOf>[0]): Promise<string> {
  return Buffer.from(await posterPdf(posterOf(words)).arrayBuffer()).toString('latin1');
}

/** The objects that the table at the end of a document points to, by their numbers. */
function objectsOf(file: string): ReadonlyMap<number, string> {
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
  expect(file.slice(table, table + 5)).toBe('xref\n');
  const rows = [...file.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)];
  expect(rows.length).toBeGreaterThan(3);
  return new Map(
    rows.map((row, place) => {
      const at = Number(row[1]);
      return [place + 1, file.slice(at, file.indexOf('endobj', at))];
    }),
  );
}

describe('the poster as a PDF', () => {
  it('has a cross-reference table for every object and the stated stream length', async () => {
    const objects = objectsOf(await fileOf(WORDS));
    for (const [place, object] of objects) expect(object.startsWith(`${place} 0 obj\n`)).toBe(true);
    const content = objects.get(4) ?? '';
    const said = Number(/\/Length (\d+)/.exec(content)?.[1]);
    const stream = /stream\n([\s\S]*)\nendstream/.exec(content)?.[1] ?? '';
    expect(stream.length).toBe(said);
  });

  it('draws all dark modules of the code on the sheet', async () => {
    const poster = posterOf(WORDS);
    const dark = poster.qr.runs.reduce((sum, run) => sum + run.length, 0);
    const squares = [
      ...(await fileOf(WORDS)).matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm),
    ];
    const numbers = squares.map((square) => square.slice(1).map(Number));
    const drawn = numbers.reduce((sum, [, , width = 0, height = 1]) => sum + width / height, 0);
    expect(Math.round(drawn)).toBe(dark);
    for (const [x = 0, y = 0, width = 0, height = 0] of numbers) {
      expect(x + width).toBeLessThan(595.3);
      expect(y + height).toBeLessThan(841.9);
    }
  });

  it('writes letters of its encoding, and replaces others by plain letters', async () => {
    const texts = [...(await fileOf(WORDS)).matchAll(/<([0-9a-f]+)> Tj/g)].map(([, hex]) =>
      Buffer.from(hex ?? '', 'hex').toString('latin1'),
    );
    expect(texts[0]).toBe('Kaffebaren Løkka');
    expect(texts[1]).toBe('Skann for å betale');
    expect(texts[3]).toBe('Bord 4 (ute) \u0096 ?ódz ?');
  });

  it.each([
    ['de', ['Zum Bezahlen scannen', 'Scan to pay']],
    ['en', ['Skann for å betale', 'Scan to pay']],
  ] as const)('has its instruction in two languages, %s', (language, lines) => {
    const [, ...texts] = posterOf({ ...WORDS, language }).texts;
    expect(texts.slice(0, 2).map(({ text }) => text)).toEqual(lines);
  });

  it('uses a smaller font for a long name, so that it fits', () => {
    const [short] = posterOf(WORDS).texts;
    const [long] = posterOf({ ...WORDS, shop: 'Kaffebaren '.repeat(12) }).texts;
    expect(long?.size ?? 0).toBeLessThan((short?.size ?? 0) / 3);
  });
});
