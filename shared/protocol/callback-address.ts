/**
 * A callback address as it goes over the wire: the connection, the request line and the signature take
 * their parts from one value, so that the service signs exactly what it sends (D-20).
 */
export type CallbackAddress = {
  /** Parsed, for the connection. */
  readonly url: URL;
  /** Value of the header `Host`. */
  readonly host: string;
  /** Request target: path and query, in characters that a request line may contain. */
  readonly target: string;
  /** The address that the signature covers: scheme, host and target. */
  readonly signed: string;
};

/** Scheme, authority, and everything up to the fragment. */
const PARTS = /^[a-z]+:\/\/([^/?#\\]+)([^#]*)/i;
/** The characters of a request target that are sent unchanged. */
const PLAIN_TARGET = /^[!$&-;=?-Z_a-z~%[\]]*$/;
const NOT_PLAIN = /[^!$&-;=?-Z_a-z~%[\]]/gu;

/**
 * The wire form of an http or https address; null for any other text. Path and query stay to the letter.
 * An address without a path gets `/`, and an address with a character that a request line may not contain
 * is percent-encoded, as a browser would. The fragment is not sent. The host stays as registered, including
 * a default port, but an international name is in its ASCII form.
 */
export function callbackAddress(uri: string): CallbackAddress | null {
  const url = URL.parse(uri);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return null;
  const [, authority = '', rest] = PARTS.exec(uri) ?? [];
  const target =
    rest !== undefined && PLAIN_TARGET.test(rest)
      ? withSlash(rest)
      : (url.pathname + url.search).replace(NOT_PLAIN, encodeURIComponent);
  const host = hostOf(url, authority);
  return { url, host, target, signed: `${url.protocol}//${host}${target}` };
}

function withSlash(target: string): string {
  return target.startsWith('/') ? target : `/${target}`;
}

/** The host as registered: the parser removes a default port, and a receiver may check with it. */
function hostOf(url: URL, authority: string): string {
  if (url.port !== '') return url.host;
  const usual = url.protocol === 'https:' ? '443' : '80';
  return authority.endsWith(`:${usual}`) ? `${url.host}:${usual}` : url.host;
}
