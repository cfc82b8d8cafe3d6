import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDevicePrinter } from '../../../../main/host/printing/device-printer.ts';
import type { PrintOutcome } from '../../../../main/host/printing/port.ts';
import { HOUR, SECOND, ticksOf, timeOf } from '../../../../shared/time/clock.ts';
import { until } from '../../../support/last-resort.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

/** More than a pipe takes while nobody reads it. */
const MUCH = new Uint8Array(4 * 1024 * 1024);

it.runIf(process.platform === 'linux')(
  'gives up a blocked write after its time, although the clock was set back by hours',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tillkit-printer-'));
    const path = join(folder, 'lp0');
    execFileSync('mkfifo', [path]);
    // A reader that does not read: the device accepts some bytes and then no more.
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const clock = createManualClock();
      const printer = createDevicePrinter({ path, clock });
      let outcome: PrintOutcome | null = null;
      void printer.send(MUCH).then((result) => {
        outcome = result;
      });
      await until(clock.armed, (timers) => timers > 1);
      clock.set(-5 * HOUR);
      // One pause of the writer after the other passes.
      const next = () => {
        if (outcome === null && clock.armed() > 1) clock.advance(SECOND / 2);
        return outcome;
      };
      expect(await until(next, (result) => result !== null)).toEqual({ ok: false, why: 'unsure' });
      expect(await printer.state()).toEqual({ kind: 'silent' });
    } finally {
      closeSync(reader);
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** A device file whose answers the test gives. Its clock moves by each pause. */
function deviceWorld() {
  const now = { ticks: 0 };
  const clock = {
    now: () => timeOf(now.ticks),
    ticks: () => ticksOf(now.ticks),
    after(delay: number, run: () => void) {
      // The writer's and the reader's pause; every other wait is a deadline that does not come.
      if (delay !== 50) return () => undefined;
      const next = setImmediate(() => {
        now.ticks += delay;
        run();
      });
      return () => clearImmediate(next);
    },
  };
  const mood = { paper: 0x12, tellsDone: true, emptyAfter: Number.POSITIVE_INFINITY };
  const answers: number[] = [];
  const got: number[] = [];
  const file = {
    async write(bytes: Uint8Array, from = 0, length = bytes.length) {
      const some = bytes.subarray(from, from + length);
      got.push(...some);
      if (got.length >= mood.emptyAfter) mood.paper = 0x72;
      const command = Buffer.from(some).toString('hex');
      if (command === '100401100402100404') answers.push(0x12, 0x12, mood.paper);
      if (command === '1d7201' && mood.tellsDone) answers.push(0);
      return { bytesWritten: length, buffer: bytes };
    },
    async read(into: Uint8Array) {
      const some = answers.splice(0, 3);
      into.set(some);
      return { bytesRead: some.length, buffer: into };
    },
    close: async () => undefined,
  };
  const printer = createDevicePrinter({
    ...{ path: '/dev/usb/lp0', clock },
    open: async () => ({ file: file as never, speaks: true }),
  });
  return { printer, mood, answers, hex: () => Buffer.from(got).toString('hex'), now };
}

describe('a device that answers', () => {
  const JOB = new Uint8Array(500).fill(0x41);

  it('has printed when it says so', async () => {
    const { printer, now } = deviceWorld();
    expect(await printer.send(JOB)).toEqual({ ok: true });
    expect(now.ticks).toBe(0);
  });

  it('that has no paper in the middle of a receipt has not printed it', async () => {
    const { printer, mood } = deviceWorld();
    Object.assign(mood, { tellsDone: false, emptyAfter: 200 });
    expect(await printer.send(JOB)).toEqual({ ok: false, why: 'unsure' });
  });

  it('that does not know the question for the end is waited for only once', async () => {
    const { printer, mood, now } = deviceWorld();
    mood.tellsDone = false;
    expect(await printer.send(JOB)).toEqual({ ok: true });
    const first = now.ticks;
    expect(first).toBeGreaterThanOrEqual(10 * SECOND);
    expect(await printer.send(JOB)).toEqual({ ok: true });
    expect(now.ticks).toBe(first);
  });

  it('takes no late answer about its state for this one', async () => {
    const { printer, mood, answers } = deviceWorld();
    mood.paper = 0x72;
    answers.push(0x12, 0x12, 0x12);
    expect(await printer.send(JOB)).toEqual({ ok: false, why: 'no_paper' });
  });

  it('takes no answer of an earlier receipt for this one', async () => {
    const { printer, mood, answers } = deviceWorld();
    Object.assign(mood, { tellsDone: false, emptyAfter: 200 });
    answers.push(0);
    expect(await printer.send(JOB)).toEqual({ ok: false, why: 'unsure' });
  });

  it('opens the drawer without paper, and before the receipt that follows', async () => {
    const { printer, mood, hex } = deviceWorld();
    mood.paper = 0x72;
    const opened = printer.pulse();
    expect(await printer.send(JOB)).toEqual({ ok: false, why: 'no_paper' });
    expect(await opened).toEqual({ ok: true });
    expect(hex()).toContain('1b700032fa');
    expect(hex()).toContain('1014010001');
    expect(hex()).not.toContain('414141');
  });
});
