import { join } from 'node:path';
import { readAssets } from '../../shared/node/http/static-assets.ts';
import { systemClock, thisMachine } from '../host/adapters/machine.ts';
import { sceneOf, unattendedParts } from '../host/bridge/scene.ts';
import { seedGoods } from '../host/goods/seed.ts';
import { type KioskParts, openKioskParts } from '../host/kiosk/open-kiosk.ts';
import { openRemoteTill } from '../host/remote-till.ts';
import { loadSettings, shopOf } from '../host/settings.ts';
import type { ShellSettings } from '../host/shell-settings.ts';
import { openTill, type TillOptions } from '../host/till.ts';
import type { Surroundings } from '../host/tools.ts';
import { screenOf, type WindowMode } from '../host/window-mode.ts';
import type { RemotePlan, StartPlan } from '../start/plan.ts';
import type { Graphics } from './graphics.ts';
import { openShell } from './open-shell.ts';
import { spawnService } from './service-process.ts';
import { setupPermissions } from './setup-permissions.ts';
import type { EndThen } from './setup-quit.ts';
import { electronSurroundings } from './surroundings.ts';
import type { Papers } from './system-printer.ts';
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
  const papers: Papers = new Map();
  let update: string | null = null;
  const around = electronSurroundings(papers, systemClock, shell, () => update);
  const kiosk =
    screenOf(shell.mode, shell.settings) === 'cashier' ? null : await kioskOf(plan, report);
  if (kiosk !== null) stops.push(async () => kiosk.close());
  const till = {
    report,
    ...(kiosk === null ? {} : { unattended: kiosk.unattended }),
  };
  const { source, dispatch } = await (plan.remote === null
    ? openOwn(plan, stops, till, around)
    : openRemote(plan, plan.remote, stops, { ...till, surroundings: around }));
  const onUpdate = (version: string) => {
    update = version;
  };
  stops.push(await openShell({ ...plan, ...shell, kiosk, source, dispatch, papers, onUpdate }));
}

type Stops = (() => Promise<void>)[];
type Report = (sentence: string) => void;
type Around = Omit<Surroundings, 'secrets'>;
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
  const { terminal, close, ...beside } = await openTill({
    service: ready,
    directory: plan.directory,
    settings,
    ...till,
    surroundings: { ...around, secrets: 'none' },
  });
  stops.push(close);
  const parts = till.unattended === undefined ? beside : unattendedParts(beside);
  return sceneOf(terminal, settings, parts);
}

/** A till of a service that runs elsewhere; its key is in the operating system's store. */
async function openRemote(
  plan: StartPlan,
  remote: RemotePlan,
  stops: Stops,
  parts: TillParts & { readonly surroundings: Around },
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
  return till.stage;
}
