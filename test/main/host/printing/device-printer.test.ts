import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDevicePrinter } from '../../../../main/host/printing/device-printer.ts';
import type { PrintOutcome } from '../../../../main/host/printing/port.ts';
import { HOUR, SECOND } from '../../../../shared/time/clock.ts';
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
