import { afterEach, describe, expect, it } from 'vitest';
import { RIGHTS_OF } from '../../../shared/portal/sign-in.ts';
import { leavePages } from '../../support/reused-page.ts';
import { screenOf } from '../../support/screen-of.ts';
import { openPortal, type PortalPage, type PortalPageOptions } from './page.ts';

const served = screenOf('portal');

afterEach(() => leavePages(served.browser()));

const open = (path = '/m/', options: PortalPageOptions = {}) =>
  openPortal(served.browser(), served.origin(), path, options);
const writes = ({ office }: PortalPage) => office.calls.filter((call) => !call.startsWith('GET'));

describe('a refund', () => {
  const TID = 'p2ybyw4tq73n';
  const PATH = `POST /payments/${TID}/refund`;
  async function ask(options: PortalPageOptions = {}) {
    const portal = await open(`/m/payments/${TID}`, options);
    await portal.page.getByRole('button', { name: 'Refund payment' }).click();
    return { ...portal, dialog: portal.page.getByRole('dialog') };
  }

  it('is confirmed first, for the whole amount by default, with the keyboard', async () => {
    const portal = await open(`/m/payments/${TID}`);
    const { page } = portal;
    await page.getByRole('button', { name: 'Refund payment' }).focus();
    await page.keyboard.press('Enter');
    const amount = page.getByLabel('Amount, NOK');
    await amount.waitFor();
    expect(await amount.inputValue()).toBe('125.00');
    expect(await amount.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Refund kr 125.00' }).waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('25,5');
    await page.getByRole('button', { name: 'Refund kr 25.50' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(' Cold coffee ');
    expect(writes(portal)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('kr 25.50 refunded to the customer.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(writes(portal)).toEqual([
      `${PATH} {"refund_id":"portal-1","amount":2550,"text":"Cold coffee"}`,
    ]);
    expect(portal.errors).toEqual([]);
  });

  it('of items has what they cost, counts what was refunded before, and refuses more than is left', async () => {
    const portal = await ask();
    const { page, dialog } = portal;
    const first = page.getByLabel('Quantity of Flat white');
    await dialog.getByRole('button', { name: 'Refund items instead' }).click();
    await first.waitFor();
    expect(await first.evaluate((one) => one === document.activeElement)).toBe(true);
    const key = dialog.getByRole('button', { name: /^Refund(?! items| an)/ });
    expect(await key.getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('Quantity of Flat white').fill('1');
    // The second of three buns at 40.00 together, after the first was refunded.
    await page.getByLabel('Quantity of Kanelbolle').fill('1,0');
    await dialog.getByRole('button', { name: 'Refund kr 65.34' }).waitFor();
    await page.getByLabel('Quantity of Kanelbolle').fill('3');
    await expect.poll(() => key.getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('Quantity of Kanelbolle').fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('kr 52.00 refunded to the customer.').waitFor();
    expect(writes(portal)).toEqual([
      `${PATH} {"refund_id":"portal-1","amount":5200,"lines":[{"index":0,"quantity":"1","total":5200}],"text":null}`,
    ]);
  });

  it('is made once if the key is pressed twice', async () => {
    const portal = await ask();
    await portal.dialog.getByRole('button', { name: /^Refund(?! items| an)/ }).dblclick();
    await portal.page.getByRole('status').getByText('kr 125.00 refunded').waitFor();
    expect(writes(portal)).toHaveLength(1);
  });

  it('is not sent with an invalid amount or more than the remaining amount', async () => {
    const portal = await ask();
    for (const typed of ['', '0', '125.01', '1,250', 'all', '-5']) {
      await portal.page.getByLabel('Amount, NOK').fill(typed);
      await portal.page.keyboard.press('Enter');
      const key = portal.dialog.getByRole('button', { name: /^Refund(?! items| an)/ });
      expect(await key.getAttribute('aria-disabled')).toBe('true');
    }
    await portal.dialog.getByText('An amount up to kr 125.00').waitFor();
    await portal.page.keyboard.press('Escape');
    await portal.dialog.waitFor({ state: 'detached' });
    expect(writes(portal)).toEqual([]);
  });

  it('without a reply is reported as not confirmed, and is repeated under the same id', async () => {
    const portal = await ask();
    portal.office.answers.set(PATH, [502, {}]);
    await portal.dialog.getByRole('button', { name: /^Refund(?! items| an)/ }).click();
    await portal.dialog.getByText('Not confirmed yet').waitFor();
    portal.office.answers.set(PATH, [400, { error_description: 'That is more than was taken.' }]);
    await portal.dialog.getByRole('button', { name: /^Refund(?! items| an)/ }).click();
    await portal.dialog.getByText('That is more than was taken.').waitFor();
    portal.office.answers.clear();
    await portal.dialog.getByRole('button', { name: /^Refund(?! items| an)/ }).click();
    await portal.page.getByText('kr 125.00 refunded to the customer.').waitFor();
    expect(new Set(writes(portal)).size).toBe(1);
    expect(writes(portal)).toHaveLength(3);
  });

  it('is not offered if nothing was captured, nor to a user without a key', async () => {
    const portal = await open('/m/payments/p1');
    await portal.page.getByRole('heading', { name: 'Waiting' }).waitFor();
    expect(await portal.page.getByRole('button', { name: 'Refund payment' }).count()).toBe(0);
    const { me } = portal.office;
    if (me.user === null) throw new Error('somebody is signed in');
    portal.office.me = { ...me, user: { ...me.user, rights: [...RIGHTS_OF.secret] } };
    await portal.page.goto(`${served.origin()}/m/payments/${TID}`);
    await portal.page.getByText('Sign in as a user with a key to refund.').waitFor();
    expect(await portal.page.getByRole('button', { name: 'Refund payment' }).count()).toBe(0);
  });
});

describe('the file of the payments', () => {
  it('contains the results of the current search', async () => {
    const { page } = await open();
    const link = page.getByRole('link', { name: 'Download CSV' });
    const address = async () => {
      const { pathname, searchParams } = new URL(
        (await link.getAttribute('href')) ?? '',
        page.url(),
      );
      return [pathname, Object.fromEntries(searchParams)];
    };
    await link.waitFor();
    expect(await address()).toEqual(['/portal/v1/payments.csv', { day: '2026-11-20' }]);
    await page.getByRole('button', { name: 'All days' }).click();
    await page.getByRole('searchbox').fill('125,00');
    await page.getByRole('button', { name: 'Not completed' }).click();
    await expect
      .poll(address)
      .toEqual(['/portal/v1/payments.csv', { group: 'failed', q: '125,00' }]);
  });
});

it('the head, the list and the slip have the same left margin on a phone', async () => {
  const { page } = await open('/m/', { width: 390, height: 844 });
  const edgeOf = async (selector: string) => {
    await page.locator(selector).first().waitFor();
    return page.evaluate(
      (part) => Math.round(document.querySelector(part)?.getBoundingClientRect().left ?? -1),
      selector,
    );
  };
  for (const part of ['.portal-mark', '.ledger-head h1']) {
    expect([part, await edgeOf(part)]).toEqual([part, 16]);
  }
  const slip = await open('/m/payments/p0', { width: 390, height: 844 });
  await slip.page.locator('.ledger-aside .slip').waitFor();
  const left = () =>
    slip.page.evaluate(() =>
      Math.round(document.querySelector('.ledger-aside .slip')?.getBoundingClientRect().left ?? -1),
    );
  expect(await left()).toBe(16);
});
