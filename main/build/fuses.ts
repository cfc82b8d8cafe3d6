import type { Configuration } from 'electron-builder';

type Known = NonNullable<Configuration['electronFuses']>;
/** Not a fuse: how macOS signs afterwards. */
type NotAFuse = 'resetAdHocDarwinSignature';

/**
 * Every fuse that the packager knows, each with a decision: a new one does not compile until
 * someone has decided about it.
 */
export type Fuses = Readonly<Required<Omit<Known, NotAFuse>>>;

/** The decisions. `electron-builder.yml` says the same to the packager; a test compares them. */
export const FUSES: Fuses = {
  // Then nobody can run the program as a plain Node with scripts of their own.
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  // Checked on macOS and Windows; Linux has no such check.
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  // Nothing is served from files.
  grantFileProtocolExtraPrivileges: false,
};
