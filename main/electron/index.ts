/**
 * `tillkit/electron`: the main-process side of a till for an Electron app of one's own. It takes
 * the terminal that `tillkit/host` starts and a page that uses `tillkit/react`. The pieces under it
 * are exported too, for an app that puts them together otherwise. Electron is the app's own.
 */
export { SCHEME } from './app-address.ts';
export type { DisplaySetting } from './choose-display.ts';
export { hardened } from './hardened.ts';
export { setupContents } from './setup-contents.ts';
export { setupHeldInput } from './setup-held-input.ts';
export { setupIpc } from './setup-ipc.ts';
export { holdGestures, setupKiosk } from './setup-kiosk.ts';
export { setupPermissions } from './setup-permissions.ts';
export { registerScheme, type Screens, setupProtocol } from './setup-protocol.ts';
export { systemSecrets } from './system-secrets.ts';
export {
  openTillWindow,
  prepareTill,
  type TillWindow,
  type TillWindowOptions,
} from './till-window.ts';
export { createTrustedSenders, type TrustedSenders } from './trusted-senders.ts';
