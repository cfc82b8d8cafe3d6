import { afterEach, expect, test, vi } from 'vitest';
import { afterFirstPicture } from '../../../../renderer/state/adapters/first-view.ts';

/** What the page has asked its browser for, in order. */
const asked: { readonly what: 'frame' | 'idle'; readonly run: () => void }[] = [];
const ask = (what: 'frame' | 'idle') => (run: () => void) => asked.push({ what, run });

/** The browser's turn: it runs the oldest wish of the page. */
const turn = () => {
  const next = asked.shift();
  next?.run();
  return next?.what;
};

afterEach(() => {
  asked.length = 0;
  vi.unstubAllGlobals();
});

test('what loads after the first picture waits for its frame and for a page with nothing to do', () => {
  vi.stubGlobal('requestAnimationFrame', ask('frame'));
  vi.stubGlobal('requestIdleCallback', ask('idle'));
  vi.stubGlobal('window', globalThis);
  const task = vi.fn();
  afterFirstPicture(task);
  expect([turn(), task.mock.calls.length]).toEqual(['frame', 0]);
  expect([turn(), task.mock.calls.length]).toEqual(['idle', 1]);
  expect(asked).toEqual([]);
});

test('a browser that knows no idle time begins with the frame after the first picture', () => {
  vi.stubGlobal('requestAnimationFrame', ask('frame'));
  vi.stubGlobal('window', {});
  const task = vi.fn();
  afterFirstPicture(task);
  expect([turn(), task.mock.calls.length]).toEqual(['frame', 0]);
  expect([turn(), task.mock.calls.length]).toEqual(['frame', 1]);
});
