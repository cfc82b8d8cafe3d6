import { request } from 'node:http';

/*
 * The parts of Electron that the updater's package uses, when it is bundled for a test: the app's name
 * and version, and its network requests. The feed is on loopback and needs plain requests only.
 */
const version = process.env.UPDATER_TEST_VERSION ?? '0.1.0';

export const app = {
  isPackaged: true,
  getVersion: () => version,
  getName: () => 'Tillkit',
  getPath: () => process.env.UPDATER_TEST_FOLDER ?? '/nowhere',
  getAppPath: () => process.env.UPDATER_TEST_FOLDER ?? '/nowhere',
  whenReady: () => Promise.resolve(),
  quit: () => undefined,
  on: () => undefined,
  once: () => undefined,
};
export const session = { fromPartition: () => ({}) };
export const net = { request };
export const autoUpdater = { on: () => undefined };
