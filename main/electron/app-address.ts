/** The scheme of this app's own screens, used for nothing else. */
export const SCHEME = 'app';

/** The role of a window decides its preload script and its rights in main. */
export const ROLES = ['cashier', 'customer-display', 'kiosk'] as const;
export type Role = (typeof ROLES)[number];

/** The address of a role's screen; its host is the role. */
export function screenUrl(role: Role): string {
  return `${SCHEME}://${role}/index.html`;
}

/** The static page for a window whose screen fails; it has no role. */
export const FALLBACK_HOST = 'fallback';
export const FALLBACK_URL = `${SCHEME}://${FALLBACK_HOST}/index.html`;

/** Receipts for a printer of the operating system; these pages have no role either. */
export const PAPER_HOST = 'paper';

/** True for addresses of the given screen. Custom schemes have no origin to compare. */
export function isScreenUrl(address: string, host: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === `${SCHEME}:` && url.host === host && url.username === '';
}
