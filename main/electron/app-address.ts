/** The scheme under which this app's own screens are served, and nothing else. */
export const SCHEME = 'app';
/** The host part names the screen. */
export const CASHIER_HOST = 'cashier';
export const CASHIER_URL = `${SCHEME}://${CASHIER_HOST}/index.html`;

/** True for addresses of the given screen. Custom schemes have no origin to compare. */
export function isScreenUrl(address: string, host: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === `${SCHEME}:` && url.host === host && url.username === '';
}
