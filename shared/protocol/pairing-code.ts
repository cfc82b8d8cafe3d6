/** Crockford's base 32: no I, L, O or U, so that nothing reads as something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS = 5;
const LENGTH = 8;
/** Bytes of chance behind one code: 40 bits, good for ten minutes and one use. */
export const PAIRING_CODE_BYTES = (LENGTH * BITS) / 8;

/** The code of `PAIRING_CODE_BYTES` random bytes, as it is kept: eight characters. */
export function pairingCodeOf(bytes: Uint8Array): string {
  let held = 0;
  let bits = 0;
  let code = '';
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= BITS) {
      bits -= BITS;
      code += ALPHABET[(held >> bits) & 31] ?? '';
    }
    held &= (1 << bits) - 1;
  }
  return code;
}

/**
 * Reads a code as people type it: in any case, with blanks and dashes anywhere, O for 0, and I or L
 * for 1. Null for what cannot be one.
 */
export function readPairingCode(typed: string): string | null {
  const plain = typed
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const fits = plain.length === LENGTH && [...plain].every((one) => ALPHABET.includes(one));
  return fits ? plain : null;
}

/** As it is shown: `ABCD-1234`. */
export function showPairingCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}
