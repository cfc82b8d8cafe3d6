/** A header as it was sent; the name in any case. */
export type SentHeader = readonly [name: string, value: string];

/** Prefix of the value of the content digest header; no other algorithm exists (D-17). */
export const DIGEST_PREFIX = 'SHA256=';

/**
 * The string an RSA signature covers (D-10 to D-16): `METHOD|URL|NAME=value&...`.
 *
 * The URL is taken as the client sent it, without its fragment; only scheme and host are lower
 * cased. Headers are those with the vendor prefix, upper case, sorted bytewise by name, values
 * trimmed and otherwise raw.
 */
export function canonicalString(
  method: string,
  url: string,
  headers: Iterable<SentHeader>,
  prefix: string,
): string {
  const wanted = prefix.toUpperCase();
  const signed = [...headers]
    .map(([name, value]): SentHeader => [name.toUpperCase(), value.trim()])
    .filter(([name]) => name.startsWith(wanted))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`);
  return `${method.toUpperCase()}|${canonicalUrl(url)}|${signed.join('&')}`;
}

/** Lower cases scheme and host and drops the fragment; path and query stay to the letter (D-12). */
export function canonicalUrl(url: string): string {
  const whole = url.replace(/#.*$/s, '');
  return whole.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, (origin) => origin.toLowerCase());
}
