import { rmSync } from 'node:fs';
import { type LocalApi, startLocalApi } from '../../../../main/host/local-api/server.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { ids } from '../../../support/payments.ts';
import { newQuickFolder } from '../../../support/quick-folder.ts';
import { createRegister, type Register } from '../../../support/register.ts';
import { createScriptedTerminal } from '../../../support/scripted-terminal.ts';
import { apiParts } from '../../../support/till-parts.ts';

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
  const { parts, stop } = apiParts(till.terminal, clock);
  const api = await startLocalApi({
    ...parts,
    till: { posId: 'till1', currency: 'NOK' },
    directory,
    port: 0,
    origins,
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
      stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
