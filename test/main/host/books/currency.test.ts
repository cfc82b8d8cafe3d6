import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBooks } from '../../../../main/host/books/open-books.ts';
import { ZERO } from '../../../../shared/money/money.ts';
import { createDeviceClock } from '../../../../shared/node/system-clock.ts';

it('a till does not start with books in another currency than its settings', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-currency-'));
  const clock = createDeviceClock();
  const open = async (currency: string) => {
    const secret = { kind: 'secret', secret: 'secret' } as const;
    const identity = { merchantId: 'shop', userId: 'till', credentials: secret };
    const shop = { posId: 'kasse-1', currency, language: 'en', timeZone: 'Europe/Oslo' } as const;
    const options = { directory, settings: () => shop, clock, closes: 'by_person' } as const;
    const { books } = await openBooks({ identity }, { ...options, report: () => undefined });
    await books.catchUp([]);
    return books;
  };
  const refused = (currency: string) => open(currency).catch(String);
  try {
    const books = await open('NOK');
    await books.stop();
    expect(await refused('EUR')).toContain('Nothing is booked yet');
    const again = await open('NOK');
    const act = { kind: 'drawer', act: 'no_sale', amount: ZERO, reason: 'Change' } as const;
    const fact = { ...act, id: 'first', at: 0, by: 'Ada' };
    await again.book('first', async () => ({ facts: [fact], value: null }));
    await again.stop();
    expect(await refused('EUR')).toMatch(/are in NOK, and the settings say EUR.*new till for EUR/);
    await (await open('NOK')).stop();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
