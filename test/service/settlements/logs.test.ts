import { expect, it } from 'vitest';
import { DAY, HOUR } from '../../../shared/time/clock.ts';
import { CHOSEN } from '../../support/stores.ts';
import { startAgeing } from './world.ts';

const LIFE = 400 * DAY;

it('ends the reading of a log that is removed meanwhile with an error', async () => {
  const { books, passes, sell, settle } = await startAgeing(CHOSEN, LIFE);
  await sell(100);
  await settle();
  books.clock.advance(LIFE);
  const [address = ''] = (await books.read('1')).transaction_log_uris;
  const file = await books.settlements.logFile(address.split('/').at(-2) ?? '');
  if (!file.ok) throw new Error(file.refusal.description);
  const pieces = file.value.text[Symbol.asyncIterator]();
  expect((await pieces.next()).value).toContain('tid');
  await passes(HOUR);
  await expect(pieces.next()).rejects.toThrow('removed meanwhile');
  await books.stop();
});
