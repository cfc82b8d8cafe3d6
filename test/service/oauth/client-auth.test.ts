import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readBasic } from '../../../service/oauth/client-auth.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
/** As RFC 6749, appendix B, encodes a part. */
const encoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
const part = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => text.isWellFormed());

it('a Basic header gives back any id and any password that were form-encoded (RFC 6749, 2.3.1)', () => {
  fc.assert(
    fc.property(part, part, (id, secret) => {
      const header = `Basic ${base64(`${encoded(id)}:${encoded(secret)}`)}`;
      expect(readBasic(header)).toEqual({ id, secret });
    }),
  );
});

it('a Basic header with parts that are not form-encoded gives them as they are', () => {
  expect(readBasic(`Basic ${base64('app-1:50%off')}`)).toEqual({ id: 'app-1', secret: '50%off' });
  expect(readBasic(`basic ${base64('app-1:a:b')}`)).toEqual({ id: 'app-1', secret: 'a:b' });
  expect(readBasic(`Basic ${base64('no colon')}`)).toBeNull();
  expect(readBasic('Bearer abc')).toBeNull();
  expect(readBasic(undefined)).toBeNull();
});
