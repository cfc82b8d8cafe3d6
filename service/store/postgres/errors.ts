import { StoreBusy, StoreCrowded, StoreSilent, StoreUnavailable } from '../store-errors.ts';

/** The five characters by which PostgreSQL names an error, or what the system calls it. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** Two transactions met in a way that only one survives; the same again is right. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

/** A unique index decided against this write. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === '23505';
}

const SYSTEM = /^(ECONN|EPIPE|ENOENT|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT)/;
/** A connection that breaks, a server that stops or starts, too many connections. */
const SERVER = /^(08|57P0|53300)/;
/** A connection that cannot be encrypted, or whose encryption broke. */
const TLS =
  /^(ERR_TLS_|ERR_SSL_|EPROTO|CERT_|CRL_|(DEPTH_ZERO_)?SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_)/;
/** What the driver says of a connection that it has lost, without any code. */
const DRIVER =
  /terminated|not queryable|read timeout|connection.*(ended|closed)|client was closed|after calling end/i;
/** And of one that it could not encrypt. */
const NO_TLS = /SSL connection/;
/** All connections are at work, and none came free in time. */
const CROWDED = /timeout exceeded when trying to connect/;

/** The server cannot be reached, or the connection was lost on the way. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== '') return [SYSTEM, SERVER, TLS].some((one) => one.test(code));
  return error instanceof Error && [DRIVER, NO_TLS].some((one) => one.test(error.message));
}

/** What the driver says when its own time for an answer or a connection is over. */
const SILENT = /query read timeout|connection timeout|timeout expired/i;

/**
 * The server has not answered in time. A statement that ends so is not repeated: each repetition would
 * take as long as the first, and the caller would wait for all of them.
 */
export function isSilent(error: unknown): boolean {
  return error instanceof Error && SILENT.test(error.message);
}

/** The connection was lost without a long wait, so the statement may be repeated on another one. */
export function isLostAtOnce(error: unknown): boolean {
  return isLost(error) && !isSilent(error);
}

/** A full disk, no memory, a server that takes no writes, or does not let this user in any more. */
const CANNOT = /^(53[12]00|25006|58|28|3D000)/;
/** Waited too long for a lock or for the answer. */
const SLOW = /^(55P03|57014|25P03)/;

function isCrowded(error: unknown): boolean {
  return error instanceof Error && CROWDED.test(error.message);
}

/** The error as the rest of the service knows it; others stay as they are. */
export function storeError(error: unknown): unknown {
  if (isConflict(error) || SLOW.test(codeOf(error))) return new StoreBusy();
  if (isCrowded(error)) return new StoreCrowded();
  if (isSilent(error)) return new StoreSilent('the database does not answer');
  if (!isLost(error) && !CANNOT.test(codeOf(error))) return error;
  return new StoreUnavailable(`the database cannot be used now: ${wordsOf(error)}`);
}

/** What an error says, in one line; the cryptographic library's own words are for its authors. */
export function wordsOf(error: unknown): string {
  const code = codeOf(error);
  if (/^(ERR_SSL_|EPROTO)/.test(code)) return `the TLS connection failed (${code})`;
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return line;
}
