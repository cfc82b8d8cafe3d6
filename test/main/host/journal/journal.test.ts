import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type JournalDisk, realDisk } from '../../../../main/host/journal/disk.ts';
import { encode } from '../../../../main/host/journal/line-format.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { journalsOfTest } from './journals.ts';
import { aside, opened, seen } from './records.ts';

let directory: string;
let path: string;
const { clock, open, opens, close, written, place } = journalsOfTest();
beforeEach(() => {
  ({ directory, path } = place());
});

describe('a journal', () => {
  it('returns the appended records in order, from a file that only its owner can read', async () => {
    const records = [opened(1), seen(1, 1003), opened(2), seen(1, 2000)];
    await written(...records);
    expect((await opens()).records).toEqual(records);
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('syncs before it acknowledges, and syncs many records together', async () => {
    let syncs = 0;
    const disk: JournalDisk = {
      ...realDisk,
      sync: async (file) => {
        syncs += 1;
        await realDisk.sync(file);
      },
    };
    const journal = await opens({ disk });
    syncs = 0;
    await journal.append(opened(1));
    expect(syncs).toBe(1);
    await Promise.all([2, 3, 4, 5, 6].map((number) => journal.append(opened(number))));
    expect(syncs).toBeLessThanOrEqual(3);
    await close(journal);
    expect((await opens()).records).toHaveLength(6);
  });

  it('returns a typed failure after it is closed', async () => {
    const journal = await opens();
    await close(journal);
    expect(await journal.append(opened(1))).toMatchObject({ ok: false });
  });
});

describe('after a power cut', () => {
  it('a truncated last record is dropped, and the others are kept', async () => {
    await written(opened(1), seen(1, 1003));
    const whole = await readFile(path);
    const last = encode(seen(1, 2000));
    for (const length of [1, 5, 17, 18, 40, last.length - 1]) {
      await writeFile(path, Buffer.concat([whole, last.subarray(0, length)]));
      const result = await open();
      if (!result.ok) throw new Error(result.failure.description);
      expect(result.droppedBytes).toBe(length);
      expect(result.journal.records).toEqual([opened(1), seen(1, 1003)]);
      await result.journal.append(aside(1));
      await result.journal.close();
      expect(await readFile(path)).toEqual(Buffer.concat([whole, encode(aside(1))]));
    }
  });

  it('zeros in place of a last record are dropped', async () => {
    await written(opened(1));
    await appendFile(path, Buffer.alloc(4096));
    expect((await opens()).records).toEqual([opened(1)]);
  });
});

describe('a failing disk', () => {
  function troubled(code: string) {
    const state = { writes: false, syncs: false, truncates: false };
    const fail = () => {
      throw Object.assign(new Error(code), { code });
    };
    const disk: JournalDisk = {
      ...realDisk,
      write: async (file, bytes, position) => {
        // A full disk takes a part first.
        if (state.writes) await realDisk.write(file, bytes.subarray(0, 7), position);
        if (state.writes) fail();
        await realDisk.write(file, bytes, position);
      },
      sync: async (file) => (state.syncs ? fail() : realDisk.sync(file)),
      truncate: async (file, size) => (state.truncates ? fail() : realDisk.truncate(file, size)),
    };
    return { disk, state };
  }

  it.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EIO', 'failed'],
  ])('returns %s as a failure of kind %s, and works again afterwards', async (code, kind) => {
    const { disk, state } = troubled(code);
    const journal = await opens({ disk });
    await journal.append(opened(1));
    state.writes = true;
    expect(await journal.append(seen(1, 1003))).toMatchObject({ ok: false, failure: { kind } });
    state.writes = false;
    state.syncs = true;
    expect(await journal.append(seen(1, 3008))).toMatchObject({ ok: false, failure: { kind } });
    state.truncates = true;
    expect(await journal.append(seen(1, 3008))).toMatchObject({ ok: false, failure: { kind } });
    state.syncs = false;
    state.truncates = false;
    expect(await journal.append(seen(1, 2000))).toEqual({ ok: true });
    await close(journal);
    expect((await opens()).records).toEqual([opened(1), seen(1, 2000)]);
  });

  it('a refused record is not read later, even if all of it was written', async () => {
    const { disk, state } = troubled('EIO');
    const journal = await opens({ disk });
    await journal.append(opened(1));
    state.syncs = true;
    expect(await journal.append(opened(2))).toMatchObject({ ok: false });
    await close(journal);
    expect((await opens()).records).toEqual([opened(1)]);
  });

  it('a directory that cannot be created is a typed failure', async () => {
    await writeFile(join(directory, 'till'), 'a file where a directory should be');
    expect(await open()).toMatchObject({ ok: false, failure: { kind: 'failed' } });
  });
});

