/** What the program takes of the updater's package, in a file of its own that is loaded only for it. */
export { autoUpdater } from 'electron-updater';
