import type { Page } from 'playwright-core';

/** Makes the item `Mocha` for 58.00 at a till by touch. `near` is an item whose key is pressed for a while. */
export async function makeItemAtTill(till: Page, near: string): Promise<void> {
  const dialog = till.getByRole('dialog');
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  await till.locator('.product', { hasText: near }).click({ button: 'right' });
  await press('New item');
  await dialog.locator('input[name="item-name"]:focus').waitFor();
  for (const letter of ['M', 'o', 'c', 'h', 'a']) await press(letter);
  await press('Continue');
  for (const digit of ['5', '8']) await press(digit);
  await press('Create item');
  await dialog.waitFor({ state: 'detached' });
}
