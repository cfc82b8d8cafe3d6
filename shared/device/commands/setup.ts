import { z } from 'zod';
import { line } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import type { RoomRows } from './row.ts';
import { NOTHING } from './values.ts';

const address = z.string().max(LIMITS.uriMax);
const id = line(LIMITS.userIdMax);
/** Whether the till may keep its key in a file if the machine has no key store. */
const file = z.enum(['allowed', 'refused']);

/** What a person does to bring a till to its service, step by step. */
const setupStep = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('pair'),
    address,
    code: z.string().max(LIMITS.pairingCodeTextMax),
    file,
  }),
  /** Makes a key pair on this machine; a person registers its public key in the merchant portal. */
  z.object({ kind: z.literal('make_key'), file }),
  z.object({
    kind: z.literal('connect'),
    address,
    merchantId: id,
    userId: id,
    posId: id,
    /** Null to sign with the key that was made here. */
    // A character may have two units of a JavaScript string.
    secret: z
      .string()
      .min(1)
      .max(2 * LIMITS.secretMax)
      .nullable(),
    file,
  }),
  z.object({ kind: z.literal('check') }),
  /** Back to the first question; what was kept stays until another till takes its place. */
  z.object({ kind: z.literal('again') }),
  z.object({ kind: z.literal('finish') }),
]);
export type SetupStep = z.infer<typeof setupStep>;

/** Bringing a till to its service. Nobody can sign in before. */
export const SETUP = {
  setup: {
    summary: 'Takes one step of the setup',
    who: { screen: 'nobody', also: [] },
    input: z.object({ step: setupStep }),
    answer: NOTHING,
  },
} as const satisfies RoomRows;
