import { expect, it } from 'vitest';
import { fingerprintOf } from '../../../../main/host/local-api/start-sale.ts';
import { methodOf, saleInput } from '../../../../shared/device/till-api/sale.ts';

const parsed = (body: object) => saleInput.parse({ reference: 'R-1', amount: 100, ...body });

it('a sale of a register without a method is the same call as one by a code, and no other', () => {
  const phone = parsed({ method: { kind: 'phone', msisdn: '4798765432' } });
  const code = parsed({ method: { kind: 'qr' } });
  expect(methodOf(parsed({}))).toEqual({ kind: 'qr' });
  expect(fingerprintOf(code)).toBe(fingerprintOf(parsed({})));
  expect(fingerprintOf(phone)).not.toBe(fingerprintOf(code));
});
