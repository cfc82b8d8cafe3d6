import { execFileSync } from 'node:child_process';
import { constants, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDevicePrinter } from '../../../../main/host/printing/device-printer.ts';
import { escposPort, readState } from '../../../../main/host/printing/port.ts';
import { createTcpPrinter } from '../../../../main/host/printing/tcp-printer.ts';
import { testPage } from '../../../../main/host/printing/test-page.ts';
import type { PrinterForm } from '../../../../shared/device/printing/settings.ts';
import { type DeviceClock, ticksOf, timeOf } from '../../../../shared/time/clock.ts';
import { NOW, SETTINGS } from '../../../screens/cashier/sales.ts';
import { takePort } from '../../../support/free-port.ts';
import { type PrinterMood, startPrinter, type TestPrinter } from '../../../support/printer.ts';
import { print } from '../../../support/receipt-paper.ts';

const FORM: PrinterForm = { columns: 42, codePage: 'pc858', cut: 'partial', drawer: 'left_shut' };
const PAGE = testPage(SETTINGS, NOW);
/** A pipe with a name; every system with device files has it. */
const MAKE_PIPE = 'mkfifo';
const times = { connect: 400, state: 150, write: 400, done: 200 };
/** How long the line is held for the end of the other side, by the transport's own choice. */
const LINGER = 1_000;

/**
 * A clock on which waits of these lengths end as soon as they begin; all others wait for what they
 * wait for, for as long as it takes.
 */
function clockThatEnds(...lengths: readonly number[]): DeviceClock {
  let now = 0;
  return {
    now: () => timeOf(now),
    ticks: () => ticksOf(now),
    after(delay, run) {
      if (!lengths.includes(delay)) return () => undefined;
      const next = setImmediate(() => {
        now += delay;
        run();
      });
      return () => clearImmediate(next);
    },
  };
}

describe('a printer on the network', () => {
  let printer: TestPrinter | null = null;
  afterEach(async () => {
    await printer?.stop();
    printer = null;
  });
  async function start(mood: Partial<PrinterMood> = {}, clock = clockThatEnds()) {
    printer = await startPrinter(mood);
    const transport = createTcpPrinter({
      ...{ host: '127.0.0.1', port: printer.port },
      ...{ clock, times },
    });
    return { printer, port: escposPort(transport, FORM) };
  }

  it('receives the whole job and confirms it', async () => {
    const { printer: one, port } = await start();
    expect(await port.print(PAGE)).toEqual({ ok: true });
    await expect.poll(() => one.papers()).toHaveLength(1);
    const [paper] = one.papers();
    expect(paper).toMatchObject({ cuts: 1, codes: ['tillkit-test'], page: 19 });
    expect(paper?.lines.map(({ text }) => text)).toContain('Kaffebaren Løkka');
    expect(await port.state()).toEqual({ kind: 'ready', paper: 'enough' });
  });

  it('that never answers is assumed to have printed the bytes that it accepted', async () => {
    const { printer: one, port } = await start({ speaks: false }, clockThatEnds(times.state));
    expect(await port.print(PAGE)).toEqual({ ok: true });
    await expect.poll(() => one.papers()).toHaveLength(1);
    expect(await port.state()).toEqual({ kind: 'silent' });
  });

  it.each([
    [{ cause: 0x12 | 0x20 }, 'no_paper'],
    [{ paper: 0x12 | 0x60 }, 'no_paper'],
    [{ cause: 0x12 | 0x04 }, 'cover_open'],
    [{ cause: 0x12 | 0x40 }, 'error'],
    [{ state: 0x12 | 0x08 }, 'off_line'],
  ])('with %j prints nothing: %s', async (mood, why) => {
    const { printer: one, port } = await start(mood);
    expect(await port.print(PAGE)).toEqual({ ok: false, why });
    expect(await port.state()).toEqual({ kind: 'fault', why });
    expect(one.bytes()).toBe(0);
  });

  it('that is low on paper reports it and prints the job', async () => {
    const { port } = await start({ paper: 0x12 | 0x0c });
    expect(await port.state()).toEqual({ kind: 'ready', paper: 'low' });
    expect(await port.print(PAGE)).toEqual({ ok: true });
  });

  it('that is unreachable fails by the deadline', async () => {
    const away = { host: '127.0.0.1', port: await takePort() };
    const port = escposPort(createTcpPrinter({ ...away, clock: clockThatEnds(), times }), FORM);
    expect(await port.print(PAGE)).toEqual({ ok: false, why: 'no_answer' });
    expect(await port.state()).toEqual({ kind: 'fault', why: 'no_answer' });
  });

  it('that disconnects during a job reports an unsure result', async () => {
    const { port } = await start({ cutsAfter: 40 });
    expect(await port.print(PAGE)).toEqual({ ok: false, why: 'unsure' });
  });

  it('that never confirms is queried for its state', async () => {
    const { printer: one, port } = await start({ tellsDone: false }, clockThatEnds(times.done));
    expect(await port.print(PAGE)).toEqual({ ok: true });
    one.mood.cause |= 0x20;
    expect(await port.state()).toEqual({ kind: 'fault', why: 'no_paper' });
  });

  it('that reads nothing blocks a job until the deadline only', async () => {
    const clock = clockThatEnds(times.state, times.write, LINGER);
    const { port } = await start({ stalls: true }, clock);
    await port.print(PAGE);
    // Each wait was used up once: what it asked, the answer, the bytes, the end, the lingering.
    expect(clock.now()).toBeLessThanOrEqual(2 * times.state + 2 * times.write + LINGER);
  });
});

