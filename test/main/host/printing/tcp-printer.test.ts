import { execFileSync } from 'node:child_process';
import { constants, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDevicePrinter } from '../../../../main/host/printing/device-printer.ts';
import { escposPort, readState, sortAnswers } from '../../../../main/host/printing/port.ts';
import { createTcpPrinter } from '../../../../main/host/printing/tcp-printer.ts';
import { testPage } from '../../../../main/host/printing/test-page.ts';
import type { PrinterForm } from '../../../../shared/device/printing/settings.ts';
import { type DeviceClock, ticksOf, timeOf } from '../../../../shared/time/clock.ts';
import { NOW, SETTINGS } from '../../../screens/cashier/sales.ts';
import { takePort } from '../../../support/free-port.ts';
import { type PrinterMood, startPrinter, type TestPrinter } from '../../../support/printer.ts';
import { quietClock } from '../../../support/quiet-clock.ts';
import { print } from '../../../support/receipt-paper.ts';

const FORM: PrinterForm = { columns: 42, codePage: 'pc858', cut: 'partial', drawer: 'left_shut' };
const PAGE = testPage(SETTINGS, NOW);
/** A pipe with a name; every system with device files has it. */
const MAKE_PIPE = 'mkfifo';
const times = { connect: 400, state: 150, write: 410, done: 200, look: 50, pulse: 300, read: 320 };

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

let printer: TestPrinter | null = null;
let clock: ReturnType<typeof quietClock>;
beforeEach(() => {
  clock = quietClock();
});
afterEach(async () => {
  clock.stop();
  await printer?.stop();
  printer = null;
});

describe('a printer on the network', () => {
  async function start(mood: Partial<PrinterMood> = {}) {
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
    const { printer: one, port } = await start({ speaks: false });
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
    const port = escposPort(createTcpPrinter({ ...away, clock, times }), FORM);
    expect(await port.print(PAGE)).toEqual({ ok: false, why: 'no_answer' });
    expect(await port.state()).toEqual({ kind: 'fault', why: 'no_answer' });
  });

  it('that disconnects during a job reports an unsure result', async () => {
    const { port } = await start({ cutsAfter: 40 });
    expect(await port.print(PAGE)).toEqual({ ok: false, why: 'unsure' });
  });

  it('that does not know the question for the end is asked about its state, and waited for only once', async () => {
    const { printer: one, port } = await start({ tellsDone: false });
    expect(await port.print(PAGE)).toEqual({ ok: true });
    expect(clock.now()).toBe(times.done);
    expect(await port.print(PAGE)).toEqual({ ok: true });
    expect(clock.now()).toBe(times.done);
    one.mood.cause |= 0x20;
    expect(await port.state()).toEqual({ kind: 'fault', why: 'no_paper' });
  });

  it('that learns the question for the end is waited for again', async () => {
    const { printer: one, port } = await start({ tellsDone: false });
    await port.print(PAGE);
    one.mood.tellsDone = true;
    await port.print(PAGE);
    await expect.poll(() => one.papers()).toHaveLength(2);
    one.mood.tellsDone = false;
    await port.print(PAGE);
    expect(clock.now()).toBe(2 * times.done);
  });

  it('that has no paper in the middle of a receipt says so at once', async () => {
    const { port } = await start({ emptyAfter: 100 });
    expect(await port.print(PAGE)).toEqual({ ok: false, why: 'unsure' });
    expect(clock.now()).toBe(times.look);
  });

  it('that says by itself that its paper has ended has not said that it is done', async () => {
    const { port } = await start({ emptyAfter: 100, saysChanges: true, tellsDone: false });
    expect(await port.print(PAGE)).toEqual({ ok: false, why: 'unsure' });
    expect(clock.now()).toBe(times.look);
  });

  it('whose buffer is full in the middle of a receipt has not printed it', async () => {
    const { port } = await start({ fullAfter: 100 });
    expect(await port.print(PAGE)).toEqual({ ok: false, why: 'unsure' });
  });

  it('that reads nothing has not printed, and blocks a job until the deadline only', async () => {
    const { port } = await start({ stalls: true });
    expect(await port.print(PAGE)).toEqual({ ok: false, why: 'unsure' });
    expect(clock.now()).toBe(times.state + times.done);
    // The question that it does not answer is not waited for again.
    expect(await port.print(PAGE)).toEqual({ ok: false, why: 'unsure' });
    expect(clock.now()).toBe(times.state + 2 * times.done);
  });

  it('that answers nothing and never closes has not confirmed the receipt', async () => {
    const { port } = await start({ speaks: false, closes: false });
    expect(await port.print(PAGE)).toEqual({ ok: false, why: 'unsure' });
  });

  it('that was silent once is asked before the next receipt as soon as it answers', async () => {
    const { printer: one, port } = await start({ speaks: false });
    expect(await port.print(PAGE)).toEqual({ ok: true });
    Object.assign(one.mood, { speaks: true, cause: 0x12 | 0x20 });
    expect(await port.state()).toEqual({ kind: 'fault', why: 'no_paper' });
    expect(await port.print(PAGE)).toEqual({ ok: false, why: 'no_paper' });
  });
});

