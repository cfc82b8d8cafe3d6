import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keepIn } from '../../main/host/adapters/kept-value.ts';
import { realFiles } from '../../main/host/adapters/small-files.ts';
import {
  MISSED_CLOSE_FILE,
  missedSeen,
  openMissedClose,
} from '../../main/host/books/missed-close.ts';
import { DAY } from '../../shared/time/clock.ts';
import { goods } from './bills-world.ts';
import { booksWorld } from './books-world.ts';

it('a missed close is said once on each business day to each person, also over a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-missed-close-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let present = 'kari';
  const till = () => ({
    person: () => present,
    missed: openMissedClose(keepIn(realFiles, join(folder, MISSED_CLOSE_FILE), missedSeen)),
  });
  const world = await booksWorld(till());
  const missedBy = (one: Pick<typeof world, 'host'>, person: string) => {
    present = person;
    return one.host.view().missed;
  };
  await world.order('a', goods('Bun', 2_000));
  await world.pay('a', 2_000);
  expect(missedBy(world, 'kari')).toBeNull();
  world.clock.advance(DAY);
  expect(missedBy(world, 'kari')).toBe('2026-11-27');
  let changes = 0;
  world.host.subscribe(() => {
    changes += 1;
  });
  await world.run({ type: 'saw_missed_close' });
  expect([changes, missedBy(world, 'kari')]).toEqual([1, null]);

  const again = await world.restart(till());
  expect(missedBy(again, 'kari')).toBeNull();
  expect(missedBy(again, 'ola')).toBe('2026-11-27');
  await again.run({ type: 'saw_missed_close' });
  expect([missedBy(again, 'kari'), missedBy(again, 'ola')]).toEqual([null, null]);

  // The next day asks for it again, until somebody closes.
  again.clock.advance(DAY);
  expect(missedBy(again, 'kari')).toBe('2026-11-27');
  await again.close([[2_000, 1]]);
  expect(missedBy(again, 'kari')).toBeNull();
});
