import type { AppUpdater } from 'electron-updater';
import type { UpdateSource } from '../host/updates.ts';

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
    readonly updateInfo: { readonly version: string };
    readonly isUpdateAvailable: boolean;
  } | null>;
};

/**
 * Updates by electron-updater from a feed of plain files. It verifies what it fetches; when it is
 * installed is decided elsewhere, so its own installing at the end of the program is off.
 */
export function updaterSource(updater: Updater, feed: string): UpdateSource {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.autoRunAppAfterInstall = true;
  updater.allowDowngrade = false;
  // What goes wrong is told once, by whoever asked; the package would print it as well.
  updater.logger = null;
  updater.setFeedURL({ provider: 'generic', url: feed });
  return {
    async obtain() {
      const found = await updater.checkForUpdates();
      if (!found?.isUpdateAvailable) return null;
      await updater.downloadUpdate();
      return found.updateInfo.version;
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
