/** The scheme under which this app's own screens are served, and nothing else. */
export const SCHEME = 'app';

/** What a window is for; it decides which preload it has and what main does for it. */
export const ROLES = ['cashier', 'customer-display', 'kiosk'] as const;
export type Role = (typeof ROLES)[number];

/** The host part of an address names the role of the window that shows it. */
export function screenUrl(role: Role): string {
  return `${SCHEME}://${role}/index.html`;
}

/** The static page of a window whose screen cannot be shown. It belongs to no role. */
export const FALLBACK_HOST = 'fallback';
export const FALLBACK_URL = `${SCHEME}://${FALLBACK_HOST}/index.html`;

/** Receipts on their way to a printer of the system; they are pages of no role either. */
export const PAPER_HOST = 'paper';

/** True for addresses of the given screen. Custom schemes have no origin to compare. */
export function isScreenUrl(address: string, host: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === `${SCHEME}:` && url.host === host && url.username === '';
}
