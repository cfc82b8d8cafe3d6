import { session } from 'electron';
import { SCHEME } from './app-address.ts';

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