describe('a printer’s status', () => {
  it('is read only if every byte is a status byte', () => {
    for (let byte = 0; byte < 256; byte += 1) {
      const isAnswer = (byte & 0x93) === 0x12;
      const { kind } = readState(Uint8Array.of(0x12, 0x12, byte));
      expect(kind === 'silent').toBe(!isAnswer);
    }
    expect(readState(Uint8Array.of(0x12, 0x12)).kind).toBe('silent');
  });
});

describe.runIf(process.platform !== 'win32')('a printer behind a device file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillkit-printer-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const own = { write: 300, state: 50, pause: 10 };
  const at = (path: string, clock = clockThatEnds(own.pause)) =>
    escposPort(createDevicePrinter({ path, clock, times: own }), FORM);

  it('a plain file collects every job', async () => {
    const path = join(folder, 'papers.bin');
    const port = at(path);
    expect(await port.print(PAGE)).toEqual({ ok: true });
    expect(await port.print(PAGE)).toEqual({ ok: true });
    expect(print(readFileSync(path)).codes).toEqual(['tillkit-test', 'tillkit-test']);
    expect(await port.state()).toEqual({ kind: 'silent' });
  });

  it('a device that accepts everything and answers nothing is a silent printer', async () => {
    expect(await at('/dev/null').print(PAGE)).toEqual({ ok: true });
    expect(await at('/dev/null').state()).toEqual({ kind: 'silent' });
  });

  it('a missing or forbidden device is reported', async () => {
    expect(await at(join(folder, 'no/such')).print(PAGE)).toEqual({ ok: false, why: 'not_found' });
    expect(await at('/dev/no-such-lp').print(PAGE)).toEqual({ ok: false, why: 'not_found' });
    mkdirSync(join(folder, 'folder'));
    expect(await at(join(folder, 'folder')).print(PAGE)).toEqual({ ok: false, why: 'not_found' });
  });

  it('a device that accepts no more bytes blocks the job until the deadline only', async () => {
    const path = join(folder, 'lp0');
    execFileSync(MAKE_PIPE, [path]);
    const { O_RDWR, O_NONBLOCK } = constants;
    // Both ends keep the connection open and nothing is read: its buffers fill, as with a printer without
    // paper.
    const held = await open(path, O_RDWR | O_NONBLOCK);
    try {
      const filler = Buffer.alloc(4_096);
      const full = async () => {
        for (;;) await held.write(filler, 0, filler.length);
      };
      await expect(full()).rejects.toMatchObject({ code: 'EAGAIN' });
      const clock = clockThatEnds(own.pause);
      const port = at(path, clock);
      const [first, second] = await Promise.all([port.print(PAGE), port.print(PAGE)]);
      expect([first, second]).toEqual([
        { ok: false, why: 'no_answer' },
        { ok: false, why: 'busy' },
      ]);
      expect(clock.now()).toBe(own.write);
      await held.read(Buffer.alloc(65_536), 0, 65_536, null);
      expect(await port.print(PAGE)).toEqual({ ok: true });
    } finally {
      await held.close();
    }
  });
});
