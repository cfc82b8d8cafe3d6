import { expect, it } from 'vitest';
import { SET_UP_CODE } from '../../../shared/device/scanner/learn.ts';
import { openTill } from './fixture.ts';
import { view } from './sales.ts';
import { scan as scanAt } from './scan.ts';
import { BACK_OFFICE, SUPERVISED } from './staff-history-day.ts';

const { cashier, key, page, word } = openTill();
const PROFILE = { prefix: ['F9'], suffix: ['Enter', 'Enter'], gap: 1 };

/** Opens the set-up as this person, with what the till knows. */
async function openSetUp(backOffice = SUPERVISED, profile: typeof PROFILE | null = null) {
  cashier().backOffice(backOffice);
  cashier().scanner({ profile });
  await cashier().show(view([]));
  await key('Settings').click();
  await key('Scanner').click();
  await word('Set up the scanner');
}

const scan = async (text: string, before: readonly string[] = []) => {
  for (const pressed of before) await page().keyboard.press(pressed);
  await scanAt(page(), text, { ends: ['Enter', 'Enter'] });
};
const facts = async () =>
  (await page().locator('.scanner-facts').innerText()).replaceAll(/\s+/g, ' ');
const kept = async () => (await cashier().commands()).filter(({ type }) => type === 'scanner');

it('a supervisor scans the code, sees what was learned, and the host keeps it', async () => {
  await openSetUp();
  expect(await key('Save scanner').getAttribute('aria-disabled')).toBe('true');
  await page().keyboard.press('F9');
  await scan(SET_UP_CODE);
  await word('Code read');
  expect(await facts()).toMatch(/^Before each code F9 After each code Enter Enter Longest time/);
  expect(await kept()).toEqual([]);
  await key('Save scanner').click();
  await word('Saved');
  expect(await kept()).toMatchObject([{ profile: { prefix: ['F9'], suffix: ['Enter', 'Enter'] } }]);
});

it('a touch right after the scan changes nothing in what is learned', async () => {
  await openSetUp();
  await scan(SET_UP_CODE);
  await page().mouse.click(3, 3);
  await word('Code read');
});

it('another code is named as such, and scanning again learns from the right one', async () => {
  await openSetUp();
  await scan('00012505');
  await word('Another code');
  await scan(SET_UP_CODE);
  await word('Code read');
  expect(await kept()).toEqual([]);
});

it('the kept scanner is shown, used after the set-up, and can be forgotten', async () => {
  await openSetUp(SUPERVISED, PROFILE);
  expect(await facts()).toContain('Before each code F9');
  await key('Forget scanner').click();
  await expect.poll(kept).toEqual([{ type: 'scanner', profile: null }]);
  await key('Close').click();
  await page().locator('.deck-amount').waitFor();
  // With the prefix a scan needs no speed.
  await page().keyboard.press('F9');
  await page().keyboard.type('125', { delay: 120 });
  await page().keyboard.press('Enter');
  await page().getByText('This is not a payment code: 125').waitFor();
});

it('a cashier cannot change it, and reads who can', async () => {
  await openSetUp(BACK_OFFICE);
  await page().getByText('Only a supervisor can change this.').waitFor();
  expect(await key('Save scanner').count()).toBe(0);
  await scan(SET_UP_CODE);
  await page().getByText('A code was scanned. Close what is open').waitFor();
});
