import { StoreBusy, StoreCrowded, StoreSilent, StoreUnavailable } from '../store-errors.ts';

/** PostgreSQL's five-character error code, or the code of the operating system. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** True if a transaction failed because of a concurrent one; it can be repeated. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01' || isOutdated(error);
}

/**
 * True if a connection prepared a statement before a newer version added a column to its result. The
 * server did not run it, and a connection that prepares it again can. The server has no separate code for
 * this, and translates the message.
 */
export function isOutdated(error: unknown): boolean {
  if (codeOf(error) !== '0A000') return false;
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
}

/** True if a unique index refused the write. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** True if the user of the database lacks a permission. */
export function isForbidden(error: unknown): boolean {
  return codeOf(error) === '42501';
}

const SYSTEM = /^(ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT)/;
/** A broken connection, a server that stops or starts, too many connections. */
const SERVER = /^(08|57P0|53300)/;
/** A connection that cannot be encrypted, or whose encryption failed. */
const TLS =
  /^(ERR_TLS_|ERR_SSL_|EPROTO|CERT_|CRL_|(DEPTH_ZERO_)?SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_)/;
/** The driver's messages for a lost connection, which have no code. */
const DRIVER =
  /terminated|not queryable|read timeout|connection.*(ended|closed)|client was closed|after calling end/i;
/** The driver's message for a connection that it could not encrypt. */
const NO_TLS = /SSL connection/;
/** All connections are in use, and none became free in time. */
const CROWDED = /timeout exceeded when trying to connect/;

/** True if the server cannot be reached or the connection was lost. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== '') return [SYSTEM, SERVER, TLS].some((one) => one.test(code));
  return error instanceof Error && [DRIVER, NO_TLS].some((one) => one.test(error.message));
}

/** The driver's messages for its own timeout of an answer or a connection. */
const SILENT = /query read timeout|connection timeout|timeout expired/i;

/**
 * True if the server has not answered in time. Such a statement is not repeated: each repetition would take
 * as long as the first, and the caller would wait for all of them.
 */
export function isSilent(error: unknown): boolean {
  return error instanceof Error && SILENT.test(error.message);
}

/** True if the connection was lost without a long wait, so the statement may be repeated on another. */
export function isLostAtOnce(error: unknown): boolean {
  return isLost(error) && !isSilent(error);
}

/** The code of a write on a standby, or on a server that was made read-only. */
const READ_ONLY = '25006';

/** A server that said, before any write, that it accepts none. */
export class ReadOnlyServer extends Error {
  readonly code = READ_ONLY;
  constructor() {
    super('the server accepts no writes');
  }
}

/** True if the server refused a write because it is a standby or was made read-only. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY;
}

/** A full disk, no memory, or a user without access. */
const CANNOT = /^(53[12]00|58|28|3D000)/;
/** The wait for a lock or for the answer was too long. */
const SLOW = /^(55P03|57014|25P03)/;

function isCrowded(error: unknown): boolean {
  return error instanceof Error && CROWDED.test(error.message);
}

/** Converts an error of the database into one of the store; other errors are unchanged. */
export function storeError(error: unknown): unknown {
  if (isConflict(error) || SLOW.test(codeOf(error))) return new StoreBusy();
  if (isCrowded(error)) return new StoreCrowded();
  if (isSilent(error)) return new StoreSilent('the database does not answer');
  const unusable = isLost(error) || isReadOnly(error) || CANNOT.test(codeOf(error));
  if (!unusable) return error;
  return new StoreUnavailable(`the database cannot be used now: ${messageOf(error)}`);
}

/**
 * The message of an error, in one line. Messages of the cryptographic library are replaced, because
 * they name only its internal functions.
 */
export function messageOf(error: unknown): string {
  const code = codeOf(error);
  if (/^(ERR_SSL_|EPROTO)/.test(code)) return `the TLS connection failed (${code})`;
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return line;
}
