import { describe, expect, it } from 'vitest';
import type { WrittenContent } from '../../../shared/documents/content.ts';
import {
  PAPER_LINES_MAX,
  type ReceiptLine,
  receiptLines,
} from '../../../shared/documents/layout.ts';

/* A receipt as lines of characters, for paper and for the phone. */

const SMALL: WrittenContent = {
  shop: { name: 'Kaffebaren', address: null, organisation: null },
  items: [{ label: 'Kaffe', value: '52,00' }],
  total: { label: 'Totalt', value: '52,00' },
  facts: [{ label: 'Betalt', value: 'kl. 12' }],
  foot: ['Takk'],
};

/** A line in short form: `#` marks large text, `<` marks text at the left. */
function drawn(line: ReceiptLine): string {
  if (line.kind === 'rule') return '---';
  if (line.kind === 'space') return '';
  const size = line.size === 'large' ? '# ' : '';
  if (line.kind === 'text') return `${size}${line.align === 'left' ? '<' : ''}${line.text}`;
  return `${size}${line.left} | ${line.right}`;
}
const receipt = (more: Partial<WrittenContent>, columns = 12, most?: number) =>
  receiptLines({ ...SMALL, ...more }, columns, most).map(drawn);
/** The goods alone, between the first two rules. */
const goods = (items: WrittenContent['items'], columns = 12, most?: number) => {
  const lines = receipt({ items }, columns, most);
  return lines.slice(lines.indexOf('---') + 1, lines.indexOf('---', lines.indexOf('---') + 1));
};

describe('a receipt', () => {
  it('has its required parts in a fixed order, without the optional parts', () => {
    expect(receipt({}, 36)).toEqual([
      '# Kaffebaren',
      '---',
      'Kaffe | 52,00',
      '---',
      '# Totalt | 52,00',
      '',
      'Betalt | kl. 12',
      '---',
      'Takk',
    ]);
  });

  it('has the optional parts in a fixed order', () => {
    const full = receipt(
      {
        mark: 'KOPI',
        shop: { name: 'Kaffebaren', address: 'Gata 1', organisation: 'Org 9' },
        taxes: [{ label: 'MVA', value: '6,78' }],
        changes: [{ label: 'Tilbake', value: '-10,00' }],
        sections: [
          { head: 'Kort', rows: [{ label: 'Visa', value: '42,00' }], total: null },
          { head: null, rows: [], total: { label: 'Sum', value: '42,00' } },
        ],
        foot: ['Takk', 'Velkommen igjen'],
      },
      36,
    );
    expect(full).toEqual([
      '# KOPI',
      '# Kaffebaren',
      'Gata 1',
      'Org 9',
      '---',
      'Kaffe | 52,00',
      '---',
      '# Totalt | 52,00',
      'MVA | 6,78',
      'Tilbake | -10,00',
      '---',
      'Kort',
      'Visa | 42,00',
      '---',
      '# Sum | 42,00',
      '',
      'Betalt | kl. 12',
      '---',
      'Takk',
      'Velkommen igjen',
    ]);
  });

  it('has 36 columns by default', () => {
    const line = (length: number) => [{ label: 'x'.repeat(length), value: '1' }];
    const widest = receiptLines({ ...SMALL, items: line(34) });
    expect(widest).toContainEqual({
      kind: 'pair',
      left: 'x'.repeat(34),
      right: '1',
      size: 'normal',
    });
    const wider = receiptLines({ ...SMALL, items: line(35) });
    expect(wider).toContainEqual({ kind: 'pair', left: '', right: '1', size: 'normal' });
  });
});

describe('a text and an amount', () => {
  it('are on one line if a space fits between them, otherwise on two lines', () => {
    expect(goods([{ label: 'Kaffe', value: '52,000' }])).toEqual(['Kaffe | 52,000']);
    expect(goods([{ label: 'Kaffen', value: '52,000' }])).toEqual(['<Kaffen', ' | 52,000']);
  });

  it('wrap between words; the amount is beside the last words if it fits', () => {
    expect(goods([{ label: 'Flat white med havre', value: '5,00' }])).toEqual([
      '<Flat white',
      '<med havre',
      ' | 5,00',
    ]);
    expect(goods([{ label: 'Flat white med', value: '5,00' }])).toEqual([
      '<Flat white',
      'med | 5,00',
    ]);
  });

  it('fill a line to its last column', () => {
    expect(goods([{ label: 'abcdef ghijk lm', value: '1' }])).toEqual(['<abcdef ghijk', 'lm | 1']);
    expect(goods([{ label: 'abcdef ghijkl m', value: '1' }])).toEqual(['<abcdef', 'ghijkl m | 1']);
  });

  it('that are longer than a line are cut between characters, not within one', () => {
    expect(goods([{ label: 'abcdefghijklmno', value: '1' }])).toEqual(['<abcdefghijkl', 'mno | 1']);
    expect(goods([{ label: '☕☕☕ '.repeat(2), value: '1' }])).toEqual(['☕☕☕ ☕☕☕  | 1']);
  });

  it('keep the indent of the text, at most four columns, on every line', () => {
    expect(goods([{ label: '  Rabatt paa alt sammen', value: '-1' }])).toEqual([
      '<  Rabatt paa',
      '<  alt sammen',
      ' | -1',
    ]);
    expect(goods([{ label: '      dypt', value: '-1' }])).toEqual(['    dypt | -1']);
  });

  it('have normal size if the amount does not fit in large size', () => {
    const total = (amount: string) => {
      const lines = receipt({ total: { label: 'Sum', value: amount } });
      return lines.slice(lines.lastIndexOf('---', 5) + 1, lines.indexOf(''));
    };
    expect(total('12')).toEqual(['# Sum | 12']);
    expect(total('123')).toEqual(['# <Sum', '#  | 123']);
    expect(total('123456')).toEqual(['# <Sum', '#  | 123456']);
    expect(total('1234567')).toEqual(['Sum | 1234567']);
    expect(total('1234567890123456')).toEqual(['<Sum', ' | 123456789012', ' | 3456']);
  });

  it('wrap large text at half of the columns, rounded down', () => {
    expect(receipt({ shop: { ...SMALL.shop, name: 'abcdefg' } }, 13).slice(0, 2)).toEqual([
      '# abcdef',
      '# g',
    ]);
  });
});

describe('a long list of goods', () => {
  const many = (length: number) => Array.from({ length }, () => ({ label: 'Te', value: '1' }));

  it('ends with three dots if it has more lines than the maximum', () => {
    expect(goods(many(3), 12, 3)).toEqual(['Te | 1', 'Te | 1', 'Te | 1']);
    expect(goods(many(4), 12, 3)).toEqual(['Te | 1', 'Te | 1', '...']);
  });

  it('has more lines on paper than in a picture', () => {
    expect(goods(many(500), 12, PAPER_LINES_MAX)).toHaveLength(500);
    expect(goods(many(500))).toHaveLength(200);
  });
});
