import { afterAll, expect } from 'vitest';
import { pagesLeft } from './browser.ts';

/* The files of a worker share one browser: this check fails the file that leaves a page open in it. */
afterAll(async () => {
  expect(await pagesLeft(), 'this file left pages open; closePages() ends them').toBe(0);
});
