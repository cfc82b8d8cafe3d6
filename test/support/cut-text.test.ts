import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closePages, openBrowser } from './browser.ts';
import { cutTexts, MAY_BE_CUT } from './cut-text.ts';
import { unreadable } from './readable.ts';

/* The search for texts that are cut off, with pages that have the fault and pages that do not. */

const BOX = 'width:100px;font:20px/24px monospace;';
const LONG = 'Donaudampfschifffahrt';
let page: Page;

beforeAll(async () => {
  page = await (await (await openBrowser()).newContext()).newPage();
});
afterAll(closePages);

const box = (style: string, content: string) =>
  `<div class="box" style="${BOX}${style}">${content}</div>`;

it.each([
  ['cuts off a word at its side', box('overflow:hidden', LONG), /off at its side by \.box/],
  [
    'ends the text with an ellipsis',
    box('overflow:hidden;text-overflow:ellipsis', LONG),
    /off at its side/,
  ],
  [
    'hides a line below its edge',
    box('overflow:hidden;height:24px', 'one two three four'),
    /lines that \.box/,
  ],
  ['hides half of a line', box('overflow:hidden;height:12px', 'one'), /lines that \.box/],
  [
    'is wider than the window',
    `<p style="white-space:nowrap">${LONG.repeat(20)}</p>`,
    /the window/,
  ],
  [
    'contains it as a positioned element and cuts it off',
    box('position:relative;overflow:hidden', `<b style="position:absolute">${LONG}</b>`),
    /off at its side by \.box/,
  ],
])('the search finds a text if an element %s', async (_, html, found) => {
  await page.setContent(html);
  expect(await cutTexts(page)).toEqual([expect.stringMatching(found)]);
  expect(await unreadable(page)).toContainEqual(expect.stringMatching(found));
});

it('the search finds a text and an amount in a shadow root', async () => {
  await page.setContent('<div id="host"></div>');
  await page.evaluate(
    (html) => {
      const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
      if (root !== undefined) root.innerHTML = html;
    },
    box('overflow:hidden', `<span class="amount">${'9'.repeat(20)}</span>`),
  );
  const found = await unreadable(page);
  expect(found).toEqual([
    expect.stringMatching(/is clipped by \.box/),
    expect.stringMatching(/is cut off at its side by \.box/),
  ]);
});

it.each([
  ['that fits', box('overflow:hidden', 'Tea')],
  ['in a list that scrolls', box('overflow-y:auto;height:24px', 'one two three four')],
  ['for screen readers only', box('overflow:hidden;clip-path:inset(50%)', LONG)],
  [
    'that is positioned relative to an outer element',
    box('overflow:hidden', `<b style="position:absolute">${LONG}</b>`),
  ],
])('the search does not find a text %s', async (_, html) => {
  await page.setContent(html);
  expect(await cutTexts(page)).toEqual([]);
});

it('an exception applies only to its selector and its way, and not to an amount', async () => {
  const style = 'overflow:hidden;text-overflow:ellipsis';
  const may = [{ selector: '.box', way: 'side', reason: 'a test' }] as const;
  await page.setContent(box(style, LONG));
  expect(await cutTexts(page, may)).toEqual([]);
  expect(await cutTexts(page, [{ ...may[0], way: 'lines' }])).toHaveLength(1);
  expect(await cutTexts(page, [{ ...may[0], selector: '.other' }])).toHaveLength(1);
  await page.setContent(box(style, `<span class="figures">${'9'.repeat(20)}</span>`));
  expect(await cutTexts(page, may)).toHaveLength(1);
  expect(await cutTexts(page, [{ ...may[0], amounts: true }])).toEqual([]);
});

it('every exception has a reason', () => {
  for (const { reason } of MAY_BE_CUT) expect(reason.length).toBeGreaterThan(20);
});
