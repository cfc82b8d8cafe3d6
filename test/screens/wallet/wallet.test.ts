import { describe, expect, it } from 'vitest';
import { walletEn } from '../../../renderer/i18n/en/wallet.ts';
import { money } from '../../../shared/money/money.ts';
import { CODE } from '../../../shared/protocol/status-codes.ts';
import { settled } from '../../support/settled.ts';
import type { WalletPage } from './page.ts';
import { APPROVE, knob, paymentPages, TID, word } from './payment-page.ts';
import { line, NOW, request } from './requests.ts';

const { open } = paymentPages();

/** Presses once, then the key that the second step shows. */
async function payInTwoSteps(wallet: WalletPage): Promise<void> {
  await knob(wallet).click();
  await wallet.page.getByRole('button', { name: /^Pay kr[^a-z]*$/ }).click();
}

describe('the texts', () => {
  it('of the browser’s language are shown first; others are loaded when they are chosen', async () => {
    const wallet = await open('/w/', { locale: 'nb-NO' });
    const { page } = wallet;
    await word(wallet, 'Kvitteringer');
    const asked = page.waitForRequest(/assets\/wallet-[\w-]+\.js$/);
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await asked;
    await word(wallet, 'Belege');
    await page.locator('html[lang=de]').waitFor();
    expect(wallet.errors).toEqual([]);
  });
});

describe('the list', () => {
  it('lists only captured payments under Receipts, and the others under Other payments', async () => {
    const requests = [
      request({ tid: 't1', status: 'ok', captured: 12_500, merchant: 'Paid Bar' }),
      request({ tid: 't2', status: 'fail', status_code: CODE.rejected, merchant: 'Refused Bar' }),
      request({ tid: 't3', status: 'auth', merchant: 'Reserved Bar' }),
    ];
    const wallet = await open('/w/', { desk: { requests } });
    const below = (name: string) =>
      wallet.page
        .locator('.wallet-section', { has: wallet.page.getByRole('heading', { name }) })
        .locator('.wallet-row strong')
        .allTextContents();
    await word(wallet, 'Receipts');
    await wallet.page.getByText('Paid Bar').waitFor();
    expect(await below('Receipts')).toEqual(['Paid Bar']);
    expect(await below('Other payments')).toEqual(['Refused Bar', 'Reserved Bar']);
  });
});

describe('a payment that changed after the purchase', () => {
  const HOUR = 3_600_000;
  const rows = (wallet: Awaited<ReturnType<typeof open>>) =>
    wallet.page
      .locator('.wallet-row')
      .evaluateAll((all) => all.map((row) => row.textContent?.replaceAll('\u00a0', ' ')));

  it('keeps its place and time in the list after a refund, and states what stays paid', async () => {
    const paid = { status: 'ok', status_code: CODE.ok } as const;
    const old = NOW - 2 * HOUR;
    const refunds = [{ amount: money(4_200), at: NOW, text: null }];
    const requests = [
      request({
        ...paid,
        tid: 't1',
        amount: 10_500,
        captured: 10_500,
        refunded: 4_200,
        paid: old,
        refunds,
      }),
      request({ ...paid, tid: 't2', captured: 12_500, paid: NOW - HOUR }),
      request({ ...paid, tid: 't3', captured: 5_000, paid: old - HOUR }),
    ];
    const wallet = await open('/w/', { desk: { requests } });
    await wallet.page.getByText('refunded').waitFor();
    expect(await rows(wallet)).toEqual([
      'paidKaffebaren Løkka07:42 · Paidkr 125.00',
      'paidKaffebaren Løkka06:42 · Paidkr 42.00 refunded, 08:42kr 63.00',
      'paidKaffebaren Løkka05:42 · Paidkr 50.00',
    ]);
  });

  it('states the captured part on its receipt, and that the rest was released', async () => {
    const part = request({ status: 'ok', status_code: CODE.ok, captured: 5_000 });
    const wallet = await open(undefined, { desk: { requests: [part] } });
    await word(wallet, 'Paid');
    expect(await wallet.page.locator('.wallet-amount').textContent()).toMatch(/kr\s*50\.00/);
    const facts = (await wallet.page.locator('.slip-facts').textContent()) ?? '';
    expect(facts.replaceAll('\u00a0', ' ')).toMatch(/^Captured50\.00Released75\.00Time/);
  });
});