describe('the lock of a journal', () => {
  it('a second open is refused until the first is closed', async () => {
    const journal = await opens();
    expect(await open()).toMatchObject({ ok: false, failure: { kind: 'locked' } });
    await close(journal);
    await opens();
  });

  const lock = (change: object) =>
    JSON.stringify({
      ...{ pid: 2 ** 31 - 1, host: hostname(), boot: null, started: null },
      ...{ machine: [], space: null, token: 'x', ...change },
    });

  it.each([
    ['of an ended process', lock({})],
    ['of an earlier process with this pid', lock({ pid: process.pid })],
    ['of an earlier start of the machine', lock({ pid: 1, boot: '0' })],
    ['whose pid another process has now', lock({ pid: 1, started: 'earlier' })],
    ['that is truncated', '{"pid": 12'],
  ])('a lock %s is taken over', async (_, text) => {
    await written(opened(1));
    await writeFile(`${path}.lock`, text);
    expect((await opens()).records).toEqual([opened(1)]);
    expect((await readdir(join(directory, 'till'))).sort()).toEqual(['journal', 'journal.lock']);
  });

  it.each([
    ['of a living process', lock({ pid: 1 })],
    ['of another machine', lock({ host: 'another-till' })],
  ])('a lock %s refuses the open', async (_, text) => {
    await written(opened(1));
    await writeFile(`${path}.lock`, text);
    expect(await open()).toMatchObject({ ok: false, failure: { kind: 'locked' } });
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(text);
  });

  it('exactly one of eight concurrent opens over a stale lock succeeds', async () => {
    await written(opened(1));
    await writeFile(`${path}.lock`, lock({}));
    const results = await Promise.all(Array.from({ length: 8 }, () => open()));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
  });
});

describe('compaction at open', () => {
  it('drops old ended sales and keeps open, recent and newest ones', async () => {
    const records = [];
    for (let number = 1; number <= 60; number += 1) {
      records.push(opened(number), seen(number, number === 3 ? 1003 : 2000));
    }
    await written(...records);
    const before = (await stat(path)).size;
    const later = createManualClock(clock.now() + 3 * 24 * 3_600_000);
    const journal = await opens({ clock: later });
    const numbers = journal.records.flatMap((one) => (one.kind === 'opened' ? [one.number] : []));
    expect(numbers).toEqual([3, ...Array.from({ length: 50 }, (_, index) => index + 11)]);
    expect((await stat(path)).size).toBeLessThan(before);
    await journal.append(opened(61));
    await close(journal);
    const again = await opens({ clock: later });
    expect(again.records.at(-1)).toEqual(opened(61));
  });

  it('an interrupted compaction leaves the journal unchanged', async () => {
    await written(opened(1));
    await writeFile(`${path}.new`, 'half of a new jour');
    expect((await opens()).records).toEqual([opened(1)]);
    expect(await readdir(join(directory, 'till'))).not.toContain('journal.new');
  });

  it('a full disk during compaction is a typed failure and loses nothing', async () => {
    const records = Array.from({ length: 60 }, (_, index) => [
      opened(index + 1),
      seen(index + 1, 2000),
    ]);
    await written(...records.flat());
    const before = await readFile(path);
    const later = createManualClock(clock.now() + 3 * 24 * 3_600_000);
    const disk: JournalDisk = {
      ...realDisk,
      write: async () => {
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      },
    };
    expect(await open({ clock: later, disk })).toMatchObject({ failure: { kind: 'full' } });
    expect(await readFile(path)).toEqual(before);
  });
});
