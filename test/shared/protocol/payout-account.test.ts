import { describe, expect, it } from 'vitest';
import { readPayoutAccount } from '../../../shared/protocol/payout-account.ts';
import { settlementAccountUpdate } from '../../../shared/protocol/settlement.ts';

describe('a payout account (D-176)', () => {
  it.each([
    ['NO9386011117947', 'NO9386011117947'],
    ['no93 8601 1117 947', 'NO9386011117947'],
    ['GB82 WEST 1234 5698 7654 32', 'GB82WEST12345698765432'],
    ['DE89370400440532013000', 'DE89370400440532013000'],
    ['SE45 5000 0000 0583 9825 7466', 'SE4550000000058398257466'],
    ['86011117947', '86011117947'],
    ['8601.11.17947', '86011117947'],
    // A country without a length in the table is judged by its check digits alone.
    ['SC18SSCB11010000000000001497USD', 'SC18SSCB11010000000000001497USD'],
  ])('%s is read as %s', (text, plain) => {
    expect(readPayoutAccount(text)).toBe(plain);
  });

  it.each([
    [''],
    ['NO9386011117948'],
    ['NO938601111794'],
    ['NO93860111179470'],
    ['DE8937040044053201300'],
    ['86011117946'],
    ['8601111794'],
    ['860111179471'],
    ['XX00'],
    ['GB82WEST1234569876543é'],
    ['12345678901234567890'],
  ])('%s is refused', (text) => {
    expect(readPayoutAccount(text)).toBeNull();
  });

  it('with one wrong digit is refused, as a Norwegian account and as an IBAN', () => {
    for (const right of ['86011117947', 'NO9386011117947']) {
      for (let at = right.length - 11; at < right.length; at += 1) {
        for (const digit of '0123456789') {
          const changed = right.slice(0, at) + digit + right.slice(at + 1);
          expect([changed, readPayoutAccount(changed)]).toEqual([
            changed,
            changed === right ? right : null,
          ]);
        }
      }
    }
  });

  it('is refused if no check digit exists for its first ten digits', () => {
    // The weighted sum leaves 1, so the check digit would have to be ten.
    const without = Array.from({ length: 10 }, (_, digit) => `0000000006${digit}`);
    expect(without.map(readPayoutAccount)).toEqual(without.map(() => null));
  });

  it('has the frequency null if the update gives none', () => {
    const read = settlementAccountUpdate.parse({ payout_account: '8601 11 17947' });
    expect(read).toEqual({ payout_account: '86011117947', frequency: null });
  });
});
