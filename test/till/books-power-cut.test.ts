import { expect, it } from 'vitest';
import { createBookFiles, readBookLine } from '../../main/host/books/book-files.ts';
import { openTillBooks } from '../../main/host/books/till-books.ts';
import type { BookFact } from '../../shared/books/entry.ts';
import { entryOfCommand } from '../../shared/ids/host-ids.ts';
import { money } from '../../shared/money/money.ts';
import { MINUTE } from '../../shared/time/clock.ts';
import { createSimDisk } from '../simulation/disk.ts';
import { createPrng } from '../simulation/prng.ts';
import { createVirtualTime } from '../simulation/virtual-time.ts';
import { BOOKS_KEY } from '../support/books.ts';

/*
 * The books on a disk that refuses at times, while the till is killed and the power is cut at random moments, also
 * between two operations of one write. A person repeats a command until it is answered.
 */

const START = Date.UTC(2026, 0, 4, 8);
const END = START + 2 * MINUTE;
const FOLDER = 'books';

/** Plays one world; returns the commands whose answer was yes and that the books do not have once at its end. */
async function notBooked(seed: number): Promise<readonly string[]> {
  const prng = createPrng(seed);
  const time = createVirtualTime(START);
  const disk = createSimDisk(time, prng.fork('disk'));
  const clock = time.clock();
  const answered = new Set<string>();
  let life = 0;
  let command = 1;

  function open() {
    life += 1;
    const mine = life;
    const isAlive = () => life === mine;
    return openTillBooks({
      files: createBookFiles(FOLDER, disk.hold(isAlive)),
      key: BOOKS_KEY,
      clock: { ...clock, after: (delay, run) => clock.after(delay, () => isAlive() && run()) },
      till: 'till1',
      currency: 'NOK',
      closes: 'by_person',
      terms: () => ({ timeZone: 'UTC', startOfDay: '00:00:00' }),
      words: {
        part: (name) => `Part of ${name ?? 'the bill'}`,
        discount: 'Discount',
        other: 'Other',
      },
      report: () => undefined,
    });
  }

  /** A person gives command after command, until this life of the till ends. */
  async function give(): Promise<void> {
    const books = await open();
    await books.catchUp([]);
    for (;;) {
      const id = entryOfCommand(`k${command}`);
      const fact: BookFact = {
        ...{ kind: 'drawer', id, at: time.now(), by: 'Ada' },
        ...{ act: 'pay_in', amount: money(100), reason: 'change' },
      };
      const booked = await books.book(id, (_, isBooked) => ({
        facts: isBooked(id) ? [] : [fact],
        value: null,
      }));
      if (booked.ok) answered.add(id);
      // An answer that is lost on the way is asked for again.
      if (booked.ok && prng.chance(0.7)) command += 1;
      await new Promise<void>((resolve) => time.after(prng.between(1, 400), resolve));
    }
  }

  function disturb(): void {
    const what = prng.pick(['kill', 'power_cut', 'full', 'broken_sync', 'none', 'none'] as const);
    if (what === 'kill' || what === 'power_cut') {
      life += 1;
      if (what === 'kill') disk.kill();
      else disk.powerCut();
      time.after(prng.between(1, 500), () => void give().catch(() => undefined));
    } else disk.setFault(what);
    time.after(prng.between(1, 2_000), disturb);
  }

  void give().catch(() => undefined);
  time.after(prng.between(1, 2_000), disturb);
  while (await time.step(END)) {
    // The world's events follow one another until its end.
  }
  const ids = disk.names().flatMap((name) =>
    disk
      .bytes(name)
      .toString('utf8')
      .split('\n')
      .flatMap((line) => {
        const read = readBookLine(line);
        return read.ok ? [read.entry.fact.id] : [];
      }),
  );
  return [...answered].filter((id) => ids.filter((one) => one === id).length !== 1);
}

it('keep each command once that was answered, whatever the disk refuses and whenever the power is cut', async () => {
  const lost = new Map<number, readonly string[]>();
  for (let seed = 1; seed <= 30; seed += 1) {
    const found = await notBooked(seed);
    if (found.length > 0) lost.set(seed, found);
  }
  expect([...lost]).toEqual([]);
});

it('make the name of a file durable that a killed till has left', async () => {
  const time = createVirtualTime(START);
  const disk = createSimDisk(time, createPrng(1), () => 0);
  const files = (isAlive: () => boolean) => createBookFiles(FOLDER, disk.hold(isAlive));
  async function done<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    void work.finally(() => {
      isDone = true;
    });
    while (!isDone) await time.step(END);
    return work;
  }
  // The till is killed after the first entry was written, before the names of the folder were.
  let isAlive = true;
  const line = 'the first entry\n';
  files(() => isAlive)
    .write(1, line, 0)
    .catch(() => undefined);
  for (let steps = 0; disk.bytes(`${FOLDER}/000001.jsonl`).length < line.length; steps += 1) {
    expect(steps).toBeLessThan(10);
    await time.step(END);
  }
  isAlive = false;
  disk.kill();
  const end = await done(files(() => true).write(1, 'the second\n', line.length));
  for (let cuts = 0; cuts < 10; cuts += 1) disk.powerCut();
  expect(disk.bytes(`${FOLDER}/000001.jsonl`).toString('utf8')).toHaveLength(end);
});
