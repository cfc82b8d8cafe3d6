import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bitmapOf, drawReceipt } from '../../../../main/host/receipts/draw.ts';
import { hasDot } from '../../../../main/host/receipts/font.ts';
import { NO_NAMES } from '../../../../main/host/receipts/paper-text.ts';
import { createReceiptRenderer } from '../../../../main/host/receipts/renderer.ts';
import { saleSlip } from '../../../../main/host/receipts/sale-slip.ts';
import type { WrittenContent } from '../../../../shared/documents/content.ts';
import { RECEIPT_COLUMNS, receiptLines } from '../../../../shared/documents/layout.ts';
import { money, ZERO } from '../../../../shared/money/money.ts';
import { NOW, SETTINGS, sale } from '../../../screens/cashier/sales.ts';
import { amounts } from '../../../support/amounts.ts';
import { billOf, lineItemsOf } from '../../../support/basket-bill.ts';

const paid = (over: Parameters<typeof sale>[1] = {}) => sale({ kind: 'paid', at: NOW }, over);
const CONTENT: WrittenContent = {
  shop: { name: 'Kaffebaren Løkka', address: 'Thorvald Meyers gate 40', organisation: null },
  items: [{ label: 'Kaffe', value: '125,00 kr' }],
  total: { label: 'Totalt', value: '125,00 kr' },
  facts: [{ label: 'Referanse', value: 'p2ybyw4tq73n' }],
  foot: ['Takk'],
};

/** Takes a PNG apart by its specification; answers its rows of dots, true where black. */
function decode(png: Buffer): boolean[][] {
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.set(body.subarray(0, 4).toString(), body.subarray(4));
    at += length + 12;
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  expect([...header.subarray(8)]).toEqual([1, 0, 0, 0, 0]);
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const stride = Math.ceil(width / 8) + 1;
  expect(rows.length).toBe(stride * height);
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => {
      const byte = rows[y * stride + 1 + (x >> 3)] ?? 0;
      return ((byte >> (7 - (x & 7))) & 1) === 0;
    }),
  );
}

describe('the lines of a receipt', () => {
  it('fit the paper width for long shop names and items', () => {
    const long = 'Sommerfesten på Grünerløkka '.repeat(6);
    const word = 'x'.repeat(100);
    const lines = receiptLines({
      ...CONTENT,
      shop: { name: long, address: word, organisation: long },
      items: [{ label: `${long}${word}`, value: '125,00 kr' }],
    });
    for (const line of lines) {
      if (line.kind === 'rule' || line.kind === 'space') continue;
      const most = line.size === 'large' ? RECEIPT_COLUMNS / 2 : RECEIPT_COLUMNS;
      const text = line.kind === 'text' ? line.text : `${line.left} ${line.right}`;
      expect(text.length).toBeLessThanOrEqual(most);
    }
  });

  it('a long list is shortened, and the total stays', () => {
    const items = Array.from({ length: 900 }, () => ({ label: 'Kaffe', value: '1' }));
    const lines = receiptLines({ ...CONTENT, items });
    expect(lines.filter((line) => line.kind === 'pair' && line.left === 'Kaffe').length).toBe(199);
    const total = { kind: 'pair', left: 'Totalt', right: '125,00 kr', size: 'large' };
    expect(lines).toContainEqual(total);
    expect(lines).toContainEqual({ kind: 'text', text: '...', size: 'normal' });
  });
});

describe('the receipt of goods', () => {
  const price = money(5_200);
  const coffee = { product: 'a', name: 'Flat white', quantity: 2, price, vatRate: '0.25' } as const;
  const tenth = { kind: 'percent', basisPoints: 1_000 } as const;
  const bun = { ...coffee, name: 'Bun', quantity: 1, price: money(4_500), vatRate: '0.15' };
  const lines = [
    { ...coffee, discount: tenth },
    { ...bun, discount: null },
  ];
  const bill = billOf({ lines, discount: { kind: 'amount', amount: money(1_000) } });

  it('has each line, its discount, and the tax by rate', () => {
    const of = paid({ amount: bill.total, lines: lineItemsOf(bill) });
    const content = saleSlip(of, SETTINGS);
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    const rows = content?.items.map(({ label, value }) => `${label}: ${plain(value)}`);
    expect(rows).toEqual([
      '2 x Flat white: kr 104.00',
      '  Discount: −kr 17.15',
      'Bun: kr 45.00',
      '  Discount: −kr 3.25',
    ]);
    expect(plain(content?.total.value ?? '')).toBe('kr 128.60');
    const taxes = content?.taxes?.map(({ label, value }) => plain(`${label} ${value}`));
    expect(taxes).toEqual(['incl. VAT 25% kr 17.37', 'incl. VAT 15% kr 5.45']);
  });
});

