import { afterAll, beforeAll, expect } from 'vitest';

/*
 * One worker runs file after file: what a file leaves in its process is there for the next one. This
 * fails the file that leaves something, not the one that stumbles over it.
 */

const stateOf = () => ({ environment: { ...process.env }, folder: process.cwd() });

let before: ReturnType<typeof stateOf>;
beforeAll(() => {
  before = stateOf();
});
afterAll(() => {
  expect(stateOf(), 'this file changed its process; list it in vitest.config.ts').toEqual(before);
});
