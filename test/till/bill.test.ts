import { describe, expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { SaleRequest } from '../../shared/terminal/index.ts';
import { type BasketLine, billOf, lineItemsOf } from '../support/basket-bill.ts';
import { drive, QR_SALE, saleOf } from '../support/till.ts';
import { tillWorld } from '../support/till-world.ts';

const COFFEE: BasketLine = {
  product: 'flat-white',
  name: 'Flat white',
  quantity: 2,
  price: money(5_200),
  vatRate: '0.25',
  discount: { kind: 'percent', basisPoints: 1_000 },
};
const BILL = billOf({ lines: [COFFEE], discount: null });
const LINES = lineItemsOf(BILL);
const SALE: SaleRequest = { ...QR_SALE, amount: BILL.total, text: null, lines: LINES };

describe('the bill of a sale', () => {
  it('is in the journal before anything is sent, and on the slip', async () => {
    const { memory, till, becomes } = tillWorld();
    await till.start(SALE);
    await becomes('waiting_scan');
    expect(memory.records[0]).toMatchObject({ kind: 'opened', body: { line_items: LINES } });
    expect(saleOf(till).lines).toEqual(LINES);
  });

  it('is on the slip again after a restart', async () => {
    const { clock, till, becomes, again } = tillWorld();
    await till.start(SALE);
    await becomes('waiting_scan');
    const { till: next } = await again();
    await drive(clock, () => next.view().sales.length === 1);
    expect(saleOf(next)).toMatchObject({ amount: 9_360, lines: LINES });
  });

  it('is refused with a reason if it does not add up to the amount, and nothing is written', async () => {
    const { service, memory, till } = tillWorld();
    const refusal = async (over: Partial<SaleRequest>) => {
      const started = await till.start({ ...SALE, ...over });
      return started.ok ? 'started' : started.refusal.description;
    };
    expect(await refusal({ amount: money(9_361) })).toMatch(/do not add up to its amount/);
    expect(await refusal({ lines: [] })).toMatch(/1 to 100 lines/);
    const [line] = LINES;
    if (line === undefined) throw new Error('there is no line');
    const many = Array.from({ length: LIMITS.basketLinesMax + 1 }, () => line);
    expect(await refusal({ lines: many, amount: money(9_360 * many.length) })).toMatch(/1 to 100/);
    expect(memory.records).toEqual([]);
    expect(service.calls).toEqual([]);
  });

  it('is left out if the sale has no lines', async () => {
    const { memory, till, becomes } = tillWorld();
    await till.start(QR_SALE);
    await becomes('waiting_scan');
    expect(JSON.stringify(memory.records[0])).not.toContain('line_items');
    expect(saleOf(till)).not.toHaveProperty('lines');
  });

  it('is part of both requests of a sale by code and sticker', async () => {
    const { memory, till } = tillWorld();
    const sticker = { kind: 'serial', serial: '0123456789012' } as const;
    await till.start({ ...SALE, method: { kind: 'qr_and_sticker', sticker } });
    expect(memory.records[0]).toMatchObject({
      body: { line_items: LINES },
      twin: { body: { line_items: LINES } },
    });
  });
});
