import { expect, it } from 'vitest';
import { librariesOf } from './chromium.ts';

const OWN = { LD_LIBRARY_PATH: '/unpacked/al2023/lib' };

it('the browser uses the libraries of the system if it runs with them', async () => {
  expect(await librariesOf('/unpacked', async () => null)).toEqual({});
});

it('the browser uses the libraries of its package if the system lacks them', async () => {
  const reason = async (env: object) => ('LD_LIBRARY_PATH' in env ? null : 'libnss3.so: missing');
  expect(await librariesOf('/unpacked', reason)).toEqual(OWN);
});

it('a browser that does not run with either is reported in one sentence with its reason', async () => {
  const reason = async () => 'libfoo.so: missing';
  await expect(librariesOf('/unpacked', reason)).rejects.toThrow(
    /^The browser .* does not run here \(libfoo\.so: missing\): install Chromium, .*\.$/,
  );
});
