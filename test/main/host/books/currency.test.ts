import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { realFiles } from '../../../../main/host/adapters/small-files.ts';
import { openBooks } from '../../../../main/host/books/open-books.ts';
import { openTillBooks } from '../../../../main/host/books/till-books.ts';
import { MACHINE_PORTS } from '../../../../main/host/till/ports.ts';
import { entryOfCommand } from '../../../../shared/ids/host-ids.ts';
import { ZERO } from '../../../../shared/money/money.ts';
import { createDeviceClock } from '../../../../shared/node/system-clock.ts';

it('a till does not start with books in another currency than its settings', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-currency-'));
  const clock = createDeviceClock();
  const open = async (currency: string) => {
    const secret = { kind: 'secret', secret: 'secret' } as const;
    const identity = { merchantId: 'shop', userId: 'till', credentials: secret };
    const shop = { posId: 'kasse-1', currency, language: 'en', timeZone: 'Europe/Oslo' } as const;
    const options = {
      directory,
      settings: () => shop,
      clock,
      disk: MACHINE_PORTS.booksDisk,
      closes: 'by_person',
    } as const;
    const { books } = await openBooks(
      { identity },
      { ...options, files: realFiles, books: openTillBooks, report: () => undefined },
    );
    await books.catchUp([]);
    return books;
  };
  try {
    await (await open('EUR')).stop();
    // Nothing is booked yet, so they begin again.
    const books = await open('NOK');
    expect(books.books()).toMatchObject({ entry: 1, currency: 'NOK' });
    const act = { kind: 'drawer', act: 'no_sale', amount: ZERO, reason: 'Change' } as const;
    const fact = { ...act, id: entryOfCommand('first'), at: 0, by: 'Ada' };
    await books.book(fact.id, async () => ({ facts: [fact], value: null }));
    await books.stop();
    const refused = await open('EUR').catch(String);
    expect(refused).toMatch(/are in NOK, and the settings say EUR.*new till for EUR/);
    const same = await open('NOK');
    expect(same.books().entry).toBe(2);
    await same.stop();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
