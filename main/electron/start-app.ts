import { join } from 'node:path';
import { systemClock, thisMachine } from '../host/adapters/machine.ts';
import { createDispatch } from '../host/bridge/dispatch.ts';
import { createScreenSource } from '../host/bridge/screen-source.ts';
import { openRemoteTill } from '../host/remote-till.ts';
import { loadSettings, shopOf } from '../host/settings.ts';
import type { ShellSettings } from '../host/shell-settings.ts';
import { openTill } from '../host/till.ts';
import type { WindowMode } from '../host/window-mode.ts';
import type { RemotePlan, StartPlan } from '../start/plan.ts';
import type { Graphics } from './graphics.ts';
import { openShell } from './open-shell.ts';
import { spawnService } from './service-process.ts';
import { setupPermissions } from './setup-permissions.ts';
import type { EndThen } from './setup-quit.ts';
import { systemSecrets } from './system-secrets.ts';
import { superviseTillService } from './till-service.ts';

/** What was decided about this machine's windows before the app was ready. */
export type ShellChoice = {
  readonly settings: ShellSettings;
  readonly mode: WindowMode;
  readonly graphics: Graphics;
  /** A line for the log and for the terminal, where there is one. */
  readonly report: (sentence: string) => void;
  readonly endThen: EndThen;
};

/**
 * Brings the till up once Electron is ready: the service in its process, the terminal here, then
 * the window. `stops` gets what has to end, in the order of starting.
 */
export async function startApp(
  plan: StartPlan,
  stops: (() => Promise<void>)[],
  shell: ShellChoice,
): Promise<void> {
  const { report } = shell;
  setupPermissions();
  const { source, dispatch } = await (plan.remote === null
    ? openOwn(plan, stops, report)
    : openRemote(plan, plan.remote, stops, report));
  stops.push(await openShell({ ...plan, ...shell, source, dispatch }));
}

type Stops = (() => Promise<void>)[];
type Report = (sentence: string) => void;

/** The till with its own service, in a process below this one. */
async function openOwn(plan: StartPlan, stops: Stops, report: Report) {
  const spawn = () => spawnService(join(plan.root, 'dist/electron/service-child.js'));
  const service = superviseTillService(plan, spawn, systemClock, report);
  stops.push(() => service.stop());
  const ready = await service.ready;
  const settings = loadSettings(plan.directory, {
    shop: shopOf(ready.merchant),
    posId: ready.pos[0]?.id ?? 'till',
    systemLanguage: thisMachine.env.LC_ALL || thisMachine.env.LANG,
  });
  const { terminal, desk, close } = await openTill({
    service: ready,
    directory: plan.directory,
    settings,
    report,
  });
  stops.push(close);
  return {
    source: createScreenSource(terminal, settings, desk),
    dispatch: createDispatch(terminal, desk),
  };
}

/** A till of a service that runs elsewhere; its key is in the operating system's store. */
async function openRemote(plan: StartPlan, remote: RemotePlan, stops: Stops, report: Report) {
  const till = await openRemoteTill({
    directory: plan.directory,
    baseUrl: remote.baseUrl,
    file: remote.secretFile,
    system: await systemSecrets(thisMachine.platform),
    machine: thisMachine,
    report,
  });
  stops.push(till.close);
  return till.stage;
}
