import { join } from 'node:path';
import { readAssets } from '../../shared/node/http/static-assets.ts';
import { DEFAULT_AGREEMENT } from '../../shared/protocol/agreement.ts';
import { systemClock, thisMachine } from '../host/adapters/machine.ts';
import { createScreenBackend, unattendedFeatures } from '../host/bridge/screen-backend.ts';
import type { MachineAccess } from '../host/diagnosis/machine-access.ts';
import { seedGoods } from '../host/goods/seed.ts';
import { type KioskHost, openKiosk } from '../host/kiosk/open-kiosk.ts';
import type { ShellSettings } from '../host/settings/shell-settings.ts';
import { loadSettings, shopOf } from '../host/settings/till-settings.ts';
import { screenOf, type WindowMode } from '../host/settings/window-mode.ts';
import { openTill, type TillOptions } from '../host/till/open-till.ts';
import { MACHINE_PORTS } from '../host/till/ports.ts';
import { presenceAt } from '../host/till/presence.ts';
import { openRemoteTill } from '../host/till/remote-till.ts';
import type { RemoteConfig, StartConfig } from '../start/start-config.ts';
import { openShell } from './open-shell.ts';
import type { Graphics } from './system/command-line.ts';
import { electronMachineAccess } from './system/machine-access.ts';
import type { EndThen } from './system/quit.ts';
import { spawnService, superviseTillService } from './system/service-process.ts';
import type { Papers } from './system/system-printer.ts';
import { systemSecrets } from './system/system-secrets.ts';
import { setupPermissions } from './windows/hardening.ts';

/** Choices about this machine's windows, made before the app was ready. */
export type ShellChoice = {
  readonly settings: ShellSettings;
  readonly mode: WindowMode;
  readonly graphics: Graphics;
  /** Writes a line to the log and to the terminal if there is one. */
  readonly report: (sentence: string) => void;
  readonly endThen: EndThen;
};

/**
 * Starts the till once Electron is ready: the service in its process, the terminal here, then the
 * window. `stops` receives what must be stopped, in the order of starting.
 */
export async function startApp(
  config: StartConfig,
  stops: (() => Promise<void>)[],
  shell: ShellChoice,
): Promise<void> {
  const { report } = shell;
  setupPermissions();
  const papers: Papers = new Map();
  let update: string | null = null;
  const around = electronMachineAccess(papers, systemClock, shell, () => update);
  const kiosk =
    screenOf(shell.mode, shell.settings) === 'cashier' ? null : await kioskOf(config, report);
  if (kiosk !== null) stops.push(async () => kiosk.close());
  const till = {
    report,
    presence: presenceAt(kiosk),
  };
  const backend = await (config.remote === null
    ? openOwn(config, stops, till, around)
    : openRemote(config, config.remote, stops, { ...till, machineAccess: around }));
  const onUpdate = (version: string) => {
    update = version;
  };
  stops.push(await openShell({ ...config, ...shell, kiosk, backend, papers, onUpdate }));
}

type Stops = (() => Promise<void>)[];
type Report = (sentence: string) => void;
type LocalMachine = Omit<MachineAccess, 'secrets'>;
type TillChoice = Pick<TillOptions, 'report' | 'presence'>;

function kioskOf(config: StartConfig, report: Report): Promise<KioskHost> {
  return openKiosk({
    directory: config.directory,
    screen: readAssets(join(config.root, 'dist/screens/kiosk')),
    service: config.remote === null ? 'own' : 'elsewhere',
    report,
    ports: MACHINE_PORTS,
  });
}

/** Opens a till with an embedded service in a child process. */
async function openOwn(config: StartConfig, stops: Stops, till: TillChoice, around: LocalMachine) {
  const spawn = () => spawnService(join(config.root, 'dist/electron/service-child.js'));
  const service = superviseTillService(config, spawn, systemClock, till.report);
  stops.push(() => service.stop());
  const ready = await service.ready;
  const settings = loadSettings(config.directory, {
    shop: shopOf(ready.merchant),
    timeZone: DEFAULT_AGREEMENT.timeZone,
    posId: ready.pos[0]?.id ?? 'till',
    systemLanguage: thisMachine.env.LC_ALL || thisMachine.env.LANG,
    machineZone: thisMachine.zone,
  });
  if (till.presence.kind === 'cashier') seedGoods(config.directory);
  const { terminal, close, ...features } = await openTill({
    service: ready,
    directory: config.directory,
    settings,
    ...till,
    deviceCode: null,
    firstCode: null,
    machineAccess: { ...around, secrets: 'none' },
    heardShop: null,
    ports: MACHINE_PORTS,
  });
  stops.push(close);
  const offered = till.presence.kind === 'cashier' ? features : unattendedFeatures(features);
  return createScreenBackend(terminal, settings, offered);
}

/** Opens a till of a remote service; the operating system's store holds its key. */
async function openRemote(
  config: StartConfig,
  remote: RemoteConfig,
  stops: Stops,
  options: TillChoice & { readonly machineAccess: LocalMachine },
) {
  const till = await openRemoteTill({
    directory: config.directory,
    baseUrl: remote.baseUrl,
    file: remote.secretFile,
    system: await systemSecrets(thisMachine.platform),
    machine: thisMachine,
    firstCode: null,
    screens: null,
    ports: MACHINE_PORTS,
    ...options,
  });
  stops.push(till.close);
  return till.backend;
}
