import { afterAll, expect } from 'vitest';

/* One worker runs file after file: this fails the file that leaves its process otherwise. */

const stateOf = () => ({ environment: { ...process.env }, folder: process.cwd() });
const before = stateOf();

afterAll(() => {
  expect(stateOf(), 'this file changed its process; list it in vitest.config.ts').toEqual(before);
});