describe('the picture', () => {
  it('is a black and white PNG of the drawn dots', () => {
    const lines = receiptLines(CONTENT);
    const drawn = bitmapOf(lines);
    const rows = decode(drawReceipt(lines));
    expect([rows[0]?.length, rows.length]).toEqual([drawn.width, drawn.height]);
    let black = 0;
    rows.forEach((row, y) => {
      row.forEach((dot, x) => {
        if (dot) black += 1;
        expect(dot).toBe(drawn.isSet(x, y));
      });
    });
    expect(black).toBeGreaterThan(1_000);
    expect(rows.flat().filter((dot) => !dot).length).toBeGreaterThan(black * 3);
    expect(drawReceipt(lines).length).toBeLessThan(20_000);
  });

  it('has a distinct glyph for every letter and digit of Norwegian', () => {
    const letters =
      'ABCDEFGHIJKLMNOPQRSTUVWXYZÆØÅabcdefghijklmnopqrstuvwxyzæøå0123456789.,:-–/()%&';
    const shapes = [...letters].map((letter) => {
      const dots = Array.from({ length: 45 }, (_, at) =>
        hasDot(letter, at % 5, Math.floor(at / 5)),
      );
      return dots.map(Number).join('');
    });
    const same = new Set(shapes);
    // Hyphen and dash share one.
    expect(same.size).toBe(shapes.length - 1);
    expect(shapes.every((shape) => shape.includes('1'))).toBe(true);
  });
});

