import { describe, expect, it } from 'vitest';
import { openTill } from './fixture.ts';
import { STATES, view } from './sales.ts';
import { pressAt, scan as scanAt } from './scan.ts';

const { amount, cashier, key, page, paid, word } = openTill();
const TOKEN = 'token:123456789012345678';

const scan = (text: string, ...ends: readonly string[]) =>
  scanAt(page(), text, ends.length === 0 ? {} : { ends });

/** A person types the amount, and the screen shows it before the scanner is used. */
async function typed(): Promise<void> {
  await page().keyboard.type('4200');
  await page().locator('.deck-amount').filter({ hasText: '42.00' }).waitFor();
}

const started = (method: unknown, sum = 4_200) => ({ amount: sum, method });

describe('a scanner at the till', () => {
  it('starts a sale with the customer’s code and the typed amount', async () => {
    await typed();
    await scan(TOKEN);
    await expect.poll(paid).toEqual([started({ kind: 'scan_token', token: TOKEN })]);
    expect(cashier().errors).toEqual([]);
  });

  it('works with every focus, and its Enter presses no key', async () => {
    await typed();
    for (let tabs = 0; tabs < 3; tabs += 1) await page().keyboard.press('Tab');
    await scan('7038010001234');
    await page().getByText('This is not a payment code').waitFor();
    expect(await cashier().commands()).toEqual([]);
    await scan(TOKEN, 'Tab');
    await expect.poll(paid).toHaveLength(1);
  });

  it('does not enter a product’s barcode as an amount', async () => {
    await typed();
    await scan('7038010001234');
    await page().getByText('This is not a payment code').waitFor();
    expect(await amount()).toMatch(/42\.00/);
    await key('5').click();
    expect(await amount()).toMatch(/420\.05/);
    await page().getByText('This is not a payment code').waitFor({ state: 'detached' });
  });

  it('starts no sale without an amount, and the till shows what to do first', async () => {
    await scan(TOKEN);
    await page().getByText('Enter the amount first').waitFor();
    expect(await cashier().commands()).toEqual([]);
  });

  it('starts no sale while another sale is on the screen', async () => {
    const waiting = STATES['waiting-qr'];
    if (waiting === undefined) throw new Error('no such state');
    await cashier().show(waiting);
    await scan(TOKEN);
    await cashier().show(view([]));
    expect(await cashier().commands()).toEqual([]);
  });

  it('types the scanned text into a focused text field', async () => {
    await typed();
    await page().evaluate(() => {
      const field = document.createElement('input');
      field.id = 'pin';
      document.body.append(field);
      field.focus();
    });
    await page().keyboard.type(TOKEN);
    await page().keyboard.press('Enter');
    expect(await page().locator('#pin').inputValue()).toBe(TOKEN);
    await scan(TOKEN);
    expect(await cashier().commands()).toEqual([]);
  });

  it('has its own key, and the back key keeps the amount', async () => {
    await typed();
    await key('Customer’s code').click();
    await word('The customer’s code');
    await page().keyboard.press('Escape');
    expect(await amount()).toMatch(/42\.00/);
    await key('Customer’s code').click();
    await scan(TOKEN);
    await expect.poll(paid).toHaveLength(1);
  });

  it('is not needed for a sale by sticker, which has its own key', async () => {
    expect(await key('Sticker').count()).toBe(0);
    const sticker = { kind: 'serial', serial: '0123456789012' } as const;
    await cashier().show(view([]), { sticker });
    await typed();
    await key('Sticker').click();
    await expect.poll(paid).toEqual([started({ kind: 'sticker', sticker })]);
  });

  it('is not confused with fast typing', async () => {
    await page().keyboard.type('4200');
    await page().keyboard.press('Enter');
    await expect.poll(paid).toEqual([started({ kind: 'qr' })]);
  });

  it.each([
    ['slow', { apart: 69 }],
    ['with CR and LF', { ends: ['Enter', 'Enter'] }],
  ])('%s enters a code and starts no sale of its digits', async (_, how) => {
    await scanAt(page(), '00012505', how);
    await page().getByText('This is not a payment code: 00012505').waitFor();
    expect(await amount()).toMatch(/0\.00/);
    await typed();
    await page().keyboard.press('Enter');
    await expect.poll(paid).toEqual([started({ kind: 'qr' })]);
  });

  it('is not confused by a busy page, which reads the keys of a person all at once', async () => {
    await pressAt(page(), [...'70000000'], 120);
    await page().locator('.deck-amount').filter({ hasText: '700,000.00' }).waitFor();
    expect(await cashier().commands()).toEqual([]);
  });

  it('says so in front of a question, which stays open, until the next touch', async () => {
    await typed();
    await key('Clear sale').click();
    await scan('7038010001234');
    const notice = page().locator('.scan-notice');
    await notice.waitFor();
    expect(await notice.innerText()).toMatch(/^A code was scanned\. Close what is open/);
    // In the top layer what opened last is in front.
    expect(await notice.evaluate((one) => one.matches(':popover-open'))).toBe(true);
    await page().locator('.dialog').getByRole('button', { name: 'Keep sale' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(await amount()).toMatch(/42\.00/);
    expect(await cashier().commands()).toEqual([]);
  });

  it('finds no digits while the till waits for the customer’s code, and no key adds an amount', async () => {
    await typed();
    await key('Customer’s code').click();
    await word('The customer’s code');
    expect(await page().locator('.key-digit').count()).toBe(0);
    for (const pressed of ['5', 'Backspace', 'Delete', 'a', '+', 'Enter']) {
      await page().keyboard.press(pressed);
    }
    await word('The customer’s code');
    await page().keyboard.press('Escape');
    expect(await amount()).toMatch(/42\.00/);
    expect(await cashier().commands()).toEqual([]);
  });
});
