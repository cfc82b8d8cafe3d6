import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext, getCACertificates } from 'node:tls';
import { present } from '../../../shared/objects/present.ts';
import { StoreNotOpened } from '../store-errors.ts';

/**
 * TLS parameters of an address or of the environment, with the names of PostgreSQL's own clients.
 */
export type TlsWords = {
  readonly sslmode?: string;
  readonly sslrootcert?: string;
  readonly sslcert?: string;
  readonly sslkey?: string;
};

const MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof MODES)[number];

/** Instead of a file: the issuers that the machine trusts. */
const SYSTEM = 'system';

/**
 * The encryption of connections; false for none. `require` encrypts without verification, unless an
 * issuer's certificate is given, with which it means `verify-ca`. Reads the named files. Throws
 * `StoreNotOpened` with a sentence.
 */
export function tlsOf(words: TlsWords): ConnectionOptions | false {
  const mode = modeOf(words.sslmode);
  if (mode === 'disable') return false;
  const { sslrootcert: root } = words;
  if (root === SYSTEM && mode !== 'verify-full') {
    throw new StoreNotOpened(
      'The address of the database says sslrootcert=system; that needs sslmode=verify-full.',
    );
  }
  const secureContext = contextOf(words);
  switch (mode) {
    case 'require':
      if (root === undefined) return { secureContext, rejectUnauthorized: false };
      return { secureContext, rejectUnauthorized: true, checkServerIdentity: anyName };
    case 'verify-ca':
      // Anyone can get a certificate of a public issuer, so the name must be verified.
      if (root === undefined) {
        throw new StoreNotOpened(
          'sslmode=verify-ca needs the certificate of the issuer: add sslrootcert=FILE to the ' +
            'address of the database, or say sslmode=verify-full.',
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
    `The address of the database says sslmode=${value}; it must be ${MODES.join(', ')}.`,
  );
}

function contextOf({ sslrootcert, sslcert, sslkey }: TlsWords) {
  if ((sslcert === undefined) !== (sslkey === undefined)) {
    throw new StoreNotOpened('sslcert and sslkey go together in the address of the database.');
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
    // An invalid certificate would be ignored here and make every connection fail later.
    new X509Certificate(text);
  } catch {
    throw new StoreNotOpened(`The file ${root} that sslrootcert names is no certificate in PEM.`);
  }
  return text;
}

function readNamed(word: keyof TlsWords, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new StoreNotOpened(`The file ${file} that ${word} names cannot be read${code}.`);
  }
}
