import type { CheckResult } from '../pairing/checks.ts';

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
