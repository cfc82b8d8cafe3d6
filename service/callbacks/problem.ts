/** The meaning of the network's error codes, for readers of the delivery log. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'the connection could not be made in time',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network',
  ENOTFOUND: 'the name has no address',
  EAI_AGAIN: 'the name could not be looked up',
};

/** Codes of certificate errors. The list is open, so their forms are matched. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|CA_|SIGNATURE/;

/** Describes an error of the network. */
export function problemOf(error: unknown): string {
  const code = codeOf(error);
  const words = WORDS[code];
  if (words !== undefined) return words;
  if (CERTIFICATE.test(code)) return `the certificate does not hold (${code})`;
  if (code.startsWith('ERR_SSL') || code === 'EPROTO') return 'the encryption could not be set up';
  if (code.startsWith('HPE_')) return 'the answer is no HTTP';
  return `the connection failed${code === '' ? '' : ` (${code})`}`;
}

/** If several addresses failed one after the other, the first failure is reported. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