describe('the receipt of a sale', () => {
  it('shows what was captured in the till’s language', () => {
    const content = saleSlip(paid(), { ...SETTINGS, language: 'nb' });
    expect(content?.total).toEqual({ label: 'Sum', value: 'kr\u00a0125,00' });
    expect(content?.facts.map(({ value }) => value)).toContain('p2ybyw4tq73n');
    const captured = amounts({ asked: 13_000, additional: 500, captured: 3_200 });
    const part = saleSlip(paid({ money: captured, additionalAmount: money(500) }), SETTINGS);
    expect(part?.total.value).toBe('kr\u00a032.00');
    const rows = part?.items.map(({ label, value }) => [label, value]);
    expect(rows).toEqual([['Custom amount', 'kr\u00a032.00']]);
  });

  it('has the shop’s own texts at its head and its end, in the language of the paper', () => {
    const receiptTexts = { head: 'Åpent 8–18', foot: { en: 'Come again', nb: 'Kom igjen' } };
    const linesOf = (language: 'nb' | 'de' | 'ar') => {
      const content = saleSlip(paid(), { ...SETTINGS, language, receiptTexts });
      if (content === null) throw new Error('a paid sale has a receipt');
      return receiptLines(content).flatMap((line) => (line.kind === 'text' ? [line.text] : []));
    };
    const norwegian = linesOf('nb');
    expect(norwegian.indexOf('Åpent 8–18')).toBeLessThan(norwegian.indexOf('Kom igjen'));
    expect(norwegian.at(-1)).toBe('Kom igjen');
    // The default thanks give way, and English stands for a language without a text.
    expect([linesOf('de').at(-1), linesOf('ar').at(-1)]).toEqual(['Come again', 'Come again']);
  });

  it('has the hours of the week if the shop wants them, with equal days on one line', () => {
    const usual = ['08:00-12:00', '13:00-17:00'];
    const week = {
      ...{ monday: usual, tuesday: usual, wednesday: usual, thursday: usual },
      ...{ friday: ['18:00-02:00'], sunday: ['10:00-14:00'] },
    };
    const textsOf = (language: 'nb' | 'de' | 'ar', on_receipts: boolean) => {
      const openingHours = { week, on_receipts };
      const content = saleSlip(paid(), { ...SETTINGS, language, openingHours });
      if (content === null) throw new Error('a paid sale has a receipt');
      return receiptLines(content)
        .flatMap((line) => (line.kind === 'text' ? [line.text] : []))
        .filter((text) => /:\d\d-\d/.test(text));
    };
    expect(textsOf('nb', true)).toEqual([
      'man-tor 08:00-12:00 13:00-17:00',
      'fre 18:00-02:00',
      'søn 10:00-14:00',
    ]);
    expect(textsOf('de', true)[0]).toBe('Mo-Do 08:00-12:00 13:00-17:00');
    // Paper has no Arabic letters.
    expect(textsOf('ar', true)[0]).toBe('Mon-Thu 08:00-12:00 13:00-17:00');
    expect(textsOf('nb', false)).toEqual([]);
  });

  it('has the VAT of what was captured, for each rate', () => {
    const line = (product_id: string, total: number, vat_rate: string) => ({
      ...{ product_id, description: product_id, metadata: null, tags: null, vat_rate },
      ...{ quantity: '1', vat: null, item_cost: money(total), total: money(total) },
    });
    const lines = [line('sofa', 80_000, '0.25'), line('book', 20_000, '0.12')];
    const of = (captured: number) =>
      saleSlip(
        paid({ amount: money(100_000), lines, money: amounts({ asked: 100_000, captured }) }),
        SETTINGS,
      )?.taxes?.map(({ label, value }) => `${label} ${value}`);
    expect(of(100_000)).toEqual(['incl. VAT 25% kr\u00a0160.00', 'incl. VAT 12% kr\u00a021.43']);
    expect(of(40_000)).toEqual(['incl. VAT 25% kr\u00a064.00', 'incl. VAT 12% kr\u00a08.57']);
  });

  it('has the lines of a refund below it, with the VAT in them', () => {
    const line = { index: 0, product: 'cup', name: 'Cup', quantity: '2', total: money(2_500) };
    const refund = {
      ...{ id: 'r-1', tid: paid().tid ?? '', amount: money(3_700), currency: 'NOK' },
      ...{ text: null, approver: 'Marte', at: NOW, sentence: null },
      state: 'done',
      lines: [
        { ...line, vat: money(500), rate: 2_500 },
        { ...line, index: 1, name: 'Bun', quantity: '1', total: money(1_200), vat: ZERO, rate: 0 },
      ],
    } as const;
    const rows = saleSlip(paid(), SETTINGS, { refunds: [refund], kind: 'copy' })?.changes ?? [];
    const plain = rows.map(({ label, value }) => `${label}: ${value}`.replaceAll('\u00a0', ' '));
    expect(plain.slice(1)).toEqual([
      '  2 x Cup: −kr 25.00',
      '  Bun: −kr 12.00',
      '  incl. VAT 25%: −kr 5.00',
    ]);
  });

  it('has a refund of another program, without a time that nobody knows', () => {
    const money_ = amounts({ captured: 12_500, refunded: 4_200 });
    expect(saleSlip(paid({ money: money_ }), SETTINGS)?.changes).toEqual([
      { label: 'Refunded', value: '−kr\u00a042.00' },
    ]);
  });

  it('formats a currency without minor units', () => {
    const yen = saleSlip(paid({ currency: 'JPY' }), { ...SETTINGS, locale: 'en-US' });
    expect(yen?.total.value).toBe('¥12,500');
    const dinar = saleSlip(paid({ currency: 'BHD' }), { ...SETTINGS, locale: 'en-US' });
    expect(dinar?.total.value).toBe('BHD\u00a012.500');
  });

  it('does not exist before the payment', async () => {
    const renderer = createReceiptRenderer(() => SETTINGS, {
      named: NO_NAMES,
      issued: async () => null,
    });
    expect(await renderer.render(sale({ kind: 'declined' }))).toBeNull();
    expect((await renderer.render(paid()))?.length).toBeGreaterThan(500);
  });
});
