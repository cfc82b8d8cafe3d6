import { join } from 'node:path';
import { app, type BrowserWindow, session } from 'electron';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { readAssets } from '../../../shared/node/http/static-assets.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { packageRoot, systemClock } from '../../host/adapters/machine.ts';
import { checkAccess, type PageAccess } from '../../host/bridge/page-access.ts';
import { createScreenBackend } from '../../host/bridge/screen-backend.ts';
import { TERMINAL_ALONE } from '../../host/bridge/screen-source.ts';
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

/** The session of the till's windows, whose pages keep their storage between starts. */
const TILL_SESSION = 'persist:tillkit';

/**
 * Call this before Electron is ready: it registers the scheme of the till's pages. `everything`
 * also enables the sandbox and blocks navigation, new windows, permissions, devices and requests for
 * every other page of the app; leave it out in an app whose other windows need any of these.
 */
export function prepareTill(
  options: { readonly harden?: 'everything'; readonly mode?: WindowMode } = {},
): void {
  registerScheme();
  if (options.mode === 'kiosk') holdGestures();
  if (options.harden !== 'everything') return;
  app.enableSandbox();
  setupContents();
  app.whenReady().then(
    () => setupPermissions(),
    () => undefined,
  );
}

export type TillWindowOptions = {
  /** The terminal behind the page; the caller stops it. */
  readonly terminal: Terminal;
  readonly settings: TillSettings;
  /** Folder of the built page, with its `index.html`; `tillBridge()` in it finds the terminal. */
  readonly page: string;
  /** What the page may reach besides its till; nothing when left out. */
  readonly access?: PageAccess;
  /** `kiosk`: full screen, with every exit closed that Electron can close. Default `window`. */
  readonly mode?: WindowMode;
  /** The second display that shows the sale to the customer; none when left out. */
  readonly customerDisplay?: DisplaySetting;
  /** Receives log lines for the operator; default standard error. */
  readonly report?: (sentence: string) => void;
};

export interface TillWindow {
  readonly window: BrowserWindow;
  /** Closes the windows, a kiosk's too. The terminal goes on. */
  close(): void;
}

/**
 * Opens the page in a hardened window and connects it to the terminal: checked IPC, the `app://`
 * handler, recovery, a watchdog and blocked input. The till's windows have a session of their own,
 * without permissions and devices, whatever the rest of the app permits. Call it once per app, after
 * Electron is ready. Throws for an `access` that is not valid.
 */
export function openTillWindow(options: TillWindowOptions): TillWindow {
  const { terminal, settings, page, mode = 'window', customerDisplay } = options;
  const access = checkAccess(options.access ?? {});
  const report = options.report ?? ((sentence: string) => console.error(sentence));
  const clock = systemClock;
  const root = packageRoot();
  const preload = (name: string) => join(root, 'dist/electron', `${name}.cjs`);
  const trusted = createTrustedSenders();
  const own = session.fromPartition(TILL_SESSION);
  setupPermissions({ of: own, origins: [...(access.connect ?? []), ...(access.images ?? [])] });
  setupProtocol(
    {
      cashier: readAssets(page),
      'customer-display': readAssets(join(root, 'dist/screens/customer-display')),
      kiosk: readAssets(join(root, 'dist/screens/kiosk')),
    },
    { session: own, access, report },
  );
  setupIpc(createScreenBackend(terminal, settings, TERMINAL_ALONE), trusted);
  const keep = (window: BrowserWindow, role: Role, held: WindowMode): BrowserWindow => {
    trusted.add(window.webContents, role);
    holdContents(window.webContents);
    const recovery = setupRecovery(window, role, { clock, report });
    setupWatchdog(window, role, { clock, trusted, recovery });
    setupHeldInput(window, held);
    return window;
  };
  const window = keep(
    createCashierWindow(preload('preload'), mode, 'cashier', own),
    'cashier',
    mode,
  );
  if (mode === 'kiosk') setupKiosk(window, { clock, report });
  const leaveDisplay = setupCustomerDisplay({
    clock,
    report,
    cashier: window,
    setting: customerDisplay ?? { kind: 'none' },
    memory: remember(),
    open: (bounds) =>
      keep(
        createDisplayWindow(preload('display-preload'), bounds, own),
        'customer-display',
        'kiosk',
      ),
  });
  return {
    window,
    close() {
      leaveDisplay();
      // `destroy` also closes a kiosk, which refuses `close`.
      if (!window.isDestroyed()) window.destroy();
    },
  };
}

/** Remembers the customer's display while the app runs. */
function remember() {
  let known: DisplayIdentity | null = null;
  return {
    read: () => known,
    write: (identity: DisplayIdentity) => {
      known = identity;
    },
  };
}
