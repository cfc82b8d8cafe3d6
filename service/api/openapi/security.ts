import { headerNames } from '../../../shared/protocol/headers.ts';
import type { VendorProfile } from '../../../shared/protocol/media.ts';
import type { Route } from '../../../shared/protocol/routes.ts';

/** The profile's own headers in their printed form. */
export function printedHeaders(profile: VendorProfile) {
  const print = (name: string) =>
    name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase());
  const names = headerNames(profile.headerPrefix);
  return {
    merchant: print(names.merchant),
    user: print(names.user),
    integrator: print(names.integrator),
    timestamp: print(names.timestamp),
    digest: print(names.digest),
  };
}

/**
 * The security schemes of the document: one for each header that an authentication method needs.
 */
export function securitySchemes(profile: VendorProfile) {
  const names = printedHeaders(profile);
  const header = (name: string, description: string) => ({
    type: 'apiKey',
    in: 'header',
    name,
    description,
  });
  return {
    merchant: header(names.merchant, 'Id of the merchant that the call is made for.'),
    user: header(names.user, 'Id of the API user; it is unique within its merchant.'),
    integrator: header(
      names.integrator,
      'Id of the integrator, in place of the user. An integrator signs; it has no secret.',
    ),
    secret: header('Authorization', '`SECRET <secret>`: the shared secret of the API user.'),
    signature: header(
      'Authorization',
      '`RSA-SHA256 <base64>`: an RSASSA-PKCS1-v1_5 signature over `METHOD|URL|HEADERS`. HEADERS ' +
        `are all headers that begin with ${profile.headerPrefix}, as \`NAME=value\`, names in ` +
        'capitals, sorted, joined by `&`.',
    ),
    timestamp: header(names.timestamp, 'Time of signing, UTC, `YYYY-MM-DD hh:mm:ss`.'),
    digest: header(
      names.digest,
      '`SHA256=<base64>` of the body’s bytes; an empty body has the digest of nothing.',
    ),
    basic: {
      type: 'http',
      scheme: 'basic',
      description: 'Id and password of an OAuth client; only the token endpoint takes them.',
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'An access token that a customer has granted.',
    },
    twofactor: {
      type: 'apiKey',
      in: 'cookie',
      name: 'wallet',
      description: 'TWOFACTOR: the session of a customer who signed in with number and code.',
    },
  };
}

type Requirement = Readonly<Record<string, readonly string[]>>;

const BY_SECRET: Requirement = { merchant: [], user: [], secret: [] };
const BY_KEY: Requirement = { merchant: [], user: [], timestamp: [], digest: [], signature: [] };
const BY_INTEGRATOR: Requirement = {
  merchant: [],
  integrator: [],
  timestamp: [],
  digest: [],
  signature: [],
};

/** The authentication methods that a route accepts, weakest first (D-03, D-05, D-67). */
export function securityOf(route: Route): readonly Requirement[] {
  if (route.integratorsOnly === true) return [{ integrator: [] }, BY_INTEGRATOR];
  switch (route.level) {
    case 'OPEN':
      return [];
    case 'SECRET':
      return [BY_SECRET, BY_KEY, BY_INTEGRATOR];
    case 'KEY':
      return [BY_KEY, BY_INTEGRATOR];
  }
}
