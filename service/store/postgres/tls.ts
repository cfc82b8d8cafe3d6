import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext, getCACertificates } from 'node:tls';
import { present } from '../../../shared/objects/present.ts';
import { StoreNotOpened } from '../store-errors.ts';

/**
 * TLS parameters of an address or of the environment, with the names of PostgreSQL's own clients.
 */
export type TlsParameters = {
  readonly sslmode?: string;
  readonly sslrootcert?: string;
  readonly sslcert?: string;
  readonly sslkey?: string;
};

const MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof MODES)[number];

/** The value of `sslrootcert` for the issuers that the machine trusts. */
const SYSTEM = 'system';

/**
 * The encryption of connections; false for none. `require` encrypts without verification, unless an
 * issuer's certificate is given, with which it means `verify-ca`. Reads the named files. Throws
 * `StoreNotOpened` with a sentence.
 */
export function tlsOf(parameters: TlsParameters): ConnectionOptions | false {
  const mode = modeOf(parameters.sslmode);
  if (mode === 'disable') return false;
  const { sslrootcert: root } = parameters;
  if (root === SYSTEM && mode !== 'verify-full') {
    throw new StoreNotOpened(
      'The address of the database has sslrootcert=system, which needs sslmode=verify-full.',
    );
  }
  const secureContext = contextOf(parameters);
  switch (mode) {
    case 'require':
      if (root === undefined) return { secureContext, rejectUnauthorized: false };
      return { secureContext, rejectUnauthorized: true, checkServerIdentity: anyName };
    case 'verify-ca':
      // Anyone can get a certificate of a public issuer, so the name must be verified.
      if (root === undefined) {
        throw new StoreNotOpened(
          'sslmode=verify-ca needs the certificate of the issuer: add sslrootcert=FILE to the ' +
            'address of the database, or set sslmode=verify-full.',
        );
      }
      return { secureContext, rejectUnauthorized: true, checkServerIdentity: anyName };
    case 'verify-full':
      return { secureContext, rejectUnauthorized: true };
  }
}

const anyName = (): undefined => undefined;

function modeOf(value: string | undefined): Mode {
  if (value === undefined) return 'disable';
  const mode = MODES.find((one) => one === value);
  if (mode !== undefined) return mode;
  throw new StoreNotOpened(
    `The address of the database has sslmode=${value}; it must be ${MODES.join(', ')}.`,
  );
}

function contextOf({ sslrootcert, sslcert, sslkey }: TlsParameters) {
  if ((sslcert === undefined) !== (sslkey === undefined)) {
    throw new StoreNotOpened(
      'The address of the database must have both sslcert and sslkey, or neither.',
    );
  }
  const ca = present({ ca: sslrootcert === undefined ? undefined : issuersOf(sslrootcert) });
  if (sslcert === undefined || sslkey === undefined) return createSecureContext(ca);
  const own = { cert: readNamed('sslcert', sslcert), key: readNamed('sslkey', sslkey) };
  try {
    return createSecureContext({ ...ca, ...own });
  } catch {
    throw new StoreNotOpened(
      'sslcert and sslkey of the address of the database must be a certificate and its own key, ' +
        'both PEM, the key without a passphrase.',
    );
  }
}

function issuersOf(root: string): string | string[] {
  if (root === SYSTEM) return getCACertificates('system');
  const text = readNamed('sslrootcert', root);
  try {
    // Node.js would ignore an invalid certificate, and every connection would fail later.
    new X509Certificate(text);
  } catch {
    throw new StoreNotOpened(`The file ${root} of sslrootcert is not a certificate in PEM form.`);
  }
  return text;
}

function readNamed(parameter: keyof TlsParameters, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new StoreNotOpened(`The file ${file} of ${parameter} cannot be read${code}.`);
  }
}
