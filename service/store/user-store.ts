import type { PortalRole } from '../../shared/portal/sign-in.ts';
import type { PairingRights } from '../../shared/protocol/pairing.ts';
import type { SspUserOutput } from '../../shared/protocol/user.ts';
import type { Instant } from '../../shared/time/clock.ts';

/** What a paired till may do, and what is its own. */
export type PairedTill = {
  readonly rights: PairingRights;
  readonly posId: string;
  readonly shortlinkId: string;
};

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
  /** Grows with every change of the credentials, so that cached checks become invalid at once. */
  readonly version: number;
  /** The till that a pairing created; absent for a user with all rights of its credentials. */
  readonly till?: PairedTill;
};

export interface UserStore {
  read(merchantId: string, userId: string): Promise<User | null>;
  put(merchantId: string, user: User): Promise<void>;
  /** Writes a new user; if the id is taken, returns the stored one and writes nothing. */
  create(merchantId: string, user: User): Promise<{ created: boolean; user: User }>;
  /** Stores an invitation to create a user (as a hash) and replaces the merchant's last one. */
  putInvitation(merchantId: string, tokenHash: string, expires: Instant): Promise<void>;
  /** True while the invitation can be used. */
  invited(merchantId: string, tokenHash: string, now: Instant): Promise<boolean>;
  /** Uses an invitation up and writes its user, in one commit; otherwise nothing is written. */
  createInvited(
    merchantId: string,
    user: User,
    invitation: { readonly tokenHash: string; readonly now: Instant },
  ): Promise<'created' | 'not_invited' | 'id_taken'>;
  /**
   * Writes `next` if the stored version is still `next.version - 1`; otherwise false. With
   * `keepKeyHolder` also false if the merchant would have no other user with a key.
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
  /** Ends a session of the merchant portal in every process; remembered until `expires`, the end of its tokens. */
  endSession(id: string, now: Instant, expires: Instant): Promise<void>;
  hasEnded(id: string): Promise<boolean>;
  /** Removes signatures whose window ended before `now`, ended sessions, and invitations that have expired. */
  sweep(now: Instant): Promise<void>;
}

/** Acts for the merchants that name it, only with a signature (D-05). */
export type Integrator = {
  readonly id: string;
  readonly name: string;
  /** Like a user's. */
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

/** A self-service user with the role that it has in the portal. */
export type SspUser = SspUserOutput & { readonly role: PortalRole };

/** A merchant that a self-service user may open in the portal. */
export type PortalAccess = {
  readonly merchantId: string;
  /** The merchant's name. */
  readonly name: string;
  /** The person's address as it was written. */
  readonly email: string;
  /** The self-service user that gives the right; it may be of another merchant of the same company. */
  readonly userId: string;
  readonly role: PortalRole;
};

/** The second factor of a person: an authenticator app. */
export type SecondFactor = {
  /** The app's key is derived from it. A new enrolment has another one. */
  readonly nonce: string;
  /** The time step of the last code that was accepted, so that each code is accepted once. */
  readonly step: number;
};

/** Users of the self-service portal (D-76). E-mail addresses are compared without regard to case. */
export interface SspUserStore {
  /** False, with nothing written, when a user with this address exists. */
  create(merchantId: string, user: SspUserOutput, role: PortalRole): Promise<boolean>;
  read(merchantId: string, id: string): Promise<SspUserOutput | null>;
  /** Users in byte order of their ids after `after`. */
  list(merchantId: string, after: string | null, limit: number): Promise<readonly SspUser[]>;
  /** Writes the companies that a user acts for; administration only. False for an unknown user. */
  setLegalEntities(merchantId: string, id: string, entities: readonly string[]): Promise<boolean>;
  /** False for an unknown user. */
  setRole(merchantId: string, id: string, role: PortalRole): Promise<boolean>;
  /**
   * Removes a user that has no companies. The second factor of a person is removed with its last user.
   */
  remove(merchantId: string, id: string): Promise<'removed' | 'unknown' | 'has_entities'>;
  /**
   * The merchants that a person may open, at most `limit`: those of its users, then those of the
   * companies that its users act for.
   */
  access(email: string, limit: number): Promise<readonly PortalAccess[]>;
  factor(email: string): Promise<SecondFactor | null>;
  /** Writes a person's first factor with the hashes of its recovery codes; false if it has one. */
  enrol(
    email: string,
    factor: SecondFactor,
    codeHashes: readonly string[],
    now: Instant,
  ): Promise<boolean>;
  /** Uses a time step up; false if it or a later one was used, or the factor was replaced. */
  takeStep(email: string, factor: SecondFactor): Promise<boolean>;
  /** Uses a recovery code up; false if it is unknown or was used. */
  takeRecoveryCode(email: string, codeHash: string): Promise<boolean>;
  /** Removes the second factor, so that the person enrols again. False if there is none. */
  resetFactor(email: string): Promise<boolean>;
}