describe('the approval of a request', () => {
  it('shows the lines of the till: prices, and the discounts below them', async () => {
    const bill = {
      lines: [line('Coffee', '1', 5_200), { ...line('Cake', '2', 9_900), discount: money(1_000) }],
      discount: money(1_410),
    };
    const wallet = await open(undefined, {
      desk: { requests: [request({ amount: 12_690, bill })] },
    });
    await knob(wallet).waitFor();
    const cells = await wallet.page.locator('.wallet-lines td').allTextContents();
    expect(cells.filter((cell) => cell !== '')).toEqual([
      ...['1', 'Coffee', '52.00', '2', 'Cake', '99.00', 'Discount−10.00'],
      ...['Discount on total', '−14.10'],
    ]);
  });

  it('is sent once, also after several presses', async () => {
    const wallet = await open();
    await knob(wallet).click();
    const answer = Promise.withResolvers<void>();
    await wallet.page.route(`**/requests/${TID}/approve`, async (route) => {
      await answer.promise;
      await route.fallback();
    });
    const key = wallet.page.getByRole('button', { name: /^Pay kr[^a-z]*$/ });
    await key.evaluate((one) => {
      for (let press = 0; press < 5; press += 1) if (one instanceof HTMLElement) one.click();
    });
    await wallet.page.getByText('Sending').waitFor();
    await wallet.page.getByRole('button', { name: 'Decline' }).click({ force: true });
    await knob(wallet).click({ force: true });
    answer.resolve();
    await word(wallet, 'Approved');
    expect(wallet.desk.writes).toEqual([`${APPROVE} {}`]);
  });

  it('without a reply is not repeated before the wallet has read the request again', async () => {
    const wallet = await open();
    await knob(wallet).waitFor();
    wallet.desk.answers.set(`/requests/${TID}/approve`, [503, {}]);
    wallet.desk.answers.set(`/requests/${TID}`, [503, {}]);
    await payInTwoSteps(wallet);
    await wallet.page.getByText(/you do not pay twice/).waitFor();
    await knob(wallet).click({ force: true });
    expect(wallet.desk.writes).toHaveLength(1);
    wallet.desk.requests = [request({ status: 'auth', status_code: 3008 })];
    wallet.desk.answers.clear();
    await wallet.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await word(wallet, 'Approved');
    expect(wallet.desk.writes).toHaveLength(1);
  });

  it('is not possible after the expiry, and the page loads the result', async () => {
    const wallet = await open(undefined, { desk: { requests: [request({ expires: NOW - 1 })] } });
    await wallet.page.getByText('Time ran out').waitFor();
    await knob(wallet).click({ force: true });
    wallet.desk.requests = [request({ status: 'fail', status_code: 5011 })];
    await word(wallet, 'Time ran out');
    expect(wallet.desk.writes).toEqual([]);
  });

  it('keeps the amount visible with a bill that is longer than the screen', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => line(`Line ${index}`, '1', 100));
    const bill = { lines, discount: money(0) };
    const wallet = await open(undefined, { desk: { requests: [request({ bill })] } });
    await knob(wallet).waitFor();
    const inView = () => wallet.page.locator('.wallet-foot-sum').textContent();
    expect(await wallet.page.locator('.wallet-foot-sum').count()).toBe(0);
    await wallet.page.mouse.wheel(0, 900);
    expect(await inView()).toMatch(/Kaffebaren Løkkakr\s*125\.00/);
    const box = await knob(wallet).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  });

  it('sends the chosen additional amount', async () => {
    const desk = { requests: [request({ additional_edit: true })] };
    const wallet = await open(undefined, { desk });
    await wallet.page.getByRole('radio', { name: '20' }).check();
    await wallet.page.getByText(/kr\s*145\.00 to Kaffebaren/).waitFor();
    await wallet.page.getByRole('radio', { name: 'Other' }).check();
    const own = wallet.page.getByRole('textbox');
    await own.fill('7,5x');
    await wallet.page.getByText('Enter an amount, such as 25 or 25.50.').waitFor();
    await knob(wallet).click({ force: true });
    await own.fill('125.01');
    await wallet.page
      .getByRole('alert')
      .getByText(/^Maximum kr\s*125\.00\.$/)
      .waitFor();
    await knob(wallet).click({ force: true });
    expect(wallet.desk.writes).toEqual([]);
    await own.fill('7,5');
    await wallet.page.getByText(/kr\s*132\.50 to Kaffebaren/).waitFor();
    await payInTwoSteps(wallet);
    await word(wallet, 'Approved');
    expect(wallet.desk.writes).toEqual([`${APPROVE} {"additional_amount":750}`]);
  });

  it('that is refused shows the reason and can be tried again', async () => {
    const wallet = await open();
    const body = { error_description: 'This request has run out of time.' };
    await knob(wallet).waitFor();
    wallet.desk.answers.set(`/requests/${TID}/approve`, [409, body]);
    await payInTwoSteps(wallet);
    await wallet.page.getByText(walletEn.refusals.conflict).waitFor();
    expect(await wallet.page.getByText(body.error_description).count()).toBe(0);
    wallet.desk.answers.clear();
    await wallet.page.getByRole('button', { name: /^Pay kr[^a-z]*$/ }).click();
    await word(wallet, 'Approved');
  });
});

