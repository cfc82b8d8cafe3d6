import { ROLES } from '../../electron/app-address.ts';

/** The content of an archive. Paths have no leading slash. */
export type Contents = {
  readonly files: readonly string[];
  /** Bytes of the archive. */
  readonly size: number;
  /** The lock file's production packages, such as `ws@8.23.0`. */
  readonly production: ReadonlySet<string>;
  readonly textOf: (file: string) => string;
};

/**
 * Largest size of a till's archive, which is loaded at every start. The texts of four languages and the
 * Arabic font, which each of the five screens contains, are 1.5 MB of it, and the decoders of pictures 0.6 MB.
 */
export const ARCHIVE_BYTES_MAX = 16 * 1024 * 1024;

const SOURCES = /\.(?:tsx?|[cm]ts|map)$/;
const OWN_TEXT = /^dist\/.*\.(?:[cm]?js|html|css|json)$/;
const SECRETS: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN (?:RSA |EC |ENCRYPTED )?PRIVATE KEY-----[\r\n]+[A-Za-z0-9+/]/],
  ['a token for a registry', /_authToken=|npm_[A-Za-z0-9]{36}/],
  ['a path of the machine it was built on', /\/(?:home|Users)\/[a-z][\w.-]*\//],
];

export function problemsOf(contents: Contents): readonly string[] {
  const { files, size, production } = contents;
  const problems: string[] = [];
  for (const name of packagesOf(contents)) {
    if (!production.has(name)) problems.push(`${name} is in it and no production dependency`);
  }
  for (const file of files) {
    if (SOURCES.test(file)) problems.push(`${file} is source, not product`);
    if (/(?:^|\/)(?:test|tests|__tests__|\.git|\.env)(?:\/|$)/.test(file)) {
      problems.push(`${file} has no place in a product`);
    }
    if (!OWN_TEXT.test(file)) continue;
    const text = contents.textOf(file);
    for (const [what, pattern] of SECRETS) {
      if (pattern.test(text)) problems.push(`${file} holds ${what}`);
    }
  }
  if (size > ARCHIVE_BYTES_MAX) problems.push(`it has ${size} bytes of ${ARCHIVE_BYTES_MAX}`);
  return problems;
}

/** Loaded by name at run time, so that no search for imports finds it. */
const LOADED_BY_NAME = ['dist/electron/updater.cjs'];

/** Missing pages and modules that the app or its service needs. */
export function missingScreens(files: readonly string[]): readonly string[] {
  const pages = [...ROLES, 'wallet', 'portal'].map((name) => `dist/screens/${name}/index.html`);
  const wanted = [...pages, ...LOADED_BY_NAME];
  return wanted.filter((file) => !files.includes(file)).map((file) => `${file} is not in it`);
}

/** Packages in the archive, such as `ws@8.23.0`, in any layout. */
function packagesOf({ files, textOf }: Contents): readonly string[] {
  return files
    .filter((file) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) => {
      const { name, version }: NamedPackage = JSON.parse(textOf(file));
      return `${name}@${version}`;
    });
}

type NamedPackage = { readonly name: string; readonly version: string };
type LockedPackage = {
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

/**
 * The lock file's production packages, such as `ws@8.23.0`, without development packages and
 * without this package's own optional ones, which are for other machines. Optional packages of a
 * used package are included.
 */
export function productionOf(lockFile: string): ReadonlySet<string> {
  const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(lockFile);
  const extra = new Set(Object.keys(lock.packages['']?.optionalDependencies ?? {}));
  const nameOf = (folder: string) => folder.replace(/^.*node_modules\//, '');
  return new Set(
    Object.entries(lock.packages)
      .filter(
        ([folder, { dev, devOptional }]) => !dev && !devOptional && !extra.has(nameOf(folder)),
      )
      .map(([folder, { version }]) => `${nameOf(folder)}@${version}`),
  );
}
