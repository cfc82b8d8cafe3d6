/** Names of the product's own headers, lower case as Node and fetch give them. */
export type HeaderNames = {
  readonly merchant: string;
  readonly user: string;
  readonly integrator: string;
  readonly timestamp: string;
  readonly digest: string;
};

/** By prefix, of which there are few. Every request asks for them. */
const made = new Map<string, HeaderNames>();

/** The names of a prefix in its printed form, such as `X-Svc-` (V-1). */
export function headerNames(printed: string): HeaderNames {
  const known = made.get(printed);
  if (known !== undefined) return known;
  const prefix = printed.toLowerCase();
  const names = {
    merchant: `${prefix}merchant`,
    user: `${prefix}user`,
    integrator: `${prefix}integrator`,
    timestamp: `${prefix}timestamp`,
    digest: `${prefix}content-digest`,
  };
  made.set(printed, names);
  return names;
}

/** Scheme words of the `Authorization` header (D-01, D-02). */
export const SECRET_SCHEME = 'SECRET';
export const KEY_SCHEME = 'RSA-SHA256';
