import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { leavePages } from '../../support/reused-page.ts';
import { screenOf } from '../../support/screen-of.ts';
import { openWallet, type WalletPage, type WalletPageOptions } from './page.ts';
import { request } from './requests.ts';

export const TID = 'p2ybyw4tq73n';
export const APPROVE = `POST /requests/${TID}/approve`;

/** Serves the wallet for the tests of a file, and opens its pages: a payment request by default. */
export function paymentPages() {
  const served = screenOf('wallet');
  afterEach(() => leavePages(served.browser()));
  function open(path = `/p/${TID}/`, options: WalletPageOptions = {}): Promise<WalletPage> {
    // Who waits for news from the stream need not wait for long.
    const desk = { requests: [request()], reopens: 300, ...options.desk };
    const all = { locale: 'en-GB', ...options, desk };
    return openWallet(served.browser(), served.origin(), path, all);
  }
  return { served, open };
}

export const word = ({ page }: WalletPage, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

export const knob = ({ page }: WalletPage) => page.getByRole('button', { name: /^Pay kr.* to / });

/** Presses Enter on the knob shortly: on a slow machine two messages to the browser would hold it. */
export const tapKnob = (page: Page): Promise<void> =>
  page.locator('.slide-knob').evaluate((one) => {
    for (const type of ['keydown', 'keyup'])
      one.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, cancelable: true }));
  });
