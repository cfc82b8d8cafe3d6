import { app, type BrowserWindowConstructorOptions, session, type WebContents } from 'electron';
import type { WindowMode } from '../../host/settings/window-mode.ts';
import { SCHEME } from '../app-address.ts';

/** Web preferences of every window: no Node.js, context isolation, sandbox, no webview. */
export function hardened(
  preload: string,
  mode: WindowMode,
): BrowserWindowConstructorOptions['webPreferences'] {
  return {
    preload,
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
 * Blocks navigation, redirects, new windows and embedded views in every page, also in contents that
 * are created later.
 */
export function setupContents(): void {
  app.on('web-contents-created', (_event, contents) => holdContents(contents));
}

/** The same for the contents of one window. */
export function holdContents(contents: WebContents): void {
  const deny = (event: { preventDefault: () => void }) => event.preventDefault();
  contents.on('will-navigate', deny);
  contents.on('will-frame-navigate', deny);
  contents.on('will-redirect', deny);
  contents.on('will-attach-webview', deny);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** Denies every permission and device, and every request that leaves the app's own scheme. */
export function setupPermissions(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  defaultSession.setPermissionCheckHandler(() => false);
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.webRequest.onBeforeRequest((details, callback) => {
    const protocol = URL.parse(details.url)?.protocol;
    // The developer tools are pages of the browser itself.
    callback({ cancel: protocol !== `${SCHEME}:` && protocol !== 'devtools:' });
  });
}
