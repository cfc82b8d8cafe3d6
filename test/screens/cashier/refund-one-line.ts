import { expect } from 'vitest';
import type { OpenTill } from './fixture.ts';

/**
 * Refunds one of three lines with a PIN, from the key `Refund` beside an open sale or receipt to the command. Returns the
 * number of taps.
 */
export async function refundOneLine({ key, page, sent }: OpenTill): Promise<number> {
  let taps = 0;
  const tap = async (name: string | RegExp) => {
    await key(name).click();
    taps += 1;
  };
  await tap('Refund');
  await page()
    .getByLabel(/Cinnamon bun/)
    .click();
  taps += 1;
  // The total is shown before the PIN.
  await page().locator('.list-slip .slip-total', { hasText: '45.00' }).waitFor();
  for (const digit of ['4', '7', '1', '1']) await tap(digit);
  await tap(/^Refund kr/);
  await expect.poll(() => sent('refund')).toEqual([{ type: 'refund', approvalId: 'word-1' }]);
  const lines = [{ index: 1, quantity: '1', total: 4_500 }];
  expect(await sent('approve')).toMatchObject([{ amount: 4_500, lines }]);
  return taps;
}
