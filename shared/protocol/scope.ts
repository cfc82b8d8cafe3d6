import { z } from 'zod';

export const SCOPES = [
  'address',
  'bankid',
  'email',
  'fodselsnummer',
  'openid',
  'phone',
  'profile',
  'shipping_address',
] as const;

/** A later scope, which the specification does not have, with what to request instead (D-121). */
const IDENTITY = 'identity_documentation';

const known: ReadonlySet<string> = new Set(SCOPES);

/** Scopes that give data only together with `openid` (specification, Scopes). */
export const NEEDS_OPENID: ReadonlySet<string> = new Set(['address', 'email', 'phone']);

/** A space-delimited list of scopes, kept in canonical order; a JSON list is accepted too (D-34). */
export const scope = z
  .union([z.string().max(200), z.array(z.string().max(50)).max(SCOPES.length)])
  .transform((given) => (typeof given === 'string' ? given : given.join(' ')))
  .transform((text) => [...new Set(text.split(/\s+/).filter((word) => word !== ''))].sort())
  .refine((words) => words.every((word) => known.has(word)), {
    error: ({ input }) =>
      [input].flat().includes(IDENTITY)
        ? `may not name ${IDENTITY}; request fodselsnummer or bankid for a verified id number`
        : `may only name ${SCOPES.join(', ')}`,
  })
  .refine((words) => words.includes('openid') || !words.some((word) => NEEDS_OPENID.has(word)), {
    error: `needs openid beside ${[...NEEDS_OPENID].join(', ')}`,
  })
  .transform((words) => words.join(' '));
