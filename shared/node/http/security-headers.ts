/** What a page may do besides running its own scripts and showing its own files. */
export type PagePolicy = {
  /** Sources that scripts may connect to; the page's own origin by default. */
  readonly connect?: readonly string[];
  /** Sources of pictures besides the page's own and those in the page itself. */
  readonly images?: readonly string[];
  /** Sources of sound and film; none by default. */
  readonly media?: readonly string[];
  /** Source of style elements besides the page's files, a hash or a nonce. */
  readonly style?: string;
  /** Source of scripts besides the page's files, a nonce or `WASM`. */
  readonly script?: string;
  /** Whether the page scans codes. */
  readonly camera?: boolean;
};

/** The source that lets a worker run WebAssembly; a worker has its own policy. */
export const WASM = "'wasm-unsafe-eval'";

/**
 * Headers of every page and script that the product serves to a browser (the wallet and the till's
 * screens alike).
 */
export function pageHeaders(policy: PagePolicy = {}): Readonly<Record<string, string>> {
  const { connect = ["'self'"], images = [], media = [], style, script, camera = false } = policy;
  const lens = camera ? 'self' : '';
  const directives = [
    "default-src 'none'",
    sources('script-src', ["'self'", script]),
    sources('style-src', ["'self'", style]),
    sources('img-src', ["'self'", 'data:', ...images]),
    "font-src 'self'",
    ...(media.length === 0 ? [] : [sources('media-src', media)]),
    sources('connect-src', connect),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': directives.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `camera=(${lens}), microphone=(), geolocation=(), payment=(), usb=()`,
  };
}

/** Headers of a reply that is no page and needs nothing: a refusal, a redirect, a text. */
export const CLOSED_HEADERS = pageHeaders({ connect: [] });

function sources(name: string, list: readonly (string | undefined)[]): string {
  const given = list.filter((source) => source !== undefined);
  return [name, ...(given.length === 0 ? ["'none'"] : given)].join(' ');
}
