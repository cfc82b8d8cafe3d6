import { expect, it } from 'vitest';
import { PERMISSION_MOVES } from '../../../service/permissions/rules/permission.ts';
import { MOVES } from '../../../shared/payment/moves.ts';
import { STATUS_CATALOGUE } from '../../../shared/protocol/status-codes.ts';

/** The codes of the specification's own table; nothing else is ever given (D-104). */
const GIVEN = [1003, 2000, 3008, 4004, 4019, 5006, 5011, 5012];

it('a payment and a permission only ever have a code of the specification (D-104)', () => {
  const reached = new Set([1003, 4004, ...MOVES.map(({ to }) => to)]);
  expect([...reached].sort()).toEqual(GIVEN);
  for (const { from, to } of PERMISSION_MOVES) {
    expect(GIVEN).toContain(from);
    expect(GIVEN).toContain(to);
  }
});

it('the status catalogue also contains failure codes that the service never gives', () => {
  for (const code of [5007, 5008, 5009, 5101, 5102]) {
    expect([code, STATUS_CATALOGUE.has(code)]).toEqual([code, true]);
  }
});
