import { expect, it } from 'vitest';
import { isReadable, readServiceAddress } from '../../../../shared/device/pairing/address.ts';

it('a typed service address is completed, and an invalid one is refused', () => {
  const read = (typed: string) => {
    const done = readServiceAddress(typed);
    return done.ok ? done.value : null;
  };
  expect(read('pay.example.com')).toBe('https://pay.example.com/merchant/v1');
  expect(read(' https://pay.example.com/ ')).toBe('https://pay.example.com/merchant/v1');
  expect(read('http://127.0.0.1:4600')).toBe('http://127.0.0.1:4600/merchant/v1');
  expect(read('localhost:4600')).toBe('http://localhost:4600/merchant/v1');
  expect(read('[::1]:4600')).toBe('http://[::1]:4600/merchant/v1');
  expect(read('https://pay.example.com/api/v2/')).toBe('https://pay.example.com/api/v2');
  expect(read('pay.example.com/tillkit/')).toBe('https://pay.example.com/tillkit/merchant/v1');
  expect(read('https://pay.example.com/tillkit/merchant/v1')).toBe(
    'https://pay.example.com/tillkit/merchant/v1',
  );
  for (const wrong of [
    '',
    '   ',
    'ftp://x.example',
    'https://user:word@x.example',
    'https://x.example?a',
    'https://x.example#a',
    'two words',
    `https://${'a'.repeat(3_000)}.example`,
  ]) {
    expect(read(wrong), wrong).toBeNull();
  }
});

it('only plain http to another machine counts as readable on the network', () => {
  expect(isReadable('http://192.0.2.7/merchant/v1')).toBe(true);
  expect(isReadable('http://127.0.0.1:4600/merchant/v1')).toBe(false);
  expect(isReadable('http://localhost/merchant/v1')).toBe(false);
  expect(isReadable('http://127.0.0.1.example/merchant/v1')).toBe(true);
  expect(isReadable('https://pay.example.com/merchant/v1')).toBe(false);
});
