/**
 * The part of the updater's package that the program uses; `updater-source.ts` loads this file on
 * demand.
 */
export { autoUpdater } from 'electron-updater';
