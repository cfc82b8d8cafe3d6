import type { Express, NextFunction, Request, Response } from 'express';
import { headerNames } from '../../shared/protocol/headers.ts';
import type { VendorProfile } from '../../shared/protocol/media.ts';

const METHODS = 'GET, HEAD, POST, PUT, DELETE, OPTIONS';
/** How long a browser may remember the answer to a preflight, seconds. */
const REMEMBERED = '600';

/**
 * Lets pages of the given origins call the API from a browser (V-16), under the profiles that have
 * such clients. The service answers a page's preflight without credentials. Every reply to such a
 * page, errors included, names its origin. For other pages the browser hides the reply. No origin
 * is allowed unless the operator lists it, because the secret of a till does not belong in a page.
 */
export function mountCors(app: Express, origins: readonly string[], profile: VendorProfile): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  const headers = headersOf(profile);
  app.use(profile.basePath, (request: Request, response: Response, next: NextFunction) => {
    const { origin } = request.headers;
    response.vary('Origin');
    if (origin === undefined || !allowed.has(origin)) return next();
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', 'Location, X-Request-Id, Retry-After');
    const requestedMethod = request.headers['access-control-request-method'];
    if (request.method !== 'OPTIONS' || requestedMethod === undefined) return next();
    response.setHeader('Access-Control-Allow-Methods', METHODS);
    response.setHeader('Access-Control-Allow-Headers', headers);
    response.setHeader('Access-Control-Max-Age', REMEMBERED);
    response.status(204).end();
  });
}

/** All headers that clients send and that a browser does not allow by default. */
function headersOf(profile: VendorProfile): string {
  const prefixes = [profile.headerPrefix, ...profile.moreHeaderPrefixes];
  const own = prefixes.flatMap((prefix) => Object.values(headerNames(prefix)));
  return ['Accept', 'Content-Type', 'Authorization', 'X-Testbed-Token', ...own].join(', ');
}

/**
 * Reads origins in the form that browsers write; null for any other text, such as one with a path.
 */
export function readOrigins(texts: readonly string[]): readonly string[] | null {
  const origins = texts.map((text) => URL.parse(text)?.origin ?? null);
  const right = origins.every((origin, index) => origin !== null && origin === texts[index]);
  return right && !texts.includes('null') ? texts : null;
}
