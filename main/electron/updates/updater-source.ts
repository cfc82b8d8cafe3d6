import type { AppUpdater } from 'electron-updater';
import type { ReleaseCheck } from '../../host/updates/release-check.ts';
import type { OfferedUpdate } from '../../host/updates/release-manifest.ts';
import type { UpdateSource } from '../../host/updates/watch-updates.ts';

/** The members of electron-updater that this program uses, with the package's own types. */
export type Updater = Pick<
  AppUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'autoRunAppAfterInstall'
  | 'allowDowngrade'
  | 'logger'
  | 'downloadUpdate'
  | 'quitAndInstall'
> & {
  setFeedURL(feed: { readonly provider: 'generic'; readonly url: string }): void;
  checkForUpdates(): Promise<{
    readonly updateInfo: OfferedUpdate;
    readonly isUpdateAvailable: boolean;
  } | null>;
};

/**
 * Downloads updates with electron-updater from a feed of plain files. The manifest of the feed must
 * be signed, and the downloaded package must match it. `watchUpdates` decides when to install, so
 * the package's own installation at exit is off.
 */
export function updaterSource(updater: Updater, feed: string, check: ReleaseCheck): UpdateSource {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.autoRunAppAfterInstall = true;
  updater.allowDowngrade = false;
  // The caller reports errors once; the package would print them as well.
  updater.logger = null;
  updater.setFeedURL({ provider: 'generic', url: feed });
  return {
    async obtain() {
      const offer = await updater.checkForUpdates();
      if (!offer?.isUpdateAvailable) return null;
      const manifest = await check.offer(offer.updateInfo);
      const [path] = await updater.downloadUpdate();
      await check.fetched(manifest, path);
      return offer.updateInfo.version;
    },
    install: () => updater.quitAndInstall(true, true),
  };
}

/**
 * Name of the bundled package in the folder of main's own file; `main/build/electron.ts` makes it.
 */
const UPDATER_FILE = './updater.cjs';

/**
 * Loads the updater that the program was built with; null when it was built without one. It is the
 * largest part of main and most starts do not need it.
 */
export async function loadUpdater(): Promise<Updater | null> {
  try {
    const loaded: { readonly default?: { readonly autoUpdater?: Updater } } = await import(
      new URL(UPDATER_FILE, import.meta.url).href
    );
    return loaded.default?.autoUpdater ?? null;
  } catch {
    return null;
  }
}
