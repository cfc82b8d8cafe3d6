import { expect, it } from 'vitest';
import { formatFor } from '../../../shared/format/format.ts';
import { lineQuantity } from '../../../shared/format/line-quantity.ts';
import { money } from '../../../shared/money/money.ts';

const NB = formatFor({ language: 'nb' });
const said = (quantity: string, unit?: string) =>
  lineQuantity(
    { quantity, price: money(24_900), ...(unit === undefined ? {} : { unit }) },
    NB,
    'NOK',
  );

it('says pieces before the name, and what was measured with its unit and the price of one', () => {
  expect(said('2')).toEqual({ pieces: '2', measured: '' });
  expect(said('1.335', 'kg')).toEqual({ pieces: '', measured: '1,335\u00a0kg × 249,00' });
  expect(said('2', 'kg')).toEqual({ pieces: '', measured: '2\u00a0kg × 249,00' });
  // The lines of a payment have no unit.
  expect(said('1.335')).toEqual({ pieces: '', measured: '1,335 × 249,00' });
});
