import { describe, expect, it } from 'vitest';
import {
  customerOf,
  mayBeSame,
  paymentMethod,
  stickerCustomer,
  stickerOf,
} from '../../../../shared/terminal/sale/payment-methods.ts';
import type { PaymentMethod, Sticker } from '../../../../shared/terminal/sale/state.ts';

/* How a payment method names its customer to the service, and which methods are valid. */

const serial = (one: string): Sticker => ({ kind: 'serial', serial: one });
const link = (id: string): Sticker => ({ kind: 'shortlink', id });
const QR: PaymentMethod = { kind: 'qr' };
const STUCK: PaymentMethod = { kind: 'sticker', sticker: serial('A1') };
const BOTH: PaymentMethod = { kind: 'qr_and_sticker', sticker: link('abcde') };

describe('the customer of a request', () => {
  it.each([
    [QR, null],
    [BOTH, null],
    [{ kind: 'device_code', code: 'x' }, null],
    [{ kind: 'phone', msisdn: '4712345678' }, 'msisdn:4712345678'],
    [{ kind: 'scan_token', token: 'token:abc' }, 'token:abc'],
    [STUCK, 'shortlink_sn:A1'],
    [{ kind: 'sticker', sticker: link('abcde') }, 'shortlink_id:abcde'],
  ] as const)('%o names %s', (method, customer) => {
    expect(customerOf(method)).toBe(customer);
  });

  it('is the serial number or the shortlink id of a sticker', () => {
    expect(stickerCustomer(serial('A1'))).toBe('shortlink_sn:A1');
    expect(stickerCustomer(link('abcde'))).toBe('shortlink_id:abcde');
  });
});

describe('stickers', () => {
  it('belong to the payment methods sticker and qr_and_sticker', () => {
    expect(stickerOf(STUCK)).toEqual(serial('A1'));
    expect(stickerOf(BOTH)).toEqual(link('abcde'));
    expect(stickerOf(QR)).toBeNull();
    expect(stickerOf({ kind: 'phone', msisdn: '4712345678' })).toBeNull();
  });

  it('are different only if they have different ids of the same kind', () => {
    const pairs = [
      [serial('A1'), serial('A1'), true],
      [serial('A1'), serial('A2'), false],
      [link('a'), link('a'), true],
      [link('a'), link('b'), false],
      [serial('a'), link('b'), true],
    ] as const;
    for (const [one, other, same] of pairs) {
      expect(mayBeSame(one, other)).toBe(same);
      expect(mayBeSame(other, one)).toBe(same);
    }
  });
});

describe('the schema of a payment method', () => {
  const reads = (method: unknown) => paymentMethod.safeParse(method).success;

  it('accepts a phone number of 8 to 15 digits that does not start with zero', () => {
    const phone = (msisdn: string) => reads({ kind: 'phone', msisdn });
    expect([phone('47123456'), phone('471234567890123')]).toEqual([true, true]);
    for (const no of ['4712345', '4712345678901234', '04712345678', '+4712345678', '47 1234567']) {
      expect(phone(no), no).toBe(false);
    }
  });

  it('accepts only valid scan tokens and valid sticker serial numbers', () => {
    const token = (one: string) => reads({ kind: 'scan_token', token: one });
    expect([token('token:a'), token(`token:${'a'.repeat(90)}`)]).toEqual([true, true]);
    for (const no of ['token:', 'a', 'x token:a', 'token:a b', `token:${'a'.repeat(91)}`]) {
      expect(token(no), no).toBe(false);
    }
    const sticker = (one: string) => reads({ kind: 'sticker', sticker: serial(one) });
    expect([sticker('A-1'), sticker('A 1'), sticker('A/1'), sticker('')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('sets the device code to null by default, and refuses invalid codes, kinds and fields', () => {
    expect(paymentMethod.parse({ kind: 'device_code' })).toEqual({
      kind: 'device_code',
      code: null,
    });
    expect(paymentMethod.parse({ kind: 'device_code', code: 'a' })).toEqual({
      kind: 'device_code',
      code: 'a',
    });
    expect(reads({ kind: 'device_code', code: 'a/b' })).toBe(false);
    expect(reads({ kind: 'cash' })).toBe(false);
    expect(reads({ kind: 'qr', more: 1 })).toBe(false);
  });
});
