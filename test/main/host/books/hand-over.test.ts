import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { realFiles } from '../../../../main/host/adapters/small-files.ts';
import { openHandOver, periodSinkOf, type Taken } from '../../../../main/host/books/hand-over.ts';
import { openBooks } from '../../../../main/host/books/open-books.ts';
import { openTillBooks } from '../../../../main/host/books/till-books.ts';
import { MACHINE_PORTS } from '../../../../main/host/till/ports.ts';
import type { Books } from '../../../../shared/books/books.ts';
import { readClose } from '../../../../shared/books/close.ts';
import { closeFact } from '../../../../shared/books/drawer.ts';
import type { BookEntry } from '../../../../shared/books/entry.ts';
import { entryOfCommand } from '../../../../shared/ids/host-ids.ts';
import { ZERO } from '../../../../shared/money/money.ts';
import { isSignedBy } from '../../../../shared/node/signed-hash.ts';
import { createDeviceClock } from '../../../../shared/node/system-clock.ts';
import { portalDays } from '../../../../shared/portal/days.ts';
import type { PeriodInput } from '../../../../shared/protocol/period.ts';
import { HOUR, instantOf } from '../../../../shared/time/clock.ts';
import { merchantBrowser } from '../../../support/merchant-pages.ts';
import { newKey, nextEntry, randomBooks } from '../../../support/random-books.ts';
import { startTestService, type TestService } from '../../../support/service.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tillkit-hand-over-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const KEY = newKey();

/** The files of books: one list of entries for each period. */
function filesOf(entries: readonly BookEntry[]): readonly (readonly BookEntry[])[] {
  const files: BookEntry[][] = [[]];
  for (const entry of entries) {
    files.at(-1)?.push(entry);
    if (entry.fact.kind === 'close') files.push([]);
  }
  return files;
}

