import { app, type Session, session, type WebContents, type WebPreferences } from 'electron';
import type { WindowMode } from '../../host/settings/window-mode.ts';
import { SCHEME } from '../app-address.ts';

/**
 * Web preferences of every window: no Node.js, context isolation, sandbox, no webview. `own` is the
 * session of the window; the default one when left out.
 */
export function hardened(preload: string, mode: WindowMode, own?: Session): WebPreferences {
  return {
    preload,
    ...(own === undefined ? {} : { session: own }),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
    spellcheck: false,
    navigateOnDragDrop: false,
    // The watchdog pings hidden windows too, and a display that sleeps must update on time.
    backgroundThrottling: false,
    ...(mode === 'kiosk' ? { devTools: false } : {}),
  };
}

/**
 * Blocks navigation to other pages, redirects, new windows and embedded views in every page, also in contents that
 * are created later.
 */
export function setupContents(): void {
  app.on('web-contents-created', (_event, contents) => holdContents(contents));
}

type Navigation = {
  readonly url: string;
  readonly isMainFrame: boolean;
  readonly preventDefault: () => void;
};

/** The same for the contents of one window. */
export function holdContents(contents: WebContents): void {
  const deny = (event: { preventDefault: () => void }) => event.preventDefault();
  // A window may load its own page anew, as its key does when parts of the screen could not be loaded.
  const denyOther = (event: Navigation) => {
    if (!event.isMainFrame || event.url !== contents.getURL()) event.preventDefault();
  };
  contents.on('will-navigate', denyOther);
  contents.on('will-frame-navigate', denyOther);
  contents.on('will-redirect', deny);
  contents.on('will-attach-webview', deny);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

export type PermissionOptions = {
  /** The session; the default one when left out. */
  readonly of?: Session;
  /** Origins outside the app that its pages may call: `https://api.shop.example`. */
  readonly origins?: readonly string[];
};

/**
 * Denies every permission and device of a session, and every request that leaves the app's own scheme
 * for another origin than `origins`.
 */
export function setupPermissions(options: PermissionOptions = {}): void {
  const { of = session.defaultSession, origins = [] } = options;
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  of.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  of.setPermissionCheckHandler(() => false);
  of.setDevicePermissionHandler(() => false);
  of.webRequest.onBeforeRequest((details, callback) => {
    const url = URL.parse(details.url);
    // The developer tools are pages of the browser itself.
    const own = url?.protocol === `${SCHEME}:` || url?.protocol === 'devtools:';
    callback({ cancel: !own && !allowed.has(url?.origin ?? '') });
  });
}
