import { expect, it } from 'vitest';
import { WriteTurns } from '../../../../service/store/postgres/write-turns.ts';
import { StoreBusy, StoreSilent } from '../../../../service/store/store-errors.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';

/** Records the order in which writes begin; the test ends each write. */
function world(places: number) {
  const turns = new WriteTurns(places);
  const begun: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const write = (owner: string) =>
    turns.run(owner, () => {
      begun.push(owner);
      return new Promise<void>((resolve, reject) => {
        ends.push((error) => (error === undefined ? resolve() : reject(error)));
      });
    });
  /** Ends the write that began first, and lets the next one begin. */
  const endOne = async (error?: Error) => {
    ends.shift()?.(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, write, endOne };
}

it('merchants write in turns, even if one of them has 500 waiting writes', async () => {
  const { begun, write, endOne } = world(5);
  const flood = Array.from({ length: 500 }, () => write('flood'));
  expect(begun).toHaveLength(5);
  const own = [write('shop'), write('shop'), write('other')];
  await endOne();
  await endOne();
  await endOne();
  await endOne();
  await endOne();
  // The flood’s own turn comes between two of the same merchant.
  expect(begun.slice(5)).toEqual(['flood', 'shop', 'other', 'flood', 'shop']);
  for (let left = 0; left < 500; left += 1) await endOne();
  await Promise.all([...flood, ...own]);
});

it('writes above the share of one merchant are refused; other merchants can write', async () => {
  const { begun, write, endOne } = world(5);
  const most = LIMITS.writeQueueShareMax + 5;
  const flood = Promise.allSettled(Array.from({ length: most + 10 }, () => write('flood')));
  const own = write('shop');
  while (begun.length < most + 1) await endOne();
  for (let left = 0; left < 5; left += 1) await endOne();
  await own;
  const refused = (await flood).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(10);
  expect(refused.every((reason) => reason instanceof StoreBusy)).toBe(true);
});

it('a write that gets no answer rejects all waiting writes, and frees its place', async () => {
  const { begun, write, endOne } = world(1);
  const silent = new StoreSilent('no answer');
  const waiting = Promise.allSettled([write('a'), write('a'), write('b')]);
  await endOne(silent);
  expect(await waiting).toEqual(
    [silent, silent, silent].map((reason) => ({ status: 'rejected', reason })),
  );
  const next = write('b');
  expect(begun).toEqual(['a', 'b']);
  await endOne();
  await next;
});
