/**
 * Headers of every page and script that the product serves to a browser (the wallet and the till's
 * screens alike). `connect` lists what scripts may connect to, `extraStyle` a style hash, and
 * `camera` whether the page scans codes. `wasm` is for a worker that runs WebAssembly; a worker has
 * its own policy.
 */
export function pageHeaders(
  connect: readonly string[] = ["'self'"],
  extraStyle: string | null = null,
  camera: 'none' | 'own' = 'none',
  code: 'script' | 'wasm' = 'script',
): Readonly<Record<string, string>> {
  const lens = camera === 'own' ? 'self' : '';
  const policy = [
    "default-src 'none'",
    `script-src 'self'${code === 'wasm' ? " 'wasm-unsafe-eval'" : ''}`,
    `style-src 'self'${extraStyle === null ? '' : ` ${extraStyle}`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connect.join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `camera=(${lens}), microphone=(), geolocation=(), payment=(), usb=()`,
  };
}
