import { join } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import type { TillSettings } from '../../../shared/bridge/contract.ts';
import { readAssets } from '../../../shared/node/http/static-assets.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { packageRoot, systemClock } from '../../host/adapters/machine.ts';
import { createDispatch } from '../../host/bridge/dispatch.ts';
import { createScreenSource } from '../../host/bridge/screen-source.ts';
import type { WindowMode } from '../../host/settings/window-mode.ts';
import type { Role } from '../app-address.ts';
import { setupIpc } from '../ipc/bridge-ipc.ts';
import { createTrustedSenders } from '../ipc/trusted-senders.ts';
import { setupHeldInput } from './blocked-input.ts';
import type { DisplayIdentity, DisplaySetting } from './choose-display.ts';
import { createCashierWindow, createDisplayWindow } from './create-windows.ts';
import { setupCustomerDisplay } from './customer-display.ts';
import { holdContents, setupContents, setupPermissions } from './hardening.ts';
import { holdGestures, setupKiosk } from './kiosk-window.ts';
import { setupRecovery } from './recovery.ts';
import { registerScheme, setupProtocol } from './screen-protocol.ts';
import { setupWatchdog } from './watchdog.ts';

/**
 * Must run before Electron is ready: the scheme of the till's pages. `everything` also closes the
 * rest of the app: sandbox, navigation, windows, permissions and devices of every page in it; leave
 * it out in an app with windows of its own that need any of these.
 */
export function prepareTill(
  options: { readonly harden?: 'everything'; readonly mode?: WindowMode } = {},
): void {
  registerScheme();
  if (options.mode === 'kiosk') holdGestures();
  if (options.harden !== 'everything') return;
  app.enableSandbox();
  setupContents();
  app.whenReady().then(setupPermissions, () => undefined);
}

export type TillWindowOptions = {
  /** The engine behind the page; it stays its owner's to stop. */
  readonly terminal: Terminal;
  readonly settings: TillSettings;
  /** Folder of the built page, with its `index.html`; `tillBridge()` in it finds the terminal. */
  readonly page: string;
  /** `kiosk`: full screen, and no way out of it that Electron can close. `window` when left out. */
  readonly mode?: WindowMode;
  /** Where the customer sees the sale, on a second display; nowhere when left out. */
  readonly customerDisplay?: DisplaySetting;
  /** A line for the person who looks after the till; standard error when left out. */
  readonly report?: (sentence: string) => void;
};

export interface TillWindow {
  readonly window: BrowserWindow;
  /** Closes the windows, also a kiosk's. The terminal goes on. */
  close(): void;
}

/**
 * Opens the page in a hardened window of its own and joins it to the terminal: checked IPC, the
 * `app://` handler, recovery, a watchdog, and the ways out of it closed. Once an app, after ready.
 */
export function openTillWindow(options: TillWindowOptions): TillWindow {
  const { terminal, settings, page, mode = 'window', customerDisplay } = options;
  const report = options.report ?? ((sentence: string) => console.error(sentence));
  const clock = systemClock;
  const root = packageRoot();
  const preload = (name: string) => join(root, 'dist/electron', `${name}.cjs`);
  const trusted = createTrustedSenders();
  setupProtocol({
    cashier: readAssets(page),
    'customer-display': readAssets(join(root, 'dist/screens/customer-display')),
    kiosk: readAssets(join(root, 'dist/screens/kiosk')),
  });
  setupIpc(createScreenSource(terminal, settings), createDispatch(terminal), trusted);
  const keep = (window: BrowserWindow, role: Role, held: WindowMode): BrowserWindow => {
    trusted.add(window.webContents, role);
    holdContents(window.webContents);
    const recovery = setupRecovery(window, role, { clock, report });
    setupWatchdog(window, role, { clock, trusted, recovery });
    setupHeldInput(window, held);
    return window;
  };
  const window = keep(createCashierWindow(preload('preload'), mode), 'cashier', mode);
  if (mode === 'kiosk') setupKiosk(window, { clock, report });
  const leaveDisplay = setupCustomerDisplay({
    clock,
    report,
    cashier: window,
    setting: customerDisplay ?? { kind: 'none' },
    memory: remember(),
    open: (bounds) =>
      keep(createDisplayWindow(preload('display-preload'), bounds), 'customer-display', 'kiosk'),
  });
  return {
    window,
    close() {
      leaveDisplay();
      // A kiosk refuses to be closed by hand; this is not a hand.
      if (!window.isDestroyed()) window.destroy();
    },
  };
}

/** Which display the customer had, for as long as the app runs. */
function remember() {
  let known: DisplayIdentity | null = null;
  return {
    read: () => known,
    write: (identity: DisplayIdentity) => {
      known = identity;
    },
  };
}
