import { join } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import { z } from 'zod';
import { type Assets, readAssets } from '../../shared/node/http/static-assets.ts';
import { present } from '../../shared/objects/present.ts';
import { keepIn } from '../host/adapters/kept-value.ts';
import { systemClock, systemFetch, thisMachine } from '../host/adapters/machine.ts';
import { realFiles } from '../host/adapters/small-files.ts';
import type { ScreenBackend } from '../host/bridge/screen-backend.ts';
import { withPictures } from '../host/goods/pictures.ts';
import type { KioskHost } from '../host/kiosk/open-kiosk.ts';
import type { KioskShell } from '../host/kiosk/service-menu.ts';
import type { ShellSettings } from '../host/settings/shell-settings.ts';
import type { WindowMode } from '../host/settings/window-mode.ts';
import { IDLE_FOR, watchIdle } from '../host/updates/idle-watch.ts';
import { createReleaseCheck } from '../host/updates/release-check.ts';
import { type Role, screenUrl } from './app-address.ts';
import { setupIpc, setupKioskIpc } from './ipc/bridge-ipc.ts';
import { createTrustedSenders } from './ipc/trusted-senders.ts';
import { setupAutoLaunch } from './system/auto-launch.ts';
import type { Graphics } from './system/command-line.ts';
import { setupCrashes } from './system/crashes.ts';
import { setupPower, setupSessionEnd } from './system/power.ts';
import { type EndThen, relaunch } from './system/quit.ts';
import { UPDATE_KEYS } from './updates/update-keys.ts';
import { loadUpdater } from './updates/updater-source.ts';
import { setupUpdates } from './updates/updates.ts';
import { setupHeldInput } from './windows/blocked-input.ts';
import type { DisplaySetting } from './windows/choose-display.ts';
import { createCashierWindow, createDisplayWindow } from './windows/create-windows.ts';
import { setupCustomerDisplay } from './windows/customer-display.ts';
import { createKioskHold, type KioskHold, setupKiosk } from './windows/kiosk-window.ts';
import { setupPlacement } from './windows/placement.ts';
import { setupRecovery } from './windows/recovery.ts';
import { setupProtocol } from './windows/screen-protocol.ts';
import { setupWatchdog } from './windows/watchdog.ts';

export type ShellOptions = {
  readonly root: string;
  readonly directory: string;
  /** File of certificate authorities that the till trusts in addition, or null. */
  readonly caFile: string | null;
  /** The backend of the screens, whichever service the till has. */
  readonly backend: ScreenBackend;
  readonly settings: ShellSettings;
  readonly mode: WindowMode;
  /** The kiosk; null when the window is the cashier's. */
  readonly kiosk: KioskHost | null;
  readonly graphics: Graphics;
  readonly report: (sentence: string) => void;
  readonly endThen: EndThen;
  /** Pages of receipts that are being printed; none when left out. */
  readonly papers?: Assets;
  /** Receives the version of an update that is downloaded. */
  readonly onUpdate?: (version: string) => void;
};

const identity = z.strictObject({
  id: z.number(),
  label: z.string().max(200),
  width: z.number(),
  height: z.number(),
});

/** The arguments with which this till starts again. */
function argumentsOf({ mode, caFile }: Pick<ShellOptions, 'mode' | 'caFile'>): readonly string[] {
  const kiosk = mode === 'kiosk' ? ['--kiosk'] : [];
  return caFile === null ? kiosk : [...kiosk, '--ca-file', caFile];
}

/**
 * Opens the windows of a running till and everything that keeps them open. Returns how to release
 * the machine; the windows close with the app.
 */
export async function openShell(options: ShellOptions): Promise<() => Promise<void>> {
  const { root, directory, backend, settings, mode, report, endThen } = options;
  const { source, dispatch } = backend;
  const clock = systemClock;
  const trusted = createTrustedSenders();
  const quit = () => app.quit();
  const built = (name: string) => join(root, 'dist/electron', name);
  const screens = (role: Role) => readAssets(join(root, 'dist/screens', role));
  const role = options.kiosk === null ? 'cashier' : 'kiosk';
  const pages = {
    cashier: withPictures(screens('cashier'), directory),
    'customer-display': screens('customer-display'),
    kiosk: options.kiosk?.assets ?? screens('kiosk'),
  };
  setupProtocol(pages, present({ papers: options.papers }));
  setupIpc(backend, trusted);
  const keep = (window: BrowserWindow, role: Role, held: WindowMode): BrowserWindow => {
    trusted.add(window.webContents, role);
    const recovery = setupRecovery(window, role, { clock, report });
    setupWatchdog(window, role, { clock, trusted, recovery });
    setupHeldInput(window, held);
    return window;
  };
  const preload = built(role === 'kiosk' ? 'kiosk-preload.cjs' : 'preload.cjs');
  const window = createCashierWindow(preload, mode, role);
  const hold = createKioskHold(window);
  const kiosk = options.kiosk?.open(backend, kioskShell(window, hold)) ?? null;
  if (kiosk !== null) setupKioskIpc(kiosk, trusted);
  const cashier = keep(window, role, mode);
  setupPlacement(cashier, mode, clock, hold.isHeld);
  setupSessionEnd(cashier, { report, quit });
  if (mode === 'kiosk') setupKiosk(cashier, { clock, report }, hold);
  // The app ends with the cashier's window, also when the customer's display is open.
  cashier.once('closed', quit);
  const leaveDisplay = setupCustomerDisplay({
    clock,
    report,
    cashier,
    setting: displaySetting(settings, mode),
    memory: keepIn(realFiles, join(directory, 'customer-display.json'), identity),
    open: (bounds) =>
      keep(createDisplayWindow(built('display-preload.cjs'), bounds), 'customer-display', 'kiosk'),
  });
  const refresh = () => void dispatch({ type: 'refresh' });
  const leavePower = setupPower({ clock, report, refresh, quit });
  const idle = watchIdle(source, clock);
  cashier.webContents.on('input-event', idle.touch);
  const restartWhenIdle = () => void idle.whenIdle(IDLE_FOR, () => endThen(relaunch));
  setupCrashes({ clock, report, graphics: options.graphics, restartWhenIdle });
  setupAutoLaunch(settings.start_with_computer, thisMachine, argumentsOf(options));
  const leaveUpdates = await setupUpdates({
    settings: settings.updates,
    load: loadUpdater,
    releaseCheck: (feed) =>
      createReleaseCheck({
        feed,
        keys: UPDATE_KEYS,
        running: app.getVersion(),
        fetch: systemFetch,
      }),
    endThen,
    idle,
    clock,
    report,
    onReady: (version) => options.onUpdate?.(`update ${version}`),
  });
  return async () => {
    kiosk?.stop();
    for (const leave of [leaveUpdates, idle.stop, leavePower, leaveDisplay]) leave();
  };
}

/** The actions of the service menu on the kiosk's window. */
function kioskShell(window: BrowserWindow, hold: KioskHold): KioskShell {
  return {
    restartScreen: () => void window.loadURL(screenUrl('kiosk')).catch(() => undefined),
    fullScreen: hold.isHeld,
    setFullScreen: hold.set,
  };
}

/** A kiosk has no second display: its customer uses the kiosk itself. */
function displaySetting(settings: ShellSettings, mode: WindowMode): DisplaySetting {
  const setting = settings.customer_display ?? (mode === 'kiosk' ? 'none' : 'automatic');
  return typeof setting === 'string'
    ? { kind: setting }
    : { kind: 'labelled', label: setting.label };
}
