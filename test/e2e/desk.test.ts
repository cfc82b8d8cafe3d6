import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closePages, openBrowser } from '../support/browser.ts';
import { deckOf, openTillScreen, picture, state, typeOnKeypad } from './people.ts';
import { type House, startHouse } from './start-house.ts';

let house: House;
let browser: Browser;
let till: Page;
// Each test has a separate service and till, so that a test does not see the sales of another test.
beforeEach(async () => {
  [house, browser] = await Promise.all([startHouse(), openBrowser()]);
  till = await openTillScreen(browser, house.screen());
});
afterEach(async () => {
  await closePages();
  await house?.stop();
});

const key = (name: string | RegExp) => till.getByRole('button', { name }).first();

async function addPerson(name: string, role: 'Cashier' | 'Supervisor', pin: string): Promise<void> {
  await till.getByLabel('Name').fill(name);
  await till.getByRole('radio', { name: role }).check();
  await key('Choose PIN').click();
  await till.keyboard.type(pin);
  await till.keyboard.press('Enter');
  await till.getByText('Enter the new PIN once more').waitFor();
  await till.keyboard.type(pin);
  await till.keyboard.press('Enter');
  await till
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .waitFor();
}

/** Makes a sale, which a customer of the demo approves on the phone. */
async function sell(digits: string): Promise<void> {
  await typeOnKeypad(till, digits);
  await key(/^Show QR code/).click();
  await state(till, 'Waiting for scan');
  const tid = house.terminal.view().sales.find((sale) => sale.tid !== null && !sale.aside)?.tid;
  const customer = house.ready.customers[0]?.msisdn ?? '';
  const simulator = house.simulator();
  if (tid === undefined || tid === null) throw new Error('the sale has no payment');
  await simulator.claim(tid, customer);
  await simulator.confirm(tid);
  await state(till, 'Paid');
  await key(/^New sale/).click();
}

/** Adds a supervisor and a cashier in the settings of an open till, and locks the till. */
async function addStaff(): Promise<void> {
  await key('Settings').click();
  await key('Staff').click();
  await key('Add first supervisor').click();
  await addPerson('Marte', 'Supervisor', '471147');
  await key('Add person').click();
  await addPerson('Ingrid', 'Cashier', '2580');
  await picture(till, 'desk-01-staff');
  await key(/^Lock the till/).click();
}

test('a cashier unlocks the till, refunds with a supervisor’s PIN, and closes the day', async () => {
  await addStaff();

  // The lock opens only with a PIN; a cashier's PIN opens the till.
  await state(till, 'Locked');
  await key(/^Ingrid/).click();
  await till.keyboard.type('1111');
  await till.keyboard.press('Enter');
  await till.getByText('Wrong PIN').waitFor();
  await till.keyboard.type('2580');
  await till.keyboard.press('Enter');
  await deckOf(till);

  await sell('12500');
  await sell('4500');
  await key('Receipts').click();
  await till.getByLabel('Number, amount, item, phone or time').fill('125');
  await till.keyboard.press('Enter');
  await picture(till, 'desk-02-found');
  await till.getByRole('button', { name: 'Refund', exact: true }).click();
  await key('Change amount or reason').click();
  await till.keyboard.type('4500');
  await till.keyboard.press('Enter');
  await till.getByText('Supervisor approval').waitFor();
  await till.keyboard.type('471147');
  await picture(till, 'desk-03-approve');
  await till.keyboard.press('Enter');
  const line = till.locator('.refund-line[data-standing="done"]');
  await line.waitFor();
  expect(await line.textContent()).toMatch(/45\.00/);
  expect(await line.textContent()).toContain('Approved by Marte');
  await picture(till, 'desk-04-refunded');

  // The service has the refund once, with its text.
  const sale = house.terminal.view().sales.find(({ amount }) => amount === 12_500);
  expect(sale?.money.refunded).toBe(4_500);
  expect(house.terminal.view().refunds).toMatchObject([
    { amount: 4_500, approver: 'Marte', text: 'Returned', state: 'done' },
  ]);

  await key('Reports').click();
  await key(/^Today/).click();
  await till.locator('.document-total').waitFor();
  const slip = till.getByRole('article', { name: 'End of day' });
  await expect.poll(() => slip.textContent()).toMatch(/Paid x 2\s*170\.00/);
  expect(await slip.textContent()).toMatch(/Refunded x 1\s*−45\.00/);
  expect(await till.locator('.document-total').textContent()).toMatch(/125\.00/);
  expect(await till.getByText('No open sales').count()).toBe(1);
  const link = till.getByRole('link', { name: 'Settlements in the merchant portal' });
  expect(await link.getAttribute('href')).toMatch(/\/m\/settlements\/$/);
  await picture(till, 'desk-05-day');
});

test('the host refuses refunds and changes of staff that a cashier’s screen sends', async () => {
  await addStaff();
  await state(till, 'Locked');
  await key(/^Ingrid/).click();
  await till.keyboard.type('2580');
  await till.keyboard.press('Enter');
  await deckOf(till);
  const answers = await till.evaluate(async () => {
    const page = await (await fetch('/')).text();
    const token = /name="tillkit-token" content="([^"]+)"/.exec(page)?.[1] ?? '';
    const socket = new WebSocket(`ws://${location.host}/bridge`, 'tillkit.bridge.v1');
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const replies: unknown[] = [];
    const done = new Promise<void>((resolve) =>
      socket.addEventListener('message', ({ data }) => {
        const frame = JSON.parse(String(data));
        if (frame.type !== 'answer') return;
        replies.push(frame.answer.refusal?.details?.reason);
        if (replies.length === 2) resolve();
      }),
    );
    const send = (frame: unknown) => socket.send(JSON.stringify(frame));
    send({ type: 'hello', token });
    const change = { kind: 'add', name: 'Me', role: 'supervisor', pin: '1234' };
    send({ type: 'command', id: 1, command: { type: 'staff', change } });
    send({ type: 'command', id: 2, command: { type: 'refund', approvalId: 'mine' } });
    await done;
    socket.close();
    return replies;
  });
  expect(answers).toEqual(['role', 'approval_expired']);
});
