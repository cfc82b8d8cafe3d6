import { beforeEach, describe, expect, test } from 'vitest';
import { createScreenSources, TERMINAL_ALONE } from '../../../../main/host/bridge/screen-source.ts';
import { DEVICE_SCREEN } from '../../../../main/host/screens/screens.ts';
import { watchIdle } from '../../../../main/host/updates/idle-watch.ts';
import { watchUpdates } from '../../../../main/host/updates/watch-updates.ts';
import { sale } from '../../../screens/cashier/sales.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createScriptedTerminal, TILL_SETTINGS } from '../../../support/scripted-terminal.ts';
import { rest } from '../../../support/till.ts';

const MINUTE = 60_000;
const OPEN = sale({ kind: 'waiting_approval', expires: 1 });
const PAID = sale({ kind: 'paid', at: 1 });

let clock: ReturnType<typeof createManualClock>;
let till: ReturnType<typeof createScriptedTerminal>;
beforeEach(() => {
  clock = createManualClock();
  till = createScriptedTerminal();
});

const watch = () =>
  watchIdle(
    createScreenSources(till.terminal, TILL_SETTINGS, TERMINAL_ALONE)(DEVICE_SCREEN),
    clock,
  );

describe('an idle till', () => {
  test('has no open sale, set aside or not, and no recent change', () => {
    const quiet = watch();
    let ran = 0;
    quiet.whenIdle(10 * MINUTE, () => {
      ran += 1;
    });
    clock.advance(9 * MINUTE);
    till.show({ sales: [{ ...OPEN, aside: true }] });
    clock.advance(60 * MINUTE);
    expect([ran, quiet.openSales()]).toEqual([0, 1]);
    till.show({ sales: [PAID] });
    clock.advance(9 * MINUTE);
    expect(ran).toBe(0);
    clock.advance(2 * MINUTE);
    expect(ran).toBe(1);
    clock.advance(60 * MINUTE);
    expect(ran).toBe(1);
  });

  test('has had no recent input', () => {
    const quiet = watch();
    let ran = 0;
    quiet.whenIdle(MINUTE, () => {
      ran += 1;
    });
    for (let part = 0; part < 20; part += 1) {
      clock.advance(MINUTE / 2);
      quiet.touch();
    }
    expect([ran, quiet.worked()]).toEqual([0, 'not_yet']);
    clock.advance(2 * MINUTE);
    expect(ran).toBe(1);
  });

  test('is no longer watched after the stop', () => {
    const quiet = watch();
    quiet.whenIdle(MINUTE, () => {
      throw new Error('it ran');
    });
    quiet.stop();
    clock.advance(10 * MINUTE);
    expect([clock.armed(), till.listeners()]).toEqual([0, 0]);
  });
});

/** Everything that happens to an updater of this mode, in the order of its happening. */
function start(when: 'next_launch' | 'idle', offers: (string | null | Error)[]) {
  const done: string[] = [];
  const quiet = watch();
  const stop = watchUpdates({
    source: {
      obtain: () => {
        const offer = offers.length > 1 ? offers.shift() : offers[0];
        if (offer instanceof Error) return Promise.reject(offer);
        return Promise.resolve(offer ?? null);
      },
      install: () => done.push('installed'),
    },
    when,
    idle: quiet,
    clock,
    report: (sentence) => done.push(sentence),
  });
  const pass = async (time: number) => {
    for (let part = 0; part < 4; part += 1) {
      clock.advance(time / 4);
      await rest();
    }
  };
  return { done, stop, pass, quiet };
}

describe('an update', () => {
  test('is installed right after a start while the till is idle', async () => {
    const { done, pass } = start('next_launch', ['1.2.0']);
    await pass(2 * MINUTE);
    expect(done.at(-1)).toBe('installed');
  });

  test('that is downloaded later waits for the next start', async () => {
    const { done, pass } = start('next_launch', [null, '1.2.0']);
    await pass(24 * 60 * MINUTE);
    expect(done).toEqual(['Version 1.2.0 is downloaded and is installed at the next start.']);
  });

  test('is not installed after a start with an immediate sale', async () => {
    till.show({ sales: [OPEN] });
    const { done, pass } = start('next_launch', ['1.2.0']);
    await pass(4 * MINUTE);
    till.show({ sales: [PAID] });
    await pass(24 * 60 * MINUTE);
    expect(done).not.toContain('installed');
  });

  test('in idle mode waits for ten idle minutes and never interrupts an open sale', async () => {
    till.show({ sales: [OPEN] });
    const { done, pass } = start('idle', ['1.2.0']);
    await pass(5 * 60 * MINUTE);
    expect(done).not.toContain('installed');
    till.show({ sales: [PAID] });
    await pass(8 * MINUTE);
    expect(done).not.toContain('installed');
    await pass(4 * MINUTE);
    expect(done.filter((what) => what === 'installed')).toHaveLength(1);
  });

  test('a short pause between the first customers does not count as a start', async () => {
    const { done, pass, quiet } = start('idle', ['1.2.0']);
    await pass(19_000);
    quiet.touch();
    await pass(5_000);
    expect(done.at(-1)).toContain('is downloaded');
    till.show({ sales: [OPEN] });
    await pass(5_000);
    till.show({ sales: [PAID] });
    await pass(5 * MINUTE);
    expect(done).not.toContain('installed');
    await pass(8 * MINUTE);
    expect(done).toContain('installed');
  });

  test('a failing feed is reported and checked again later', async () => {
    const { done, pass } = start('idle', [new Error('no route\nat x'), '1.2.0']);
    await pass(MINUTE);
    expect(done).toEqual(['The check for updates failed: no route']);
    await pass(8 * 60 * MINUTE);
    expect(done.at(-1)).toBe('installed');
  });

  test('is no longer checked for after the stop', async () => {
    const { done, stop, pass } = start('idle', ['1.2.0']);
    stop();
    await pass(24 * 60 * MINUTE);
    expect(done).toEqual([]);
  });
});
