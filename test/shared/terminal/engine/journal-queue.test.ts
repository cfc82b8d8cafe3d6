import { afterEach, describe, expect, it } from 'vitest';
import {
  createJournalQueue,
  type JournalQueue,
} from '../../../../shared/terminal/engine/journal-queue.ts';
import type { Journal, JournalRecord, Written } from '../../../../shared/terminal/index.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { rest } from '../../../support/till.ts';

/* The order in which the queue writes records, also while the disk is full. */

const OK: Written = { ok: true };
const FULL: Written = { ok: false, failure: { kind: 'full', description: 'The disk is full.' } };
const record = (tid: string): JournalRecord => ({ v: 1, at: 0, kind: 'claimed', tid });

let journalQueue: JournalQueue | null = null;
afterEach(() => journalQueue?.stop());

function begin() {
  const clock = createManualClock();
  const tried: string[] = [];
  const written: string[] = [];
  let says: (name: string) => Written | Promise<Written> = () => OK;
  let turns = 0;
  const journal: Journal = {
    records: [],
    append: async (one) => {
      const name = one.kind === 'claimed' ? one.tid : one.kind;
      tried.push(name);
      const result = await says(name);
      if (result.ok) written.push(name);
      return result;
    },
    close: async () => undefined,
  };
  const made = createJournalQueue({
    journal,
    clock,
    changed: () => {
      turns += 1;
    },
  });
  journalQueue = made;
  return {
    clock,
    tried,
    written,
    journalQueue: made,
    turns: () => turns,
    says: (next: (name: string) => Written | Promise<Written>) => {
      says = next;
    },
  };
}

describe('a journal that can be written', () => {
  it('has the records in the order in which they were handed over', async () => {
    const one = begin();
    const all = [one.journalQueue.write(record('a')), one.journalQueue.must(record('b'))];
    void one.journalQueue.write(record('c'));
    expect(await Promise.all(all)).toEqual([true, OK]);
    await one.journalQueue.settled();
    expect(one.written).toEqual(['a', 'b', 'c']);
    expect([one.journalQueue.isStuck(), one.turns(), one.clock.armed()]).toEqual([false, 0, 0]);
  });

  it('is settled only when the queue has tried to write every record', async () => {
    const one = begin();
    let save: (written: Written) => void = () => undefined;
    one.says(() => new Promise((resolve) => (save = resolve)));
    void one.journalQueue.write(record('a'));
    let settled = false;
    void one.journalQueue.settled().then(() => {
      settled = true;
    });
    await rest();
    expect(settled).toBe(false);
    save(OK);
    await rest();
    expect(settled).toBe(true);
  });
});

describe('a journal that is full', () => {
  it('is reported once; the queue keeps records of write() and drops those of must()', async () => {
    const one = begin();
    one.says(() => FULL);
    expect(await one.journalQueue.write(record('a'))).toBe(false);
    expect(await one.journalQueue.must(record('b'))).toEqual(FULL);
    expect(await one.journalQueue.write(record('c'))).toBe(false);
    expect([one.journalQueue.isStuck(), one.turns(), one.clock.armed()]).toEqual([true, 1, 1]);
    one.says(() => OK);
    one.clock.advance(5_000);
    await rest();
    expect(one.written).toEqual(['a', 'c']);
    expect([one.journalQueue.isStuck(), one.turns(), one.clock.armed()]).toEqual([false, 2, 0]);
  });

  it('is tried again every five seconds with the kept record', async () => {
    const one = begin();
    one.says(() => FULL);
    await one.journalQueue.write(record('a'));
    one.clock.advance(4_999);
    await rest();
    expect(one.tried).toEqual(['a']);
    one.clock.advance(1);
    await rest();
    expect(one.tried).toEqual(['a', 'a']);
    one.clock.advance(5_000);
    await rest();
    expect(one.tried).toEqual(['a', 'a', 'a']);
  });

  it('is tried again with a check record if the queue keeps no record', async () => {
    const one = begin();
    one.says(() => FULL);
    await one.journalQueue.must(record('a'));
    expect(one.journalQueue.isStuck()).toBe(true);
    one.says(() => OK);
    one.clock.advance(5_000);
    await rest();
    expect([one.written, one.journalQueue.isStuck()]).toEqual([['check'], false]);
  });

  it('gets the kept records before any new record', async () => {
    const one = begin();
    one.says(() => FULL);
    await one.journalQueue.write(record('a'));
    await one.journalQueue.write(record('b'));
    one.says((name) => (name === 'b' ? FULL : OK));
    expect(await one.journalQueue.write(record('c'))).toBe(false);
    expect(await one.journalQueue.must(record('d'))).toEqual(FULL);
    expect(one.written).toEqual(['a']);
    one.says(() => OK);
    expect(await one.journalQueue.must(record('e'))).toEqual(OK);
    expect(one.written).toEqual(['a', 'b', 'c', 'e']);
    expect(one.journalQueue.isStuck()).toBe(false);
  });

  it('is not tried again after a stop; the stop waits for the write in progress', async () => {
    const one = begin();
    one.says(() => FULL);
    await one.journalQueue.write(record('a'));
    let save: (written: Written) => void = () => undefined;
    one.says(() => new Promise((resolve) => (save = resolve)));
    void one.journalQueue.write(record('b'));
    await rest();
    let stopped = false;
    void one.journalQueue.stop().then(() => {
      stopped = true;
    });
    await rest();
    expect(stopped).toBe(false);
    save(FULL);
    await rest();
    expect([stopped, one.clock.armed()]).toEqual([true, 0]);
  });
});
