import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bookedSlip } from '../../main/host/receipts/booked-slip.ts';
import { issuedOfSale } from '../../main/host/receipts/issued.ts';
import { saleSlip } from '../../main/host/receipts/sale-slip.ts';
import { amountsOf } from '../../shared/bill/amounts.ts';
import { money } from '../../shared/money/money.ts';
import { goods } from './bills-world.ts';
import { booksWorld, SETTINGS } from './books-world.ts';

/*
 * A payment by phone has a receipt that is drawn from its sale, and an entry of the books from which every other receipt
 * is drawn. A customer must not be able to see which of them it was.
 */

const line = fc.record({
  name: fc.constantFrom('Bread', 'Tea', 'Long name of a cake with cream'),
  price: fc.integer({ min: 1, max: 99_999 }),
  count: fc.integer({ min: 1, max: 5 }),
});

it('has the same figures and the same words, drawn from the sale and from the books', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0, 500),
      fc.constantFrom(0, 1_000, 333),
      fc.constantFrom('en', 'nb', 'de'),
      fc.constantFrom(null, '47-11'),
      async (lines, tip, basisPoints, language, member) => {
        const world = await booksWorld();
        await world.order('a', ...lines.map(({ name, price, count }) => goods(name, price, count)));
        if (basisPoints > 0) {
          const discount = { kind: 'percent', basisPoints, reason: 'Regular' };
          await world.act('a', { act: 'discount_bill', discount });
        }
        if (member !== null) await world.act('a', { act: 'member', number: member });
        const total = amountsOf(world.bill('a')).total;
        await world.byPhone('a', total, { tip });
        const settings = { ...SETTINGS, language } as const;
        const [sale] = world.terminal.view().sales;
        const entry = world.entries().find(({ receipt }) => receipt === 1);
        if (sale === undefined || entry === undefined) throw new Error('no sale or no entry');
        const issued = await issuedOfSale({ books: world.books, fiscal: null }, sale);
        const drawn = saleSlip(sale, settings, { issued });
        const booked = bookedSlip(entry, settings, { kind: 'original' });
        expect(issued?.entry.fact.by).toBe('Kari');
        expect({ ...drawn, changes: undefined }).toEqual(booked);
        expect(sale.money.captured).toBe(money(total + tip));
      },
    ),
    { numRuns: 20 },
  );
});
