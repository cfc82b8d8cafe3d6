import type { AppUpdater } from 'electron-updater';
import type { ReleaseCheck } from '../../host/updates/release-check.ts';
import type { OfferedUpdate } from '../../host/updates/release-manifest.ts';
import type { UpdateSource } from '../../host/updates/watch-updates.ts';

/** What is used of electron-updater, as its own types say it. */
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
 * Updates by electron-updater from a feed of plain files. What the feed promises has to be signed, and
 * what was fetched has to be that; when it is installed is decided elsewhere, so the package's own
 * installing at the end of the program is off.
 */
export function updaterSource(updater: Updater, feed: string, check: ReleaseCheck): UpdateSource {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.autoRunAppAfterInstall = true;
  updater.allowDowngrade = false;
  // What goes wrong is told once, by whoever asked; the package would print it as well.
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

/** Name of the bundled package beside main's own file; `main/build/electron.ts` makes it. */
const UPDATER_FILE = './updater.cjs';

/**
 * Loads the updater that the program was built with; null where it was built without. It is the
 * largest part of main and most starts do not need it, so it is not loaded before.
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
