import { z } from 'zod';
import { line, optional } from './basic.ts';
import { LIMITS } from './limits.ts';
import { readPairingCode } from './pairing-code.ts';

/** Where a till redeems its pairing code, below the API's base path (an extension). */
export const PAIRING_PATH = '/pairing/';

/** What a paired till may do: take payments, or give them back too. Neither works on users. */
export const PAIRING_RIGHTS = ['sales', 'refunds'] as const;
export type PairingRights = (typeof PAIRING_RIGHTS)[number];

/** A typed code, read in every way that people write one; kept as eight characters. */
export const pairingCode = z
  .string()
  .max(LIMITS.pairingCodeTextMax, `must be at most ${LIMITS.pairingCodeTextMax} characters`)
  .transform((typed, context) => {
    const code = readPairingCode(typed);
    if (code !== null) return code;
    context.addIssue({ code: 'custom', message: 'must be eight letters and digits' });
    return z.NEVER;
  });

/** `POST /pairing/`. With a key the till signs; without one it is given a secret. */
export const pairingInput = z.object({
  code: pairingCode,
  pubkey: optional(
    z
      .string()
      .min(1, 'must not be empty')
      .max(LIMITS.publicKeyTextMax, `must be at most ${LIMITS.publicKeyTextMax} characters`),
  ),
  device: optional(line(LIMITS.pairingNameMax)),
});
export type PairingInput = z.output<typeof pairingInput>;

/** Everything a till has to know to begin. */
export const pairingReply = z.object({
  merchant_id: z.string(),
  user_id: z.string(),
  secret: z.string().nullable(),
  rights: z.enum(PAIRING_RIGHTS),
  pos_id: z.string(),
  pos_name: z.string(),
  shortlink_id: z.string().nullable(),
  shortlink_url: z.string(),
  shop: z.object({
    name: z.string(),
    address: z.string().nullable(),
    organisation_number: z.string().nullable(),
  }),
  currency: z.string(),
  time_zone: z.string(),
});
export type PairingReply = z.infer<typeof pairingReply>;
