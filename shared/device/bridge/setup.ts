import { z } from 'zod';
import { line } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import type { CheckResult } from '../pairing/checks.ts';

const address = z.string().max(LIMITS.uriMax);
const id = line(LIMITS.userIdMax);
/** Whether the till may keep its key in a file if the machine has no key store. */
const file = z.enum(['allowed', 'refused']);

/** What a person does to bring a till to its service, step by step. */
export const setupStep = z.discriminatedUnion('kind', [
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

/** Why a code could not be redeemed; the advice differs. */
export type PairingProblem =
  | 'bad_code'
  | 'unknown_code'
  | 'used_code'
  | 'pos_taken'
  | 'other_shop'
  | 'too_many_tries'
  | 'no_answer'
  | 'not_this_service'
  | 'other';

/** Why a step failed; each screen has its own texts. */
export type SetupProblem = PairingProblem | 'bad_address' | 'no_secret_store' | 'bad_pos_id';

/** What has become known of the till, as it is printed on the slip. */
export type SetupFacts = {
  readonly address: string | null;
  readonly merchantId: string | null;
  readonly shop: string | null;
  readonly userId: string | null;
  readonly posId: string | null;
};

export type SetupStage =
  | { readonly kind: 'asking' }
  | { readonly kind: 'working'; readonly at: 'pairing' | 'key' | 'checking' | 'starting' }
  | { readonly kind: 'key_made'; readonly publicKey: string }
  /** `done`: everything needed is kept, and the till can start. */
  | { readonly kind: 'checked'; readonly results: readonly CheckResult[]; readonly done: boolean };

/** The first-run screen: where it stands and what went wrong last. */
export type SetupView = {
  readonly stage: SetupStage;
  readonly facts: SetupFacts;
  /** `refused`: the service does not know this till any more; `unreadable`: its secret is gone. */
  readonly why: 'first' | 'refused' | 'unreadable';
  /** `ask`: a person has to allow a file, because the machine has no store for secrets. */
  readonly secrets: 'kept' | 'ask';
  readonly problem: {
    readonly kind: SetupProblem;
    readonly description: string;
    /** Seconds until the next try, or null. */
    readonly retryAfter: number | null;
  } | null;
};