describe('the wallet itself', () => {
  it('has a key for another code when the code is refused', async () => {
    const wallet = await open('/w/', { desk: { me: null } });
    const { page } = wallet;
    await word(wallet, 'Sign in');
    await page.getByRole('textbox').fill('+47 987 65 432');
    await page.keyboard.press('Enter');
    await page.getByText('314159').waitFor();
    const error_description = 'The code is not right, or has run out. Ask for a new one.';
    wallet.desk.answers.set('/session', [401, { error_type: 'Unauthorized', error_description }]);
    await page.getByRole('textbox').fill('314158');
    await page.getByRole('button', { name: 'Open my wallet' }).click();
    await page.getByText('Ask for a new one.').waitFor();
    wallet.desk.answers.set('/code', [200, { demo_code: '271828' }]);
    await page.getByRole('button', { name: 'Send me a new code' }).click();
    await page.getByText('271828').waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('');
    expect(await page.getByText('Ask for a new one.').count()).toBe(0);
    const asked = 'POST /code {"msisdn":"4798765432"}';
    expect(wallet.desk.writes.filter((one) => one === asked)).toHaveLength(2);
  });

  it('is opened with a phone number and the code sent to it', async () => {
    const wallet = await open('/w/', { desk: { me: null } });
    const { page } = wallet;
    await word(wallet, 'Sign in');
    await page.getByRole('textbox').fill('+47 98');
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByText('The phone number is not complete.').waitFor();
    await page.getByRole('textbox').fill('+47 987 65 432');
    await page.keyboard.press('Enter');
    await page.getByText('314159').waitFor();
    await page.getByRole('textbox').fill('314159');
    await page.getByRole('button', { name: 'Open my wallet' }).click();
    await word(wallet, 'Waiting for you');
    expect(wallet.desk.writes).toEqual([
      'POST /code {"msisdn":"4798765432"}',
      'POST /session {"msisdn":"4798765432","code":"314159"}',
    ]);
    // The wallet says what a sign-out without an answer means; it does not repeat it.
    wallet.desk.answers.set('/session', [503, {}]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    const told = 'You are still signed in. The service did not answer. Press “Sign out” again.';
    await page.locator('.wallet-problem').waitFor();
    expect(await page.locator('.wallet-problem').allTextContents()).toEqual([told]);
    await word(wallet, 'Waiting for you');
    wallet.desk.answers.delete('/session');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await word(wallet, 'Sign in');
  });

  it('shows below a long list, too, that a sign-out had no answer, and the key to repeat it', async () => {
    const requests = Array.from({ length: 12 }, (_, index) => request({ tid: `t${index}` }));
    const { page, desk } = await open('/w/', { desk: { requests } });
    desk.answers.set('/session', [503, {}]);
    const key = page.getByRole('button', { name: 'Sign out' });
    await key.click();
    const told = page.getByText('You are still signed in.');
    await told.waitFor();
    await settled(page);
    const foot = await page.locator('.wallet-foot').boundingBox();
    for (const part of [page.locator('.wallet-problem'), key]) {
      const box = await part.boundingBox();
      expect(box?.y).toBeGreaterThan(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(foot?.y ?? 0);
    }
  });

  it('says until the next try that details were perhaps not saved, and does not repeat it', async () => {
    const { page, desk } = await open('/w/?details', { desk: { requests: [] } });
    const save = page.getByRole('button', { name: 'Save' });
    desk.answers.set('/profile', [503, {}]);
    await save.click();
    const told = page.getByText('See whether it was done before you try again.');
    await told.waitFor();
    desk.answers.clear();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await settled(page);
    expect(await page.locator('.wallet-problem').count()).toBe(1);
    await save.click();
    await page.getByText('Saved').first().waitFor();
    expect([await told.count(), desk.writes.length]).toEqual([0, 2]);
  });

  it('shows a new request by itself, opens it and returns', async () => {
    const wallet = await open('/w/', { desk: { requests: [] } });
    const { page } = wallet;
    await page.getByText('No requests.').waitFor();
    wallet.desk.requests = [request()];
    await page.getByRole('button', { name: /Kaffebaren Løkka/ }).click();
    await knob(wallet).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/p/${TID}/`);
    await page.goBack();
    await word(wallet, 'Waiting for you');
  });

  it('uses the browser’s language until the customer chooses another', async () => {
    const wallet = await open('/w/', { locale: 'nn-NO' });
    await word(wallet, 'Venter på deg');
    // The key has the name of the next language.
    for (const name of ['Deutsch', 'العربية', 'English']) {
      await wallet.page.getByRole('button', { name }).click();
    }
    await word(wallet, 'Waiting for you');
    await wallet.page.reload();
    await word(wallet, 'Waiting for you');
  });
});
