import { join } from 'node:path';
import { readAssets } from '../../service/portal/assets.ts';
import { systemClock, thisMachine } from '../host/adapters/machine.ts';
import { createDispatch } from '../host/bridge/dispatch.ts';
import { createScreenSource } from '../host/bridge/screen-source.ts';
import { loadSettings, shopOf } from '../host/settings.ts';
import { openTill } from '../host/till.ts';
import type { StartPlan } from '../start/plan.ts';
import { createCashierWindow } from './create-window.ts';
import { spawnService } from './service-process.ts';
import { setupIpc } from './setup-ipc.ts';
import { setupPermissions } from './setup-permissions.ts';
import { setupProtocol } from './setup-protocol.ts';
import { setupReload } from './setup-reload.ts';
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
  const spawn = () => spawnService(join(built, 'service-child.js'));
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
  const trusted = createTrustedSenders();
  setupIpc(createScreenSource(terminal, settings), createDispatch(terminal), trusted);
  const window = createCashierWindow(join(built, 'preload.cjs'));
  trusted.add(window.webContents);
  setupReload(window, systemClock, report);
}
