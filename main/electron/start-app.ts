import { join } from 'node:path';
import { readAssets } from '../../shared/node/http/static-assets.ts';
import { systemClock, thisMachine } from '../host/adapters/machine.ts';
import { createScreenBackend, unattendedFeatures } from '../host/bridge/screen-backend.ts';
import type { MachineAccess } from '../host/diagnosis/machine-access.ts';
import { seedGoods } from '../host/goods/seed.ts';
import { type KioskParts, openKioskParts } from '../host/kiosk/open-kiosk.ts';
import type { ShellSettings } from '../host/settings/shell-settings.ts';
import { loadSettings, shopOf } from '../host/settings/till-settings.ts';
import { screenOf, type WindowMode } from '../host/settings/window-mode.ts';
import { openTill, type TillOptions } from '../host/till/open-till.ts';
import { openRemoteTill } from '../host/till/remote-till.ts';
import type { RemotePlan, StartPlan } from '../start/plan.ts';
import { openShell } from './open-shell.ts';
import type { Graphics } from './system/graphics.ts';
import { electronMachineAccess } from './system/machine-access.ts';
import type { EndThen } from './system/quit.ts';
import { spawnService, superviseTillService } from './system/service-process.ts';
import type { Papers } from './system/system-printer.ts';
import { systemSecrets } from './system/system-secrets.ts';
import { setupPermissions } from './windows/hardening.ts';

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
  const papers: Papers = new Map();
  let update: string | null = null;
  const around = electronMachineAccess(papers, systemClock, shell, () => update);
  const kiosk =
    screenOf(shell.mode, shell.settings) === 'cashier' ? null : await kioskOf(plan, report);
  if (kiosk !== null) stops.push(async () => kiosk.close());
  const till = {
    report,
    ...(kiosk === null ? {} : { unattended: kiosk.unattended }),
  };
  const { source, dispatch } = await (plan.remote === null
    ? openOwn(plan, stops, till, around)
    : openRemote(plan, plan.remote, stops, { ...till, machineAccess: around }));
  const onUpdate = (version: string) => {
    update = version;
  };
  stops.push(await openShell({ ...plan, ...shell, kiosk, source, dispatch, papers, onUpdate }));
}

type Stops = (() => Promise<void>)[];
type Report = (sentence: string) => void;
type Around = Omit<MachineAccess, 'secrets'>;
type TillParts = Pick<TillOptions, 'report' | 'unattended'>;

function kioskOf(plan: StartPlan, report: Report): Promise<KioskParts> {
  return openKioskParts({
    directory: plan.directory,
    screen: readAssets(join(plan.root, 'dist/screens/kiosk')),
    service: plan.remote === null ? 'own' : 'elsewhere',
    report,
  });
}

/** The till with its own service, in a process below this one. */
async function openOwn(plan: StartPlan, stops: Stops, till: TillParts, around: Around) {
  const spawn = () => spawnService(join(plan.root, 'dist/electron/service-child.js'));
  const service = superviseTillService(plan, spawn, systemClock, till.report);
  stops.push(() => service.stop());
  const ready = await service.ready;
  const settings = loadSettings(plan.directory, {
    shop: shopOf(ready.merchant),
    posId: ready.pos[0]?.id ?? 'till',
    systemLanguage: thisMachine.env.LC_ALL || thisMachine.env.LANG,
  });
  if (till.unattended === undefined) seedGoods(plan.directory);
  const { terminal, close, ...features } = await openTill({
    service: ready,
    directory: plan.directory,
    settings,
    ...till,
    machineAccess: { ...around, secrets: 'none' },
  });
  stops.push(close);
  const offered = till.unattended === undefined ? features : unattendedFeatures(features);
  return createScreenBackend(terminal, settings, offered);
}

/** A till of a service that runs elsewhere; its key is in the operating system's store. */
async function openRemote(
  plan: StartPlan,
  remote: RemotePlan,
  stops: Stops,
  parts: TillParts & { readonly machineAccess: Around },
) {
  const till = await openRemoteTill({
    directory: plan.directory,
    baseUrl: remote.baseUrl,
    file: remote.secretFile,
    system: await systemSecrets(thisMachine.platform),
    machine: thisMachine,
    ...parts,
  });
  stops.push(till.close);
  return till.backend;
}
