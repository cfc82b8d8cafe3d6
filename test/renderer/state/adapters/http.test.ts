import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHttp, watchUse } from '../../../../renderer/state/adapters/http.ts';

const sent: unknown[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(init.headers);
    return new Response('{}');
  });
});
afterEach(() => {
  sent.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each(['pointerdown', 'keydown', 'wheel', 'click'])('%s is a use of the page', (kind) => {
  const page = new EventTarget();
  const isUsed = watchUse(page);
  vi.advanceTimersByTime(60_000);
  expect(isUsed()).toBe(false);
  page.dispatchEvent(new Event(kind));
  expect(isUsed()).toBe(true);
});

it('a page that nobody uses for a minute marks its reads, until somebody uses it', async () => {
  const page = new EventTarget();
  const isUsed = watchUse(page);
  const http = createHttp('http://shop.test', 'x-page', () => (isUsed() ? null : 'watching'));
  await http('GET', '/list');
  vi.advanceTimersByTime(60_000);
  await http('GET', '/list');
  await http('POST', '/change', {});
  page.dispatchEvent(new Event('keydown'));
  await http('GET', '/list');
  const write = { 'content-type': 'application/json', 'x-page': '1' };
  expect(sent).toEqual([{}, { 'x-page': 'watching' }, write, {}]);
});
