/**
 * `tillkit/electron`: the main process of a till inside another Electron app. It connects the
 * terminal that `tillkit/host` starts with a page that uses `tillkit/react`. Its parts are exported
 * too, for other compositions. The app brings Electron itself.
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
