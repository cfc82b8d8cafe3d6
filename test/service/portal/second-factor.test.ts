import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { acceptedStep, typedRecoveryCode } from '../../../service/portal/second-factor.ts';

/** The secret of the examples of RFC 6238, `12345678901234567890`. */
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32;
const SECONDS = 1_000;

/** RFC 6238 written down a second time, to check the library and its settings. */
function codeAt(seconds: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / 30)));
  const mac = createHmac('sha1', '12345678901234567890').update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000;
  return String(number).padStart(6, '0');
}

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('is that of RFC 6238 at %d s', (seconds, code) => {
    expect(codeAt(seconds)).toBe(code);
    const step = Math.floor(seconds / 30);
    expect(acceptedStep(RFC_SECRET, code, seconds * SECONDS, 0)).toBe(step);
  });

  it('is accepted one step before and after its time, and not two', () => {
    const now = 1_234_567_890;
    const steps = [-2, -1, 0, 1, 2].map((away) =>
      acceptedStep(RFC_SECRET, codeAt(now + away * 30), now * SECONDS, 0),
    );
    const step = Math.floor(now / 30);
    expect(steps).toEqual([null, step - 1, step, step + 1, null]);
  });

  it('is refused at the step that was used last, and at earlier ones', () => {
    const now = 1_234_567_890;
    const step = Math.floor(now / 30);
    const tryAt = (last: number) => acceptedStep(RFC_SECRET, codeAt(now), now * SECONDS, last);
    expect([tryAt(step - 1), tryAt(step), tryAt(step + 1)]).toEqual([step, null, null]);
  });

  it.each(['', '28708', '2870822', '28708a', '٢٨٧٠٨٢', ' 287082'])('is refused as %j', (code) => {
    expect(acceptedStep(RFC_SECRET, code, 59 * SECONDS, 0)).toBeNull();
  });

  it('equals the code of another TOTP implementation', () => {
    const app = new TOTP({ secret: Secret.fromBase32(RFC_SECRET), digits: 6, period: 30 });
    expect(app.generate({ timestamp: 59 * SECONDS })).toBe('287082');
  });
});

describe('a recovery code', () => {
  it.each([
    ['ab12-cd34', 'ab12cd34'],
    [' AB12 CD34 ', 'ab12cd34'],
    ['287082', null],
    ['ab12-cd3', null],
    ['ab12-cd3ø', null],
    ['', null],
  ])('is read from the input %j', (typed, code) => {
    expect(typedRecoveryCode(typed)).toBe(code);
  });
});
