import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalString, type SentHeader } from '../../../shared/protocol/signing.ts';

const names = ['X-Svc-A', 'X-Svc-B', 'x-svc-C', 'X-SVC-Merchant', 'X-Svc-User', 'X-Svc-Z'];
const headers = names.map((name): SentHeader => [name, `of ${name.toLowerCase()}`]);
const signed = (given: readonly SentHeader[]) =>
  canonicalString('get', 'HTTP://Shop.Example/Path', given, 'x-svc');

it('headers are signed sorted by name, in whatever order they are sent', () => {
  const wanted = [
    'X-SVC-A=of x-svc-a',
    'X-SVC-B=of x-svc-b',
    'X-SVC-C=of x-svc-c',
    'X-SVC-MERCHANT=of x-svc-merchant',
    'X-SVC-USER=of x-svc-user',
    'X-SVC-Z=of x-svc-z',
  ].join('&');
  fc.assert(
    fc.property(fc.shuffledSubarray(headers, { minLength: headers.length }), (shuffled) => {
      expect(signed(shuffled)).toBe(`GET|http://shop.example/Path|${wanted}`);
    }),
  );
});

it('a header that is sent several times keeps the order in which it came', () => {
  const repeated = ['3', '1', '2', '1'].map((value): SentHeader => ['X-Svc-A', value]);
  const text = signed([['X-Svc-B', 'b'], ...repeated]);
  expect(text).toMatch(/\|X-SVC-A=3&X-SVC-A=1&X-SVC-A=2&X-SVC-A=1&X-SVC-B=b$/);
});

it('an address with line breaks after the host is signed completely', () => {
  expect(canonicalString('GET', 'http://x/a\nb?c\nd', [], 'X-Svc')).toBe('GET|http://x/a\nb?c\nd|');
});
