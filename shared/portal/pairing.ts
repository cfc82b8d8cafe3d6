import { z } from 'zod';
import { line, reference } from '../protocol/basic.ts';
import { LIMITS } from '../protocol/limits.ts';
import { PAIRING_RIGHTS } from '../protocol/pairing.ts';

/* The part of the merchant pages' contract (contract.ts) that is about the pairing of tills. */

const instant = z.number();

/**
 * A till's pairing: `waiting` for its code to be used, `expired` without, `paired`, or `revoked`,
 * which also says that its user was removed.
 */
const PAIRING_STATES = ['waiting', 'expired', 'paired', 'revoked'] as const;
const pairing = z.object({
  id: z.string(),
  state: z.enum(PAIRING_STATES),
  pos_id: z.string(),
  name: z.string(),
  rights: z.enum(PAIRING_RIGHTS),
  created: instant,
  created_by: z.string(),
  /** When the code runs out. */
  expires: instant,
  paired: instant.nullable(),
  user_id: z.string().nullable(),
  /** Whether the till signs with its key; null until it is paired. */
  signs: z.boolean().nullable(),
  /** What the till called itself, and the address it came from. */
  device: z.string().nullable(),
  address: z.string().nullable(),
  revoked: instant.nullable(),
});
export type PortalPairing = z.infer<typeof pairing>;

/** `GET /pairings`: newest first. `DELETE /pairings/<id>` revokes one, and answers it. */
export const portalPairings = z.object({ items: z.array(pairing) });
export const portalPairing = pairing;
/** `POST /pairings`: the code is in this answer and never again. */
export const portalPairingInput = z.object({
  pos_id: reference,
  name: line(LIMITS.pairingNameMax),
  rights: z.enum(PAIRING_RIGHTS),
});
export const portalPairingCode = z.object({ pairing, code: z.string() });
export type PortalPairingCode = z.infer<typeof portalPairingCode>;
