import { afterAll, expect, it } from 'vitest';
import { axeViolations } from './axe.ts';
import { closePages, openBrowser } from './browser.ts';

afterAll(closePages);

const HEAD = '<!doctype html><html lang="en"><title>Till</title><main><h1>Till</h1>';

it('the check reports each defect of a page by its rule and its element', async () => {
  const page = await (await openBrowser()).newPage();
  await page.setContent(`${HEAD}
    <div style="background: #ffffff; opacity: 0.9"><p id="pale" style="color: #b0b0b0">Paid</p></div>
    <p id="dark" style="color: rgba(0, 0, 0, 0.9); background: hsl(210 40% 98%)">Paid</p>
    <button id="key"></button><img id="picture" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
    <p aria-hidden="true" id="word"><a href="#key" id="hidden">x</a></p>`);
  const colours = await axeViolations(page, ['color-contrast']);
  const all = await axeViolations(page);
  await page.close();
  expect(colours).toEqual(['color-contrast: #pale']);
  expect(all.sort()).toEqual([
    'aria-hidden-focus: #word',
    'button-name: #key',
    'color-contrast: #pale',
    'image-alt: #picture',
  ]);
});

it('the check reports nothing on a page without defects', async () => {
  const page = await (await openBrowser()).newPage();
  await page.setContent(`${HEAD}<p>Paid</p><button>New sale</button></main>`);
  const found = await axeViolations(page);
  await page.close();
  expect(found).toEqual([]);
});
