import type { Page } from 'playwright-core';

type Made = {
  /** An item whose key is pressed for a while. */
  readonly near: string;
  readonly picture: Buffer;
};

/** Makes the item `Mocha` for 58.00 with the options `Cup` at a till, of which `To go` costs 2.00 more. */
export async function makeItemAtTill(till: Page, { near, picture }: Made): Promise<void> {
  const dialog = till.getByRole('dialog');
  const press = (name: string | RegExp) =>
    dialog.getByRole('button', { name, exact: typeof name === 'string' }).click();
  await till.locator('.product', { hasText: near }).click({ button: 'right' });
  await press('New item');
  await dialog.locator('input[name="item-name"]:focus').waitFor();
  for (const letter of ['M', 'o', 'c', 'h', 'a']) await press(letter);
  await press('Continue');
  for (const digit of ['5', '8']) await press(digit);
  await press(/^Picture, options/);
  const file = { name: 'mocha.png', mimeType: 'image/png', buffer: picture };
  await dialog.locator('input[type="file"]').setInputFiles(file);
  await dialog.getByRole('img', { name: 'Picture of Mocha' }).waitFor();
  await press(/^Options that are asked/);
  await press('New options');
  await dialog.locator('input[name="group-name"]:focus').waitFor();
  await till.keyboard.type('Cup');
  await till.keyboard.press('Enter');
  for (const [option, surcharge] of [
    ['Here', ''],
    ['To go', '2'],
  ] as const) {
    await press('Add an option');
    await dialog.locator('input[name="option-name"]:focus').waitFor();
    await till.keyboard.type(option);
    await till.keyboard.press('Enter');
    await dialog.locator('input[name="option-surcharge"]:focus').waitFor();
    await till.keyboard.type(surcharge);
    await till.keyboard.press('Enter');
  }
  await press('Save options');
  await dialog.getByRole('button', { name: 'Cup', exact: true, pressed: true }).waitFor();
  await press('Done');
  await press('Create item');
  await dialog.waitFor({ state: 'detached' });
}
