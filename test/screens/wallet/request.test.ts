import { describe, expect, it } from 'vitest';
import { openWallet } from './page.ts';
import { knob, paymentPages, TID, word } from './payment-page.ts';
import { request } from './requests.ts';

const { served, open } = paymentPages();

describe('a request', () => {
  it('is claimed by the first wallet that opens it, in the demo without sign-in', async () => {
    const desk = { me: null, requests: [request({ mine: false })] };
    const wallet = await open(undefined, { desk });
    await word(wallet, 'Kaffebaren Løkka');
    await wallet.page.getByText('Ingrid Solheim').waitFor();
    expect(wallet.desk.writes).toEqual(['POST /demo-session {}', `POST /requests/${TID}/claim {}`]);
  });

  it('is rejected after a confirmation, whose first key returns to the request', async () => {
    const wallet = await open();
    const reject = wallet.page.getByRole('button', { name: 'Decline', exact: true });
    await reject.click();
    const question = wallet.page.getByRole('dialog', {
      name: 'Decline the payment to Kaffebaren Løkka?',
    });
    const keep = question.getByRole('button', { name: 'Back to the payment' });
    expect(await keep.evaluate((key) => key === document.activeElement)).toBe(true);
    await wallet.page.keyboard.press('Enter');
    expect(await question.count()).toBe(0);
    expect(wallet.desk.writes).toEqual([]);
    await reject.click();
    await question.getByRole('button', { name: 'Decline payment' }).click();
    await word(wallet, 'Declined');
    expect(wallet.desk.writes).toEqual([`POST /requests/${TID}/reject {}`]);
  });

  it('of another wallet, or an unknown one, shows a message', async () => {
    const taken = await openWallet(served.browser(), served.origin(), '/p/p00000000000/', {
      locale: 'en-GB',
    });
    await word(taken, 'No payment has this code');
    taken.desk.requests = [request({ mine: false })];
    taken.desk.answers.set(`/requests/${TID}/claim`, [409, { error_description: 'Taken.' }]);
    await taken.page.goto(`${served.origin()}/p/${TID}/`);
    await word(taken, 'Already opened');
  });

  it('updates by itself', async () => {
    const wallet = await open();
    await knob(wallet).waitFor();
    wallet.desk.requests = [request({ status: 'fail', status_code: 4019 })];
    // The stream of the scripted service ends at once, so the browser opens it again and again.
    await word(wallet, 'Cancelled by the shop');
    expect(await wallet.page.getByRole('alert').first().innerText()).toMatch(/^Cancelled/);
  });

  it('is loaded again when the network is back', async () => {
    const wallet = await open();
    await knob(wallet).waitFor();
    wallet.desk.answers.set('/me', [503, {}]);
    await wallet.page.reload();
    await word(wallet, 'No connection');
    wallet.desk.answers.clear();
    await wallet.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await word(wallet, 'Kaffebaren Løkka');
  });
});
