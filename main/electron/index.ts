/**
 * `tillkit/electron`: the main-process side of a till for an Electron app of one's own. It takes
 * the terminal that `tillkit/host` starts and a page that uses `tillkit/react`. The pieces under it
 * are exported too, for an app that puts them together otherwise. Electron is the app's own.
 */
export { SCHEME } from './app-address.ts';
export { setupIpc } from './ipc/bridge-ipc.ts';
export { createTrustedSenders, type TrustedSenders } from './ipc/trusted-senders.ts';
export { systemSecrets } from './system/system-secrets.ts';
export { setupHeldInput } from './windows/blocked-input.ts';
export type { DisplaySetting } from './windows/choose-display.ts';
export { hardened, setupContents, setupPermissions } from './windows/hardening.ts';
export { holdGestures, setupKiosk } from './windows/kiosk-window.ts';
export { registerScheme, type Screens, setupProtocol } from './windows/screen-protocol.ts';
export {
  openTillWindow,
  prepareTill,
  type TillWindow,
  type TillWindowOptions,
} from './windows/till-window.ts';
