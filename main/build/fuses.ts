import type { Configuration } from 'electron-builder';

type Known = NonNullable<Configuration['electronFuses']>;
/** Not a fuse: it controls the signature on macOS. */
type NotAFuse = 'resetAdHocDarwinSignature';

/** Every fuse of the packager with a decision; a new fuse does not compile until it has one. */
export type Fuses = Readonly<Required<Omit<Known, NotAFuse>>>;

/** The decisions. `electron-builder.yml` repeats them for the packager; a test compares both. */
export const FUSES: Fuses = {
  // The program cannot run as plain Node.js with other scripts.
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  // Checked on macOS and Windows; Linux has no such check.
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  // The app serves no file: addresses.
  grantFileProtocolExtraPrivileges: false,
};
