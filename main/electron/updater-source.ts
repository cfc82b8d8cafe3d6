import type { UpdateSource } from '../host/updates.ts';

/** What is used of electron-updater; its own types are not here while it is not installed. */
export type Updater = {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  /** Takes the place of the one above in newer versions. */
  autoInstallEvent?: 'manual' | 'onQuit' | 'onNextLaunch';
  allowDowngrade: boolean;
  setFeedURL(feed: { readonly provider: 'generic'; readonly url: string }): void;
  checkForUpdates(): Promise<{
    readonly updateInfo: { readonly version: string };
    readonly isUpdateAvailable: boolean;
  } | null>;
  downloadUpdate(): Promise<readonly string[]>;
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
};

/**
 * Updates by electron-updater from a feed of plain files. It verifies what it fetches; when it is
 * installed is decided elsewhere, so its own installing at the end of the program is off.
 */
export function updaterSource(updater: Updater, feed: string): UpdateSource {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.autoInstallEvent = 'manual';
  updater.allowDowngrade = false;
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

/** Loads electron-updater where the program was built with it; null where it was not. */
export async function loadUpdater(): Promise<Updater | null> {
  // Named by a value: a build without the package must still be a whole build.
  const name: string = 'electron-updater';
  try {
    const loaded: { readonly default?: { readonly autoUpdater?: Updater } } = await import(name);
    return loaded.default?.autoUpdater ?? null;
  } catch {
    return null;
  }
}
