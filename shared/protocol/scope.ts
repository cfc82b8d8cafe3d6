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

const known: ReadonlySet<string> = new Set(SCOPES);

/** A space-delimited list of scopes, kept in canonical order; a JSON list is accepted too (D-34). */
export const scope = z
  .union([z.string().max(200), z.array(z.string().max(50)).max(SCOPES.length)])
  .transform((given) => (typeof given === 'string' ? given : given.join(' ')))
  .transform((text) => [...new Set(text.split(/\s+/).filter((word) => word !== ''))].sort())
  .refine((words) => words.every((word) => known.has(word)), {
    error: `may only name ${SCOPES.join(', ')}`,
  })
  .transform((words) => words.join(' '));
