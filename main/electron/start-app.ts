import { join } from 'node:path';
import { readAssets } from '../../service/portal/assets.ts';
import { systemClock, thisMachine } from '../host/adapters/machine.ts';
import { createDispatch } from '../host/bridge/dispatch.ts';
import { createScreenSource } from '../host/bridge/screen-source.ts';
import { openRemoteTill } from '../host/remote-till.ts';
import { loadSettings, shopOf } from '../host/settings.ts';
import { openTill } from '../host/till.ts';
import type { RemotePlan, StartPlan } from '../start/plan.ts';
import { createCashierWindow } from './create-window.ts';
import { spawnService } from './service-process.ts';
import { setupIpc } from './setup-ipc.ts';
import { setupPermissions } from './setup-permissions.ts';
import { setupProtocol } from './setup-protocol.ts';
import { setupReload } from './setup-reload.ts';
import { systemSecrets } from './system-secrets.ts';
import { superviseTillService } from './till-service.ts';
import { createTrustedSenders } from './trusted-senders.ts';

/**
 * Brings the till up once Electron is ready: the service in its process, the terminal here, then
 * the window. `stops` gets what has to end, in the order of starting.
 */
export async function startApp(plan: StartPlan, stops: (() => Promise<void>)[]): Promise<void> {
  const report = (sentence: string) => console.error(sentence);
  const built = join(plan.root, 'dist/electron');
  setupPermissions();
  setupProtocol(readAssets(join(plan.root, 'dist/screens/cashier')));
  const { source, dispatch } = await (plan.remote === null
    ? openOwn(plan, stops, report)
    : openRemote(plan, plan.remote, stops, report));
  const trusted = createTrustedSenders();
  setupIpc(source, dispatch, trusted);
  const window = createCashierWindow(join(built, 'preload.cjs'));
  trusted.add(window.webContents);
  setupReload(window, systemClock, report);
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
  const { terminal, close } = await openTill({
    service: ready,
    directory: plan.directory,
    settings,
    report,
  });
  stops.push(close);
  return { source: createScreenSource(terminal, settings), dispatch: createDispatch(terminal) };
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