describe('the drawer at a printer on the network', () => {
  async function start(mood: Partial<PrinterMood> = {}) {
    printer = await startPrinter(mood);
    const address = { host: '127.0.0.1', port: printer.port };
    const port = escposPort(createTcpPrinter({ ...address, clock, times }), {
      ...FORM,
      drawer: 'opened',
    });
    return { one: printer, print: () => port.print(PAGE), open: async () => port.openDrawer?.() };
  }

  it('opens by the plain pulse of a printer that is ready', async () => {
    const { one, open } = await start();
    expect(await open()).toEqual({ ok: true });
    expect(one.drawer).toEqual(['plain']);
  });

  it.each([
    ['no paper', { paper: 0x12 | 0x60 }],
    ['an open cover', { cause: 0x12 | 0x04 }],
    ['an error', { cause: 0x12 | 0x40 }],
    ['a key that was pressed', { state: 0x12 | 0x08 }],
  ])('opens at once although the printer has %s', async (_, mood) => {
    const { one, open } = await start(mood);
    expect(await open()).toEqual({ ok: true });
    expect(one.drawer).toEqual(['now']);
  });

  it('opens while a receipt is being printed, over the connection of the receipt', async () => {
    // The receipt waits for its end, which does not come.
    const { one, print, open } = await start({ tellsDone: false, oneAtATime: true });
    clock.hold();
    const printed = print();
    await expect.poll(() => one.visits()).toBe(1);
    const opened = open();
    clock.go();
    expect(await opened).toEqual({ ok: true });
    expect([one.drawer[0], one.visits(), clock.now()]).toEqual(['now', 1, 0]);
    await printed;
  });

  it('opens before the receipt that is printed at the same time', async () => {
    const { one, print, open } = await start({ oneAtATime: true });
    const opened = open();
    expect(await print()).toEqual({ ok: true });
    expect(await opened).toEqual({ ok: true });
    expect([one.drawer, one.visits()]).toEqual([['plain'], 2]);
    await expect.poll(() => one.papers()).toHaveLength(1);
  });

  it('opens at a printer that answers nothing, and at one that does not know the end', async () => {
    const silent = await start({ speaks: false, tellsDone: false });
    await silent.print();
    expect(await silent.open()).toEqual({ ok: true });
    expect(silent.one.drawer).toEqual(['plain']);
  });

  it('confirms each of many pulses, also those that come while another one is on its way', async () => {
    const { one, open } = await start({ paper: 0x12 | 0x60 });
    const opened = [];
    for (let pulse = 0; pulse < 60; pulse += 1) {
      opened.push(open());
      await new Promise(setImmediate);
    }
    expect(await Promise.all(opened)).toEqual(opened.map(() => ({ ok: true })));
    expect(one.drawer.length).toBeGreaterThanOrEqual(60);
  });

  it('opens behind the paper of a printer that does not know the pulse in real time', async () => {
    const { one, print, open } = await start({ knowsPulse: false, tellsDone: false });
    clock.hold();
    const printed = print();
    await expect.poll(() => one.visits()).toBe(1);
    const opened = open();
    clock.go();
    expect(await opened).toEqual({ ok: true });
    expect([one.drawer, one.visits()]).toEqual([['plain'], 1]);
    await printed;
  });

  it('is not known to be open while a printer with a full buffer has the receipt', async () => {
    const { one, print, open } = await start({ fullAfter: 100 });
    clock.hold();
    const printed = print();
    await expect.poll(() => one.isFull()).toBe(true);
    const opened = open();
    clock.go();
    expect(await opened).toEqual({ ok: false, why: 'unsure' });
    expect(one.drawer).toEqual([]);
    await printed;
  });

  it('is not said to be open by a printer that reads nothing', async () => {
    const { open } = await start({ stalls: true });
    expect(await open()).toEqual({ ok: false, why: 'unsure' });
  });

  it('stays shut at a printer that is away', async () => {
    const away = { host: '127.0.0.1', port: await takePort() };
    const transport = createTcpPrinter({ ...away, clock, times });
    expect(await transport.pulse()).toEqual({ ok: false, why: 'no_answer' });
  });
});

describe('a printer’s status', () => {
  it('that it says by itself is no answer, however its bytes arrive', () => {
    const states: number[] = [];
    let done = 0;
    const hear = sortAnswers({
      state: (byte) => states.push(byte),
      done: () => {
        done += 1;
      },
    });
    for (const bytes of [[0x18, 0x00], [0x0c], [0x12, 0x16]]) hear(bytes);
    expect([states, done]).toEqual([[0x16], 0]);
    hear([0x00, 0x12]);
    expect([states, done]).toEqual([[0x16, 0x12], 1]);
  });

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
