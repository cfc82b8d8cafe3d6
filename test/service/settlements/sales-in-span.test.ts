import fc from 'fast-check';
import { expect, it } from 'vitest';
import { salesInSpan } from '../../../service/settlements/sales-in-span.ts';
import type { ProductSales, SalesSpan } from '../../../service/store/ledger-store.ts';
import type { Store } from '../../../service/store/store.ts';
import { money } from '../../../shared/money/money.ts';
import { DAY } from '../../../shared/time/clock.ts';

const YEAR = 366 * DAY;
type Sold = ProductSales & { readonly at: number };

/** A ledger that answers as SQL does: groups in order, cut at the limit. It notes the span of each question. */
function ledgerOf(sold: readonly Sold[], asked: SalesSpan[]): Pick<Store, 'ledger'> {
  const key = (one: ProductSales) => [one.productId, one.currency, one.vatRate, one.kind].join();
  return {
    ledger: {
      sales: async (_merchant: string, span: SalesSpan, limit: number) => {
        asked.push(span);
        const own = sold.filter(({ at }) => at >= span.from && at < span.to);
        const groups = [...Map.groupBy(own, key)].sort(([a], [b]) => (a < b ? -1 : 1));
        return groups.slice(0, limit).map(([, of]): ProductSales => {
          const [{ at: _, ...first } = { at: 0 } as Sold] = of;
          const sum = (member: 'total' | 'vat' | 'quantity') =>
            of.reduce((all, one) => all + one[member], 0);
          const description =
            of
              .map((one) => one.description)
              .sort()
              .at(-1) ?? '';
          const sums = { total: money(sum('total')), vat: money(sum('vat')) };
          return { ...first, ...sums, description, quantity: sum('quantity') };
        });
      },
    },
  } as unknown as Pick<Store, 'ledger'>;
}

const sold = fc.record({
  at: fc.integer({ min: 0, max: YEAR - 1 }),
  productId: fc.constantFrom('a', 'b', 'B', 'ø'),
  description: fc.constantFrom('Tea', 'Coffee', 'Bun'),
  currency: fc.constantFrom('NOK', 'EUR'),
  vatRate: fc.constantFrom(1_500, 2_500),
  kind: fc.constantFrom('capture' as const, 'refund' as const),
  total: fc.integer({ min: 1, max: 9_999 }).map(money),
  vat: fc.integer({ min: 0, max: 99 }).map(money),
  quantity: fc.integer({ min: 1, max: 9 }),
});
const span = { from: 0, to: YEAR, currency: null };

it('the sales of a long span are those of one query, read a week at a time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sold, { maxLength: 60 }), async (all) => {
      const asked: SalesSpan[] = [];
      const store = ledgerOf(all, asked);
      const inOne = await store.ledger.sales('m', span, 1_000);
      asked.length = 0;
      expect(await salesInSpan(store, 'm', span, 1_000)).toEqual(inOne);
      expect(Math.max(...asked.map(({ from, to }) => to - from))).toBe(7 * DAY);
    }),
    { numRuns: 100 },
  );
});

it('more products than the limit are refused, also when each week has fewer', async () => {
  const all = Array.from(
    { length: 20 },
    (_, at): Sold => ({
      ...{ at: at * 10 * DAY, productId: `p${at}`, description: 'P', currency: 'NOK' },
      ...{ vatRate: 0, kind: 'capture', total: money(1), vat: money(0), quantity: 1 },
    }),
  );
  expect(await salesInSpan(ledgerOf(all, []), 'm', span, 20)).toHaveLength(20);
  expect(await salesInSpan(ledgerOf(all, []), 'm', span, 19)).toBeNull();
});
