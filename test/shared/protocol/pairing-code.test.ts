import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PAIRING_CODE_BYTES,
  pairingCodeOf,
  readPairingCode,
  showPairingCode,
} from '../../../shared/protocol/pairing-code.ts';

const bytes = fc.uint8Array({ minLength: PAIRING_CODE_BYTES, maxLength: PAIRING_CODE_BYTES });

describe('a pairing code', () => {
  it('keeps all forty bits: no two inputs share a code', () => {
    expect(pairingCodeOf(new Uint8Array(5))).toBe('00000000');
    expect(pairingCodeOf(new Uint8Array(5).fill(255))).toBe('ZZZZZZZZ');
    expect(pairingCodeOf(Uint8Array.of(0, 0, 0, 0, 1))).toBe('00000001');
    expect(pairingCodeOf(Uint8Array.of(128, 0, 0, 0, 0))).toBe('G0000000');
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(pairingCodeOf(a) === pairingCodeOf(b)).toBe(Buffer.compare(a, b) === 0);
      }),
    );
  });

  it('is read back as it is displayed, in either case and with spaces', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        const code = pairingCodeOf(given);
        const shown = showPairingCode(code);
        expect(shown).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
        expect(readPairingCode(shown)).toBe(code);
        expect(readPairingCode(` ${shown.toLowerCase().replace('-', ' ')} `)).toBe(code);
      }),
    );
  });

  it('is read with letters that look like digits, and is refused with any other mistake', () => {
    expect(readPairingCode('olio-1l0O')).toBe('01101100');
    for (const wrong of ['', 'ABCD-123', 'ABCD-12345', 'ABCD-123U', 'ABCD_1234', 'ÆBCD-1234']) {
      expect(readPairingCode(wrong), wrong).toBeNull();
    }
  });
});
