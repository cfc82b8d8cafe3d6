/** The meaning of the network's error codes, for readers of the delivery log. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was lost',
  EPIPE: 'the connection was lost',
  ETIMEDOUT: 'the connection was not established in time',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  ENOTFOUND: 'the name has no address',
  EAI_AGAIN: 'the name could not be looked up',
};

/** Certificate errors. Node.js adds codes, so parts of the codes are compared. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|CA_|SIGNATURE/;

/** Describes an error of the network. */
export function problemOf(error: unknown): string {
  const code = codeOf(error);
  const words = WORDS[code];
  if (words !== undefined) return words;
  if (CERTIFICATE.test(code)) return `the certificate is not valid (${code})`;
  if (code.startsWith('ERR_SSL') || code === 'EPROTO') return 'the TLS connection failed';
  if (code.startsWith('HPE_')) return 'the answer is not HTTP';
  return `the connection failed${code === '' ? '' : ` (${code})`}`;
}

/** The code of an error; if several addresses failed, the code of the first failure. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
