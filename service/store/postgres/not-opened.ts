import { StoreNotOpened } from '../store-errors.ts';
import { codeOf, isLost, wordsOf } from './errors.ts';

const NO_TLS = /does not support SSL/;
const UNKNOWN_ISSUER = /^(UNABLE_TO_|(DEPTH_ZERO_)?SELF_SIGNED_)/;
const OUT_OF_DATE = /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/;
/**
 * TLS alerts of a server that requires a client certificate and got none, or one that it does not
 * accept.
 */
const NO_CLIENT_CERTIFICATE = /_ALERT_(UNKNOWN_CA|CERTIFICATE_|BAD_CERTIFICATE|UNSUPPORTED_CERT)/;
/** Authentication failed. */
const NOT_LET_IN = '28000';

/** Why the database could not be opened, as one sentence that says what to do. */
export function notOpened(error: unknown, encrypted: boolean): StoreNotOpened {
  if (error instanceof StoreNotOpened) return error;
  const words = wordsOf(error).replace(/\.$/, '');
  return new StoreNotOpened(
    tlsSentence(error, encrypted) ??
      `The database cannot be ${isLost(error) ? 'reached' : 'used'}: ${words}.`,
  );
}

function tlsSentence(error: unknown, encrypted: boolean): string | null {
  const code = codeOf(error);
  if (NO_TLS.test(wordsOf(error))) {
    return (
      'The database speaks no TLS: turn it on there (ssl = on), or say sslmode=disable where the ' +
      'way to it needs none.'
    );
  }
  if (UNKNOWN_ISSUER.test(code)) {
    return (
      'The certificate of the database has an issuer that is not trusted here: name the right ' +
      'issuer’s certificate with sslrootcert=FILE.'
    );
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return (
      `The certificate of the database is for another name than ${hostOf(error)}: use its name in ` +
      'the address, or sslmode=verify-ca where the issuer is enough.'
    );
  }
  if (OUT_OF_DATE.test(code)) {
    return 'The certificate of the database is out of date: renew it, or set the clock of this machine.';
  }
  if (NO_CLIENT_CERTIFICATE.test(code)) {
    return (
      'The database does not accept the certificate of this client, or wants one: name it with ' +
      `sslcert=FILE and sslkey=FILE (${code}).`
    );
  }
  if (code !== NOT_LET_IN) return null;
  const what = encrypted
    ? 'If it asks for a certificate, name one with sslcert=FILE and sslkey=FILE.'
    : 'If it asks for TLS, add sslmode=verify-full.';
  return `The database does not let this client in: ${wordsOf(error)}. ${what}`;
}

/** The host name that was looked up. */
function hostOf(error: unknown): string {
  return error instanceof Error && 'host' in error ? String(error.host) : 'the address says';
}
