import { expect, it } from 'vitest';
import {
  createSaleIds,
  receiptNumber,
  receiptNumberOf,
} from '../../../../shared/terminal/engine/sale-ids.ts';
import { testIds } from '../../../support/till.ts';

it('a receipt number is read from the id of a till’s sale; any other id gives null', () => {
  const { id, number } = createSaleIds(testIds(), 186).next();
  expect(receiptNumberOf('1042', id)).toBe(receiptNumber('1042', number));
  expect(receiptNumberOf('1042', `_second.${id}`)).toBe('1042-0187');
  for (const other of ['order-17', '2026-11', '187', `x${id}`, `${id}-2`]) {
    expect(receiptNumberOf('1042', other)).toBeNull();
  }
});
