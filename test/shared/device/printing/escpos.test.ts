import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_PAGE, CODE_PAGES } from '../../../../shared/device/printing/code-pages.ts';
import { bytesOf, printable } from '../../../../shared/device/printing/printable.ts';
import { receiptBytes } from '../../../../shared/device/printing/receipt.ts';
import { COLUMNS, type PrinterForm } from '../../../../shared/device/printing/settings.ts';
import type { WrittenContent } from '../../../../shared/documents/content.ts';
import { anyText as anyCharacters } from '../../../support/any-text.ts';
import { print } from '../../../support/receipt-paper.ts';

const FORM: PrinterForm = { columns: 48, codePage: 'pc858', cut: 'partial', drawer: 'left_shut' };
const CONTENT: WrittenContent = {
  shop: { name: 'Kaffebaren Løkka', address: 'Ærfuglgata 2, 0555 Ås', organisation: 'Org.nr. 1' },
  items: [{ label: 'Rømmegrøt på seng', value: '125,00\u00a0kr' }],
  total: { label: 'Totalt', value: '125,00\u00a0kr' },
  taxes: [{ label: 'MVA 25 % av 100,00', value: '25,00' }],
  facts: [{ label: 'Referanse', value: 'p2ybyw4tq73n' }],
  foot: ['Takk for handelen'],
};
const printed = (content: WrittenContent, form = FORM, kind: 'original' | 'copy' = 'original') =>
  print(receiptBytes({ content, code: 'p2ybyw4tq73n', kind }, form));
const texts = (content: WrittenContent, form = FORM) =>
  printed(content, form).lines.map(({ text }) => text);

const anyText = fc.string({ unit: 'grapheme', maxLength: 120 });
const anyBytes = anyCharacters(120);
const words = fc.oneof(anyText, anyBytes);
const anyForm = fc.record({
  columns: fc.constantFrom(...COLUMNS),
  codePage: fc.constantFrom(...CODE_PAGES),
  cut: fc.constantFrom('partial' as const, 'full' as const, 'none' as const),
  drawer: fc.constantFrom('opened' as const, 'left_shut' as const),
});
const anyContent = (amount: string): fc.Arbitrary<WrittenContent> =>
  fc.record({
    shop: fc.record({ name: words, address: fc.option(words), organisation: fc.option(words) }),
    items: fc.array(fc.record({ label: words, value: fc.constant(amount) }), { maxLength: 5 }),
    total: fc.record({ label: words, value: fc.constant(amount) }),
    taxes: fc.array(fc.record({ label: words, value: fc.constant(amount) }), { maxLength: 2 }),
    changes: fc.array(fc.record({ label: words, value: fc.constant(amount) }), { maxLength: 2 }),
    facts: fc.array(fc.record({ label: words, value: words }), { maxLength: 4 }),
    foot: fc.array(words, { maxLength: 2 }),
  });

describe('a printed receipt', () => {
  it('has its text, its layout, its code and one cut', () => {
    const paper = printed(CONTENT);
    expect(paper).toMatchObject({ codes: ['p2ybyw4tq73n'], cuts: 1, drawer: 0, page: 19 });
    const lines = paper.lines.map(({ text }) => text);
    expect(lines[0]).toBe('Kaffebaren Løkka');
    expect(lines[1]).toBe('Ærfuglgata 2, 0555 Ås');
    expect(lines).toContain(`Rømmegrøt på seng${' '.repeat(22)}125,00 kr`);
    expect(lines).toContain(`Totalt${' '.repeat(9)}125,00 kr`);
    expect(lines).toContain('-'.repeat(48));
    expect(paper.lines[0]).toMatchObject({ size: 'large', align: 'centre' });
  });

  it('opens no drawer, which has a command of its own, and has no cut if cutting is off', () => {
    const opened = { ...FORM, drawer: 'opened' } as const;
    expect(printed(CONTENT, opened).drawer).toBe(0);
    expect(printed(CONTENT, { ...FORM, cut: 'none' }).cuts).toBe(0);
  });

  it('has the mark of a copy on its first line', () => {
    expect(texts({ ...CONTENT, mark: 'Kopi' })[0]).toBe('Kopi');
  });

  it.each(CODE_PAGES.filter((name) => name !== 'ascii'))('has Norwegian letters on %s', (name) => {
    const content = { ...CONTENT, foot: ['ÆØÅ æøå Éé Üü'] };
    expect(texts(content, { ...FORM, codePage: name })).toContain('ÆØÅ æøå Éé Üü');
  });

  it('has the euro sign if the code page contains it, and EUR if not', () => {
    const content = { ...CONTENT, total: { label: 'Sum', value: '12,50\u00a0€' } };
    const total = (codePage: PrinterForm['codePage']) =>
      texts(content, { ...FORM, codePage }).find((text) => text.startsWith('Sum'));
    expect(total('pc858')).toMatch(/ 12,50 €$/);
    expect(total('pc865')).toMatch(/ 12,50 EUR$/);
    expect(total('ascii')).toMatch(/ 12,50 EUR$/);
  });

  it('has a similar character or a question mark for a character outside the code page', () => {
    const page = CODE_PAGE.pc865;
    expect(printable('“Ørret” – 2 × ☕ Łódź \u202e1\u0007', page)).toBe('"Ørret" - 2 x ? Lódz 1 ');
    expect(printable('Blåbær', CODE_PAGE.ascii)).toBe('Blaabaer');
  });
});

describe('a receipt with any text', () => {
  const most = '9\u202f999\u202f999\u202f999,99\u00a0kr';

  it('contains no command of its text and no line wider than the paper', () => {
    fc.assert(
      fc.property(anyContent(most), anyForm, words, (content, form, code) => {
        // The printer throws at an unknown command and at a line that nothing ends.
        const paper = print(receiptBytes({ content, code, kind: 'original' }, form));
        expect(paper.cuts).toBe(form.cut === 'none' ? 0 : 1);
        expect(paper.drawer).toBe(0);
        for (const { text, size } of paper.lines) {
          const width = size === 'large' ? form.columns / 2 : form.columns;
          expect(text.length).toBeLessThanOrEqual(width);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('has every amount complete on one line', () => {
    fc.assert(
      fc.property(anyContent(most), anyForm, (content, form) => {
        const { items, taxes = [], changes = [] } = content;
        const amounts = 1 + items.length + taxes.length + changes.length;
        const whole = texts(content, form).filter((text) => text.endsWith('9 999 999 999,99 kr'));
        expect(whole.length).toBeGreaterThanOrEqual(amounts);
      }),
      { numRuns: 300 },
    );
  });

  it('has one byte for each printed character', () => {
    fc.assert(
      fc.property(words, fc.constantFrom(...CODE_PAGES), (text, name) => {
        const page = CODE_PAGE[name];
        const said = printable(text, page);
        expect(bytesOf(said, page)).toHaveLength(said.length);
        expect(printable(said, page)).toBe(said);
      }),
    );
  });
});
