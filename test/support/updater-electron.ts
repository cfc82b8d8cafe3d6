import { request } from 'node:http';

/*
 * As much of Electron as the updater's package asks for, when it is bundled for a test: who the app
 * is, and its way to the network. The feed is on loopback, so plain requests carry it.
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
