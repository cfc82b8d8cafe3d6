import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { WalletRequest } from '../../../shared/wallet/contract.ts';
import { axeViolations } from '../../support/axe.ts';
import { overflow, smallTargets } from '../../support/layout.ts';
import { languagesOf } from '../../support/looks.ts';
import { screenOf } from '../../support/screen-of.ts';
import { keepPicture } from '../keep-picture.ts';
import { openWallet, type WalletPageOptions } from './page.ts';
import { tapKnob } from './payment-page.ts';
import { permission, RECEIPT, RECEIPT_PAGES, request, STAGES, scan, TICKETS } from './requests.ts';

/** The last one is the size in which the pictures are made. */
const SIZES = [
  [320, 568],
  [390, 844],
] as const;
const served = screenOf('wallet');

/** Opens one page per theme, and calls `look` for every stage and every other screen. */
async function everyPicture(
  options: WalletPageOptions,
  look: (name: string, page: Page) => Promise<void>,
): Promise<void> {
  const { page, desk, errors } = await openWallet(
    served.browser(),
    served.origin(),
    '/w/',
    options,
  );
  const show = async (
    name: string,
    path: string,
    requests: readonly WalletRequest[],
    // What is drawn while the wallet opens has a heading too.
    ready = 'main:not([aria-busy="true"]) h1',
  ) => {
    desk.requests = [...requests];
    await page.goto(served.origin() + path);
    await page.locator(ready).first().waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => true));
    await look(name, page);
  };
  for (const [name, one] of Object.entries(STAGES)) await show(name, `/p/${one.tid}/`, [one]);
  desk.attachments = [RECEIPT];
  await show('receipt', '/p/p2ybyw4tq73n/', [STAGES.paid ?? request()], '.attachments');
  desk.attachments = RECEIPT_PAGES;
  await show('receipt-pages', '/p/p2ybyw4tq73n/', [STAGES.paid ?? request()], '.attachments');
  desk.attachments = [TICKETS];
  await show('tickets', '/p/p2ybyw4tq73n/', [STAGES.paid ?? request()], '.ticket .qr');
  await page.locator('.ticket .qr').scrollIntoViewIfNeeded();
  await look('ticket-code', page);
  desk.attachments = [];
  await show('approve-again', '/p/p2ybyw4tq73n/', [request()]);
  await tapKnob(page);
  await page.locator('.sure').waitFor();
  await look('sure', page);
  for (const path of ['', '/approve']) {
    desk.answers.set(`/requests/p2ybyw4tq73n${path}`, [503, {}]);
  }
  await page.locator('.sure .key-yellow').click();
  await page.locator('.wallet-problem').waitFor();
  await look('unsure', page);
  desk.answers.clear();
  desk.permissions = [permission()];
  await show('consent', '/w/?permission=r7', [], 'text=ingrid.solheim@example.no');
  desk.permissions = [permission({ status: 'ok', granted: ['openid', 'profile'] })];
  await show('shared', '/w/?permission=r7', []);
  desk.scan = scan();
  await show('scan', '/s/aB3x_/4/', []);
  desk.permissions = [permission()];
  const all = Object.values(STAGES).map((one, index) => ({ ...one, tid: `t${index}` }));
  await show('list', '/w/', all, '.wallet-row');
  desk.answers.set('/session', [503, {}]);
  await page.locator('.wallet-links .ghost').last().click();
  await page.locator('.wallet-problem').waitFor();
  await look('still-signed-in', page);
  desk.answers.clear();
  await show('details', '/w/?details', []);
  await show('scanner', '/w/?scanner', []);
  await page.locator('.scanner-again').waitFor();
  await look('scanner-off', page);
  desk.permissions = [];
  desk.answers.set('/requests', [503, {}]);
  await page.goto(`${served.origin()}/w/`);
  await page.locator('.wallet-offline').waitFor();
  await look('offline', page);
  desk.answers.clear();
  await show('empty', '/w/', []);
  await show('missing', '/p/p00000000000/', []);
  desk.answers.set('/requests/p2ybyw4tq73n/claim', [409, { error_description: 'Taken.' }]);
  await show('taken', '/p/p2ybyw4tq73n/', [request({ mine: false })]);
  desk.answers.set('/me', [200, { customer: null, demo: false, codes: 'none', origins: [] }]);
  await show('no-codes', '/w/', []);
  desk.answers.set('/me', [200, { customer: null, demo: false, codes: 'sent', origins: [] }]);
  await show('sign-in', '/w/', []);
  await page.locator('input').fill('+47 98765432');
  await page.locator('.key-yellow').click();
  await page.locator('.wallet-code').waitFor();
  await look('code', page);
  const terms = { version: '2026-11', uri: 'https://pay.example/terms' };
  const open = { customer: null, demo: false, codes: 'sent', origins: [] };
  desk.answers.set('/session', [200, { ...open, registration: { ticket: 'x', terms } }]);
  await page.locator('input').fill('314159');
  await page.locator('.key-yellow').click();
  await page.locator('.consent-part').waitFor();
  await look('register', page);
  await page.locator('.key-yellow').click();
  await page.locator('.wallet-hint[role="alert"]').first().waitFor();
  await look('register-missing', page);
  expect(errors).toEqual([]);
  await page.context().close();
}

describe('every state of the wallet', () => {
  for (const theme of ['light', 'dark'] as const) {
    for (const locale of languagesOf(theme, ['nb-NO', 'en-GB'] as const)) {
      it(`is drawn without a fault and fits, ${theme}, ${locale}`, async () => {
        const found: string[] = [];
        await everyPicture({ theme, locale }, async (name, page) => {
          const look = `${name}-${theme}-${locale.slice(0, 2)}`;
          found.push(...(await keepPicture(page, 'wallet', look)));
          if (look.endsWith('light-nb')) found.push(...(await misfits(page, name)));
          // All rules in the light; in the dark only the colours are different.
          const rules = theme === 'light' ? null : ['color-contrast'];
          for (const one of await axeViolations(page, rules)) found.push(`${name}: ${one}`);
        });
        expect(found).toEqual([]);
      });
    }
  }
});

/** A page that is loaded is made smaller and larger again: it is not loaded for every size. */
async function misfits(page: Page, name: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const over = await overflow(page);
    if (over > 0) wrong.push(`${name} is ${over} too wide at ${width}`);
    for (const small of await smallTargets(page, 48)) wrong.push(`${name} at ${width}: ${small}`);
  }
  return wrong;
}
