import { rmSync } from 'node:fs';
import { type LocalApi, startLocalApi } from '../../../../main/host/local-api/server.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { ids } from '../../../support/payments.ts';
import { newQuickFolder } from '../../../support/quick-folder.ts';
import { createRegister, type Register } from '../../../support/register.ts';
import { createScriptedTerminal } from '../../../support/scripted-terminal.ts';

/** A local API over a terminal that the test speaks for, with a clock in the test's hands. */
export type ScriptedWorld = {
  readonly till: ReturnType<typeof createScriptedTerminal>;
  readonly clock: ManualClock;
  readonly api: LocalApi;
  readonly register: Register;
  readonly directory: string;
  readonly reports: string[];
  stop(): Promise<void>;
};

export async function startScriptedWorld(origins: readonly string[] = []): Promise<ScriptedWorld> {
  const directory = newQuickFolder('tillkit-api-');
  const till = createScriptedTerminal();
  const clock = createManualClock();
  const reports: string[] = [];
  const api = await startLocalApi({
    terminal: till.terminal,
    till: { posId: 'till1', currency: 'NOK' },
    directory,
    port: 0,
    origins,
    clock,
    ids,
    report: (sentence) => reports.push(sentence),
  });
  const register = createRegister(api);
  return {
    till,
    clock,
    api,
    register,
    directory,
    reports,
    stop: async () => {
      register.hangUp();
      const stopped = api.stop();
      // Nothing may need the grace period: connections are closed by who opened them.
      await stopped;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
