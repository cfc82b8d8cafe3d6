import type { PairingRights } from '../../shared/protocol/pairing.ts';
import type { SspUserOutput } from '../../shared/protocol/user.ts';
import type { Instant } from '../../shared/time/clock.ts';

/** Credentials of one API user. */
export type User = {
  readonly id: string;
  readonly label: string | null;
  /** `<ip>/<bits>`, or null for no restriction (D-07). */
  readonly netmask: string | null;
  /** scrypt in PHC string form, or null when the user has no secret. */
  readonly secretHash: string | null;
  /** Canonical SPKI PEM, or null when the user has no key. */
  readonly publicKey: string | null;
  /** Grows with every change of the credentials, so that cached checks end at once. */
  readonly version: number;
  /** What a till may do that was paired; absent for a user with every right of its credentials. */
  readonly till?: PairingRights;
};

export interface UserStore {
  read(merchantId: string, userId: string): Promise<User | null>;
  put(merchantId: string, user: User): Promise<void>;
  /** Writes a new user; when the id is taken, answers the stored one and writes nothing. */
  create(merchantId: string, user: User): Promise<{ created: boolean; user: User }>;
  /**
   * Writes `next` if the stored version is still `next.version - 1`; false when it is not. With
   * `keepKeyHolder` also false when no user of the merchant would be left that has a key.
   */
  change(merchantId: string, next: User, keepKeyHolder: boolean): Promise<boolean>;
  /** As `change`, for a removal. */
  remove(merchantId: string, userId: string, keepKeyHolder: boolean): Promise<boolean>;
  /** Users in byte order of their ids after `after`. */
  list(merchantId: string, after: string | null, limit: number): Promise<readonly User[]>;
  /**
   * Remembers a signature until `expires`. False when it was seen before: a replay (D-18).
   */
  useSignature(
    merchantId: string,
    userId: string,
    hash: string,
    now: Instant,
    expires: Instant,
  ): Promise<boolean>;
  /** Forgets signatures whose window ended before `now`. */
  sweep(now: Instant): Promise<void>;
}

/** Acts for the merchants that name it, by its signature alone (D-05). */
export type Integrator = {
  readonly id: string;
  readonly name: string;
  /** As a user's. */
  readonly netmask: string | null;
  /** Canonical SPKI PEM. */
  readonly publicKey: string;
};

/** Integrators belong to no merchant. */
export interface IntegratorStore {
  read(integratorId: string): Promise<Integrator | null>;
  put(integrator: Integrator): Promise<void>;
  list(after: string | null, limit: number): Promise<readonly Integrator[]>;
}

/** Users of the self-service portal (D-76). */
export interface SspUserStore {
  /** False, and nothing written, when a user with this address exists, in any case of letters. */
  create(merchantId: string, user: SspUserOutput): Promise<boolean>;
  read(merchantId: string, id: string): Promise<SspUserOutput | null>;
  /** Writes the companies a user acts for; administration only. False without such a user. */
  setLegalEntities(merchantId: string, id: string, entities: readonly string[]): Promise<boolean>;
  /** Removes a user that has no companies. */
  remove(merchantId: string, id: string): Promise<'removed' | 'unknown' | 'has_entities'>;
}