/** A till whose books grow, and a service that answers as it is told and keeps what it takes once. */
function world(entries: readonly BookEntry[], kept = new Map<number, string>()) {
  const files = filesOf(entries);
  const listeners = new Set<() => void>();
  const timers = new Set<() => void>();
  const pauses: number[] = [];
  const sent: number[] = [];
  const lines: string[] = [];
  let closed = 0;
  let answers: readonly Taken[] = [];
  let handing: ReturnType<typeof openHandOver> | null = null;
  const reports: string[] = [];
  const books = {
    books: () => ({ close: closed }),
    periods: async () => files.slice(0, closed + 1).map((_, index) => index + 1),
    read: async (number: number) => {
      const file = files[number - 1] ?? [];
      return number <= closed ? file : file.filter(({ fact }) => fact.kind !== 'close');
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Parameters<typeof openHandOver>[0]['books'];
  async function sink(number: number, input: PeriodInput): Promise<Taken> {
    const [answer = 'taken', ...rest] = answers;
    answers = rest;
    sent.push(number);
    lines.push(input.close);
    if (answer === 'no_answer' || answer === 'unavailable' || answer === 'not_this') return answer;
    if (number > 1 && !kept.has(number - 1))
      return { firstMissing: Math.max(0, ...kept.keys()) + 1 };
    const known = kept.get(number);
    const before = number === 1 ? '0'.repeat(64) : JSON.parse(kept.get(number - 1) ?? '{}').hash;
    if (known !== undefined) return known === input.close ? 'taken' : 'refused';
    if (input.continues !== before) return 'refused';
    kept.set(number, input.close);
    return 'taken';
  }
  const clock = {
    after(pause: number, run: () => void) {
      pauses.push(pause);
      timers.add(run);
      return () => timers.delete(run);
    },
  };
  return {
    sent,
    lines,
    pauses,
    settled: async () => handing?.settled(),
    waiting: () => handing?.waiting(),
    kept,
    reports,
    start(key = KEY) {
      const report = (sentence: string) => reports.push(sentence);
      handing = openHandOver({ directory, files: realFiles, books, sink, key, clock, report });
    },
    /** Ends the till; everything that was begun is done then. */
    async stop() {
      await handing?.settled();
      await handing?.stop();
      handing = null;
    },
    /** Ends the till in the middle of whatever it does. */
    async kill() {
      await handing?.stop();
      handing = null;
    },
    close(count = 1) {
      closed += count;
      for (const listener of listeners) listener();
    },
    answer(next: readonly Taken[]) {
      answers = next;
    },
    /** The pause until the next try passes. */
    wait() {
      for (const run of [...timers]) {
        timers.delete(run);
        run();
      }
    },
  };
}

it('hands over each closed period once, in order, also one that was closed while the till was off', async () => {
  const one = world(randomBooks(3, 4));
  one.start();
  one.close();
  await one.stop();
  one.close(2);
  one.start();
  await one.stop();
  one.start();
  one.close();
  await one.stop();
  expect(one.sent).toEqual([1, 2, 3, 4]);
  expect([...one.kept.keys()]).toEqual([1, 2, 3, 4]);
});

it('tries again while the service does not answer, and after an answer that was lost', async () => {
  const one = world(randomBooks(3, 2));
  one.answer(['no_answer', 'no_answer']);
  one.start();
  one.close();
  await one.stop();
  expect(one.kept.size).toBe(0);
  one.start();
  await one.stop();
  one.start();
  await one.stop();
  expect([...one.kept.keys()]).toEqual([1]);
});

it('hands over what the shop has put aside, with its next close', async () => {
  const one = world(randomBooks(3, 4));
  one.start();
  one.close(3);
  await one.settled();
  for (const number of [2, 3]) one.kept.delete(number);
  one.close();
  await one.stop();
  expect(one.sent).toEqual([1, 2, 3, 4, 2, 3, 4]);
  expect([...one.kept.keys()]).toEqual([1, 2, 3, 4]);
  one.start();
  await one.stop();
  expect([one.sent.length, one.reports]).toEqual([7, []]);
});

it('asks a service that has no such place again after an hour, and at the next close or start', async () => {
  const one = world(randomBooks(3, 3));
  one.answer(['unavailable', 'unavailable', 'unavailable']);
  one.close();
  one.start();
  await one.settled();
  expect([one.sent, one.pauses]).toEqual([[1], [HOUR]]);
  one.wait();
  await one.settled();
  one.close();
  await one.settled();
  expect(one.sent).toEqual([1, 1, 1]);
  expect(one.reports).toEqual([expect.stringContaining('does not take Z report 1 of this till')]);
  expect(one.waiting()).toBe(1);
  one.wait();
  await one.settled();
  expect(one.waiting()).toBe(null);
  await one.stop();
  expect([...one.kept.keys()]).toEqual([1, 2]);
});

/** Books whose first close is too large for the service. */
function largeClose(): readonly BookEntry[] {
  const entries = randomBooks(3, 1);
  const place = entries.findIndex(({ fact }) => fact.kind === 'close');
  const [before, close] = [entries.slice(0, place), entries[place]];
  if (close?.fact.kind !== 'close') throw new Error('no close');
  const rows = Array.from({ length: 6_000 }, (_, index) => ({
    ...{ reason: `Reason ${index}`, by: 'Ada', approvedBy: null, count: 1, amount: ZERO },
  }));
  const report = { ...close.fact.report, discounts: rows };
  return [...before, nextEntry(before, { ...close.fact, report }, close.day)];
}

it('folds a close that is too large, and signs it with the key of the till', async () => {
  const one = world(largeClose());
  one.start();
  one.close();
  await one.stop();
  const line = one.kept.get(1) ?? '';
  const { hash, signature, ...content } = JSON.parse(line);
  expect(createHash('sha256').update(JSON.stringify(content)).digest('hex')).toBe(hash);
  expect(isSignedBy(KEY.publicKey, hash, signature)).toBe(true);
  expect(readClose(line)?.fact.key).toBe(KEY.publicKey);
});

it('sends a period whose answer was lost as before, also after a start with another key', async () => {
  const one = world(largeClose());
  one.close();
  one.answer(['no_answer']);
  one.start();
  await one.stop();
  one.start(newKey());
  await one.stop();
  const [first, again] = one.lines;
  expect(one.sent).toEqual([1, 1]);
  expect(again).toBe(first);
  expect(readdirSync(directory)).not.toContain('period-on-its-way.json');
});

it('makes a period anew that the service could not read, so that another version of the till hands it over', async () => {
  const one = world(largeClose());
  one.close();
  one.answer(['no_answer', 'not_this']);
  one.start();
  await one.settled();
  one.wait();
  await one.stop();
  expect(one.pauses).toEqual([60_000, HOUR]);
  expect(one.reports).toEqual([expect.stringContaining('does not take Z report 1 of this till')]);
  one.start(newKey());
  await one.stop();
  const [first, again, made] = one.lines;
  expect(again).toBe(first);
  expect(made).not.toBe(first);
  expect([...one.kept.values()]).toEqual([made]);
});

it('hands everything over again if older books were restored, so that the service sees the other report', async () => {
  const first = world(randomBooks(3, 3));
  first.start();
  first.close(3);
  await first.stop();
  expect([...first.kept.keys()]).toEqual([1, 2, 3]);
  // The same till, whose folder has other books since the second period.
  const [begin = []] = filesOf(randomBooks(3, 3));
  const close = begin.at(-1);
  if (close?.fact.kind !== 'close') throw new Error('no close');
  const again = {
    ...close.fact,
    id: entryOfCommand('again'),
    number: 2,
    at: close.fact.at + 60_000,
  };
  const other = [nextEntry(begin, again, close.day)];
  const restored = world([...begin, ...other], first.kept);
  restored.start();
  restored.close(2);
  await restored.stop();
  expect(restored.sent).toContain(2);
  expect(restored.reports.join()).toContain('Closed days');
});

it('in the end has handed over every period exactly as it was closed, whatever fails in between', async () => {
  const step = fc.oneof(
    fc.constant('close' as const),
    fc.constant('restart' as const),
    fc.constant('wait' as const),
    fc.array(fc.constantFrom<Taken>('no_answer', 'taken', 'unavailable', 'not_this'), {
      maxLength: 3,
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.nat(1_000), async (steps, seed) => {
      rmSync(join(directory, 'books-handed-over.json'), { force: true });
      const entries = randomBooks(seed, 12);
      const one = world(entries);
      let closes = 0;
      one.start();
      for (const next of steps) {
        if (next === 'close') {
          closes += 1;
          one.close();
        } else if (next === 'wait') one.wait();
        else if (next === 'restart') {
          await one.kill();
          one.start();
        } else one.answer(next);
      }
      await one.stop();
      one.answer([]);
      one.start();
      await one.stop();
      const lines = filesOf(entries)
        .slice(0, closes)
        .map((file) => JSON.stringify(file.at(-1)));
      expect([...one.kept.values()]).toEqual(lines);
    }),
    { numRuns: 60 },
  );
});

/** A till with books in the directory, which hands its closes to a real service. */
async function realTill(service: TestService) {
  const clock = createDeviceClock();
  const { merchant: merchantId, id: userId, secret } = service.users.pos;
  const identity = { merchantId, userId, credentials: { kind: 'secret', secret } } as const;
  const access = { baseUrl: service.ready.base_url, identity };
  const shop = {
    posId: 'kasse-1',
    currency: 'NOK',
    language: 'en',
    timeZone: 'Europe/Oslo',
  } as const;
  const reports: string[] = [];
  const report = (sentence: string) => void reports.push(sentence);
  const { books, key } = await openBooks(access, {
    files: realFiles,
    books: openTillBooks,
    directory,
    settings: () => shop,
    clock,
    disk: MACHINE_PORTS.booksDisk,
    closes: 'by_person',
    report,
  });
  await books.catchUp([]);
  const sink = periodSinkOf(access, shop.posId, MACHINE_PORTS);
  const handing = openHandOver({ directory, files: realFiles, books, sink, key, clock, report });
  return {
    reports,
    /** Opens the drawer once, and closes. Returns when the service has answered. */
    async day(name: string): Promise<number> {
      const at = instantOf(clock.now());
      const by = 'Ada';
      const opened = { kind: 'drawer', act: 'no_sale', amount: ZERO, reason: 'Change' } as const;
      const act = { ...opened, id: entryOfCommand(`open-${name}`), at, by };
      const close = {
        id: entryOfCommand(`close-${name}`),
        at,
        by,
        approvedBy: null,
        key: key.publicKey,
      };
      const facts = [act, (state: Books) => closeFact(state, close)];
      await books.book(close.id, async () => ({ facts, value: null }));
      await handing.settled();
      return at;
    },
    async stop() {
      await handing.settled();
      await handing.stop();
      await books.stop();
    },
  };
}

async function daysAround(service: TestService, at: number) {
  const browser = merchantBrowser(service);
  await browser.signIn(service.users.pos);
  const day = (days: number) => new Date(at + days * 24 * HOUR).toISOString().slice(0, 10);
  const { body } = await browser.get(`/days?from=${day(-1)}&to=${day(1)}`);
  return portalDays.parse(body);
}

it('reaches a real service, which keeps what a real till has closed', async () => {
  const service = await startTestService({ clock: 'system' });
  try {
    const till = await realTill(service);
    const at = await till.day('monday');
    await till.stop();
    expect(await daysAround(service, at)).toMatchObject({
      periods: [{ number: 1, by: 'Ada', signed: true, report: { drawer: { noSale: 1 } } }],
      problems: [],
      differences: [],
    });
  } finally {
    await service.stop();
  }
});

it('a real service names a till whose whole data directory is that of an earlier day', async () => {
  const service = await startTestService({ clock: 'system' });
  const copy = `${directory}-copy`;
  try {
    let till = await realTill(service);
    await till.day('monday');
    await till.stop();
    cpSync(directory, copy, { recursive: true });
    till = await realTill(service);
    await till.day('tuesday');
    await till.stop();
    const kept = (await daysAround(service, Date.now())).periods;
    rmSync(directory, { recursive: true });
    cpSync(copy, directory, { recursive: true });

    till = await realTill(service);
    await till.day('tuesday again');
    const at = await till.day('wednesday');
    await till.stop();
    const named = 'The service refused Z report 2 of this till';
    expect(till.reports.join()).toContain(named);
    const found = await daysAround(service, at);
    expect(found.problems.map(({ number, kind }) => [number, kind])).toEqual(
      expect.arrayContaining([
        [2, 'other_report'],
        [3, 'not_continued'],
      ]),
    );
    expect(found.periods).toEqual(kept);
    expect(kept.map(({ number }) => number)).toEqual([1, 2]);
  } finally {
    rmSync(copy, { recursive: true, force: true });
    await service.stop();
  }
});
