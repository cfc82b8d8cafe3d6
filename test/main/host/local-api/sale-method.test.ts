import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../../../main/host/local-api/start-sale.ts';
import { methodOf, saleInput } from '../../../../shared/device/till-api/sale.ts';

const PHONE = { kind: 'phone', msisdn: '4798765432' };
const parsed = (body: object) => saleInput.parse({ reference: 'R-1', amount: 100, ...body });

describe('the method of a sale that a register starts', () => {
  it('may have its earlier name, and both are the same call', () => {
    const [method, way] = [parsed({ method: PHONE }), parsed({ way: PHONE })];
    expect([methodOf(method), methodOf(way)]).toEqual([PHONE, PHONE]);
    expect(fingerprintOf(method)).toBe(fingerprintOf(way));
    expect(fingerprintOf(method)).not.toBe(fingerprintOf(parsed({})));
    expect(fingerprintOf(parsed({ way: { kind: 'qr' } }))).toBe(fingerprintOf(parsed({})));
  });

  it('counts in the fingerprint as in the journals of earlier versions', () => {
    expect(fingerprintOf(parsed({}))).toBe('OgHGCj5FSiWyeKwCOUfgANL00goT7jZjE1321zjbUT4');
  });
});
