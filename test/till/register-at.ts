import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { startLocalApi } from '../../main/host/local-api/server.ts';
import type { MoneyInteger } from '../../shared/money/money.ts';
import { ids } from '../support/payments.ts';
import { newQuickFolder } from '../support/quick-folder.ts';
import { createRegister } from '../support/register.ts';
import { apiParts } from '../support/till-parts.ts';
import type { BooksWorld } from './books-world.ts';

/** A cash register at the till of this world, until the test ends; `refundCeiling` as `LocalTill` has it. */
export async function registerAt(
  { terminal, bills, books, host, openReceipt, clock }: BooksWorld,
  refundCeiling: MoneyInteger | null,
  features?: Parameters<typeof apiParts>[3],
) {
  const directory = newQuickFolder('tillkit-register-');
  const { parts, stop } = apiParts(terminal, clock, { bills, hostBooks: host }, features);
  const api = await startLocalApi({
    ...parts,
    ...{ books, openReceipt, directory, ids },
    till: { posId: 'till1', currency: 'NOK', refundCeiling },
    port: 0,
    report: (sentence) => {
      throw new Error(sentence);
    },
  });
  onTestFinished(async () => {
    await api.stop();
    stop();
    rmSync(directory, { recursive: true, force: true });
  });
  return createRegister(api);
}
