import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { acceptedStep } from '../../service/portal/second-factor.ts';
import { codesAround, wrongCodes } from './portal-people.ts';

/** The secret of the examples of RFC 6238. */
const secret = Secret.fromLatin1('12345678901234567890');
const app = new TOTP({ secret, digits: 6, period: 30 });
/** A step whose code plus one is the code of the next step, and a step with the code of the next one. */
const [NEIGHBOUR, TWIN] = [1_401_316, 910_737];
const startOf = (step: number) => step * 30_000;

it('the service refuses each wrong code, also where a number after the right code is accepted', () => {
  const at = startOf(NEIGHBOUR);
  expect(codesAround(app, at).slice(1)).toEqual(['258751', '258752']);
  const wrong = wrongCodes(app, at, 50);
  expect(wrong).toHaveLength(50);
  expect(wrong[0]).toBe('258753');
  for (const code of wrong) expect(acceptedStep(secret.base32, code, at, 0)).toBeNull();
});

it('a used code is right again if the next step has the same one, so tests need another', () => {
  const [before, code = '', after] = codesAround(app, startOf(TWIN));
  expect([before === code, after]).toEqual([false, code]);
  expect(acceptedStep(secret.base32, code, startOf(TWIN + 1), TWIN)).toBe(TWIN + 1);
});
