import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { screenOf } from '../../support/screen-of.ts';
import { openWallet } from './page.ts';
import { NOW, permission, request } from './requests.ts';

const served = screenOf('wallet');

/** The accessible name of the focused element, and whether its focus ring is visible. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const one = document.activeElement;
    if (!(one instanceof HTMLElement) || one === document.body) return 'nothing';
    const words = one.cloneNode(true);
    if (words instanceof Element) for (const svg of words.querySelectorAll('svg')) svg.remove();
    const own = one.getAttribute('aria-label') ?? words.textContent ?? '';
    const label = one instanceof HTMLInputElement ? (one.labels?.[0]?.textContent ?? '') : own;
    // A control that covers its own drawing shows the ring there.
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    const ring = outlineStyle !== 'none' && Number.parseInt(outlineWidth, 10) >= 2;
    return `${label.trim().replaceAll('\u00a0', ' ')}${ring ? '' : ' (no ring)'}`;
  });
}

/** Walks with Tab from the top, until the walk is where it began; the stops on the way. */
async function walk(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const here = await focused(page);
    if (here === 'nothing' || here === stops[0]) break;
    stops.push(here);
  }
  return stops;
}

async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${name}`);
}

it('sign-in, payment, receipt and sign-out work without a pointer', async () => {
  const desk = { me: null, requests: [request({ additional_edit: true })] };
  const {
    page,
    desk: after,
    errors,
  } = await openWallet(served.browser(), served.origin(), '/w/', {
    locale: 'en-GB',
    desk,
  });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await walk(page)).toEqual(['Norsk', 'Phone number', 'Send me a code']);
  await tabTo(page, /^Phone number/);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('+4798765432');
  await page.keyboard.press('Enter');
  await page.getByText('314159').waitFor();
  await tabTo(page, /^Six-digit code/);
  await page.keyboard.type('314159');
  await page.keyboard.press('Enter');
  // The heading is visible while the list is still loading.
  await page.getByRole('button', { name: /^Kaffebaren Løkka/ }).waitFor();
  expect(await walk(page)).toEqual([
    ...['Norsk', 'Kaffebaren Løkka08:42 · Approve or declinekr 125.00'],
    ...['My details', 'Sign out', 'Scan a code'],
  ]);
  await tabTo(page, /^Kaffebaren Løkka/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Decline' }).waitFor();
  expect(await walk(page)).toEqual([
    ...['Norsk', 'Decline', 'None'],
    'Pay kr 125.00 to Kaffebaren Løkka. Press for the next step, or hold Enter for one second.',
  ]);
  await tabTo(page, /^None/);
  await page.keyboard.press('ArrowRight');
  await tabTo(page, /^Pay kr 135\.00 to/);
  // The page's clock is paused, so that the press is short.
  await page.clock.pauseAt(NOW + 60_000);
  await page.keyboard.press('Space');
  await page.clock.resume();
  await page.getByText('Pay kr 135.00 to Kaffebaren Løkka?').waitFor();
  await tabTo(page, /^Pay kr 135\.00$/);
  await page.keyboard.press('Space');
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  after.requests = [request({ status: 'ok', status_code: 2000, captured: 13_500 })];
  await page.getByRole('button', { name: 'Print or save' }).waitFor();
  expect(await walk(page)).toEqual(['Norsk', 'Print or save', 'Go to my wallet']);
  await tabTo(page, /^Go to my wallet/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Receipts' }).waitFor();
  await tabTo(page, /^Sign out/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(after.writes.filter((one) => one.includes('/requests/'))).toEqual([
    'POST /requests/p2ybyw4tq73n/approve {"additional_amount":1000}',
  ]);
  expect(errors).toEqual([]);
});

it('a permission request and a typed code work without a pointer', async () => {
  const desk = { permissions: [permission({ scope: ['openid', 'profile', 'email'] })] };
  const { page, desk: after } = await openWallet(
    served.browser(),
    served.origin(),
    '/w/?permission=r7',
    {
      locale: 'en-GB',
      desk,
    },
  );
  await page.getByRole('switch', { name: /Email/ }).waitFor();
  expect(await walk(page)).toHaveLength(5);
  await tabTo(page, /^Email/);
  await page.keyboard.press('Space');
  await tabTo(page, /^Share name$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Shared', exact: true }).waitFor();
  expect(after.writes).toEqual(['POST /permissions/r7/accept {"scope":"openid profile"}']);
  await page.goto(`${served.origin()}/w/?scanner`);
  await page.getByRole('heading', { name: 'Scan a code' }).waitFor();
  await page.getByRole('button', { name: 'Start camera' }).waitFor();
  expect(await walk(page)).toEqual([
    ...['Norsk', 'Start camera', 'Or type the code'],
    ...['Open code', 'Go to my wallet'],
  ]);
});
