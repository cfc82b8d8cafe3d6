import { scryptSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realFiles } from '../../../../main/host/adapters/small-files.ts';
import {
  type BackOffice,
  type BackOfficeOptions,
  openBackOffice,
} from '../../../../main/host/back-office/back-office.ts';
import { createScreenBackend } from '../../../../main/host/bridge/screen-backend.ts';
import { TERMINAL_ALONE } from '../../../../main/host/bridge/screen-source.ts';
import type { Dispatch } from '../../../../main/host/commands/commands.ts';
import { DEVICE_SCREEN } from '../../../../main/host/screens/screens.ts';
import { writeStaff } from '../../../../main/host/staff/staff-file.ts';
import type { AnyAnswer } from '../../../../shared/device/commands/table.ts';
import { secureRandom } from '../../../../shared/node/random.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { ids } from '../../../support/payments.ts';
import { createScriptedTerminal, TILL_SETTINGS } from '../../../support/scripted-terminal.ts';

export type BackOfficeSetup = {
  readonly clock: ManualClock;
  readonly till: ReturnType<typeof createScriptedTerminal>;
  readonly directory: string;
  backOffice(): BackOffice;
  readonly call: Dispatch;
  /** A command of the screen with this id. */
  readonly callAt: (screen: string, command: unknown) => ReturnType<Dispatch>;
  /** Closes the back office and opens it again on the same directory. */
  restart(): Promise<void>;
  stop(): void;
};

export const START = Date.UTC(2026, 10, 20, 7, 42, 21);

/** A back office over a scripted terminal, in a separate directory, with a clock that stands still. */
export async function openBackOfficeSetup(
  options: Partial<Pick<BackOfficeOptions, 'firstCode' | 'terms' | 'books'>> = {},
): Promise<BackOfficeSetup> {
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-back-office-'));
  const clock = createManualClock(START);
  const till = createScriptedTerminal();
  const open = () =>
    openBackOffice({
      files: realFiles,
      staff: 'here',
      ...{ terminal: till.terminal, settings: TILL_SETTINGS, directory, clock, ids },
      random: secureRandom,
      refunds: 'possible',
      settlements: null,
      firstCode: null,
      receiptOf: async () => null,
      terms: () => ({ timeZone: 'Europe/Oslo', startOfDay: '00:00:00' }),
      books: { ofDay: async () => [], days: () => [] },
      ...options,
    });
  let backOffice = await open();
  const callAt = (screen: string, command: unknown) => {
    // A permitted command of another feature is refused because the feature is missing.
    const features = { ...TERMINAL_ALONE, backOffice };
    return createScreenBackend(till.terminal, TILL_SETTINGS, features)
      .screen(screen)
      .dispatch(command);
  };
  return {
    ...{ clock, till, directory },
    backOffice: () => backOffice,
    call: (command) => callAt(DEVICE_SCREEN, command),
    callAt,
    async restart() {
      backOffice.stop();
      backOffice = await open();
    },
    stop() {
      backOffice.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export const SUPERVISOR_PIN = '4711';
export const CASHIER_PIN = '2580';

/**
 * A supervisor, who stands at the till, and a cashier. Their file is as the till writes it but for the
 * price of the hashes: what a real one costs is a matter of `staff/pin-guard.test.ts`.
 */
export async function hire(world: BackOfficeSetup): Promise<{ marte: string; ingrid: string }> {
  const [marte, ingrid] = [ids.short(), ids.short()];
  writeStaff(world.directory, realFiles, [
    { id: marte, name: 'Marte', role: 'supervisor', pin: cheapHash(SUPERVISOR_PIN) },
    { id: ingrid, name: 'Ingrid', role: 'cashier', pin: cheapHash(CASHIER_PIN) },
  ]);
  await world.restart();
  const unlocked = await world.call({ type: 'unlock', personId: marte, pin: SUPERVISOR_PIN });
  if (!unlocked.ok) throw new Error(unlocked.refusal.description);
  return { marte, ingrid };
}

function cheapHash(pin: string): string {
  const salt = Buffer.alloc(16);
  const key = scryptSync(pin, salt, 32, { N: 16, r: 1, p: 1 });
  const parts = [salt, key].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$scrypt$ln=4,r=1,p=1$${parts.join('$')}`;
}

/** Why a command was refused, as a word. */
export function reasonOf(answer: AnyAnswer): unknown {
  return answer.ok ? null : answer.refusal.details?.reason;
}
