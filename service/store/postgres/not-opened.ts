import { StoreNotOpened, StoreTooNew } from '../store-errors.ts';
import { codeOf, isLost, messageOf } from './errors.ts';

const NO_TLS = /does not support SSL/;
const UNKNOWN_ISSUER = /^(UNABLE_TO_|(DEPTH_ZERO_)?SELF_SIGNED_)/;
const OUT_OF_DATE = /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/;
/**
 * TLS alerts of a server that requires a client certificate and got none, or one that it does not
 * accept.
 */
const NO_CLIENT_CERTIFICATE = /_ALERT_(UNKNOWN_CA|CERTIFICATE_|BAD_CERTIFICATE|UNSUPPORTED_CERT)/;
/** Authentication failed. */
const REFUSED = '28000';

/** Why the database could not be opened, as one sentence that says what to do. */
export function notOpened(error: unknown, encrypted: boolean): StoreNotOpened {
  if (error instanceof StoreNotOpened) return error;
  if (error instanceof StoreTooNew) return new StoreNotOpened(error.message);
  const message = messageOf(error).replace(/\.$/, '');
  return new StoreNotOpened(
    tlsSentence(error, encrypted) ??
      `The database cannot be ${isLost(error) ? 'reached' : 'used'}: ${message}.`,
  );
}

function tlsSentence(error: unknown, encrypted: boolean): string | null {
  const code = codeOf(error);
  if (NO_TLS.test(messageOf(error))) {
    return (
      'The database does not support TLS: enable it on the server (ssl = on), or set sslmode=disable ' +
      'if the network is safe.'
    );
  }
  if (UNKNOWN_ISSUER.test(code)) {
    return (
      'The certificate of the database has an issuer that is not trusted: name the certificate of ' +
      'the right issuer with sslrootcert=FILE.'
    );
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return (
      `The certificate of the database is for another name than ${hostOf(error)}: use its name in ` +
      'the address, or set sslmode=verify-ca to verify only the issuer.'
    );
  }
  if (OUT_OF_DATE.test(code)) {
    return (
      'The certificate of the database has expired or is not valid yet: renew it, or set the clock ' +
      'of this machine.'
    );
  }
  if (NO_CLIENT_CERTIFICATE.test(code)) {
    return (
      'The database requires a client certificate, or does not accept this one: name it with ' +
      `sslcert=FILE and sslkey=FILE (${code}).`
    );
  }
  if (code !== REFUSED) return null;
  const what = encrypted
    ? 'If it requires a certificate, name one with sslcert=FILE and sslkey=FILE.'
    : 'If it requires TLS, add sslmode=verify-full.';
  return `The database refuses this client: ${messageOf(error)}. ${what}`;
}

/** The host name whose certificate was checked. */
function hostOf(error: unknown): string {
  return error instanceof Error && 'host' in error ? String(error.host) : 'the one in the address';
}
