import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePerson, personIdentifier } from '../../../shared/protocol/customer.ts';
import { readPhoneNumber } from '../../../shared/protocol/phone-number.ts';

const INGRID = '4798765432';
const PREFIXES = ['', '+', '00', '(+', '+ ', '0', '++', 'tel:', 'tel:+'];
const SIGNS = [' ', '-', '.', '/', '(', ')', '\u00a0', '\u2011', '+', ','];

/** A number with signs between its digits, as people and programs write it. */
const written = fc
  .tuple(
    fc.constantFrom(...PREFIXES),
    fc.array(fc.tuple(fc.nat(15), fc.constantFrom(...SIGNS)), { maxLength: 6 }),
    fc.stringMatching(/^[0-9]{1,17}$/),
  )
  .map(([prefix, signs, digits]) => {
    const letters = [...digits];
    for (const [place, sign] of signs) letters.splice(place, 0, sign);
    return prefix + letters.join('');
  });

it('a number that is written in any way is the number of a customer or refused, and never an access token', () => {
  fc.assert(
    fc.property(written, (text) => {
      const read = personIdentifier.safeParse(text);
      if (read.success) expect(parsePerson(read.data)).toEqual({ kind: 'msisdn', msisdn: text });
      else
        expect(read.error.issues[0]?.message).toMatch(/^a phone number is its country code|blank/);
    }),
  );
});

it.each([
  '+47 987 65 432',
  '(+47)98765432',
  '047 98765432',
  '٤٧٩٨٧٦٥٤٣٢',
  'tel:+4798765432',
  '+47',
])('the API refuses %s with a sentence (D-223)', (text) => {
  const [issue] = personIdentifier.safeParse(text).error?.issues ?? [];
  expect(issue?.message).toContain('such as 4798765432');
});

it.each([
  'at-4798',
  'token:0123',
  'shortlink_sn:0123456789012',
  'shortlink_id:3XfZA',
  'kaffebaren-alice',
  INGRID,
  `msisdn:${INGRID}`,
])('the API takes %s', (text) => {
  expect(personIdentifier.parse(text)).toBe(text);
});

it('operators and customers may write it as people do', () => {
  const forms = ['+47 987 65 432', '(+47)98765432', '0047 98.76.54.32', '47-987/65432', INGRID];
  for (const form of forms) expect([form, readPhoneNumber(form)]).toEqual([form, INGRID]);
  for (const wrong of ['047 98765432', '98', 'Ingrid', '', '+']) {
    expect(readPhoneNumber(wrong)).toBeNull();
  }
});
