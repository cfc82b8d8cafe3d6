import { afterAll, expect } from 'vitest';

/* A worker runs many files one after the other: this check fails the file that changes the process. */

const stateOf = () => ({ environment: { ...process.env }, folder: process.cwd() });
const before = stateOf();

afterAll(() => {
  expect(stateOf(), 'this file changed its process; list it in vitest.config.ts').toEqual(before);
});
