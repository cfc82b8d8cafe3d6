import type { PairingRights } from '../../shared/protocol/pairing.ts';
import type { PosOutput } from '../../shared/protocol/pos.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { Shortlink } from './shortlink-store.ts';
import type { PairedTill, User } from './user-store.ts';

/** A pairing requested in the portal: one till, with a single-use code. */
export type NewPairing = {
  readonly merchantId: string;
  readonly id: string;
  /** Keyed digest of the code. */
  readonly codeHash: string;
  readonly posId: string;
  readonly name: string;
  readonly rights: PairingRights;
  /** Id of the user who requested it. */
  readonly createdBy: string;
  readonly created: Instant;
  readonly expires: Instant;
};

/** The data of the till that redeemed the code. */
export type Paired = {
  readonly at: Instant;
  readonly userId: string;
  readonly shortlinkId: string;
  /** Digest of the till's public key, or null if it has a secret. */
  readonly keyHash: string | null;
  readonly device: string | null;
  readonly address: string;
};

export type StoredPairing = Omit<NewPairing, 'codeHash'> & {
  readonly paired: Paired | null;
  readonly revoked: Instant | null;
  /** True while the till's user exists; it can also be removed in the list of users. */
  readonly userThere: boolean;
};

/** All rows that a redeemed code creates, in one commit. */
export type Redemption = Omit<Paired, 'userId' | 'shortlinkId'> & {
  readonly user: User & { readonly till: PairedTill };
  readonly pos: PosOutput;
  readonly shortlink: Shortlink;
};

export interface PairingStore {
  /**
   * Writes a new pairing. The database decides whether the code or the till is taken, or the limit
   * is reached.
   */
  create(
    pairing: NewPairing,
    waitingMax: number,
  ): Promise<'created' | 'code_taken' | 'pos_taken' | 'too_many'>;
  /** Id of the user of the till to which a pairing gave a shortlink; null for a shortlink of the shop. */
  userOfShortlink(merchantId: string, shortlinkId: string): Promise<string | null>;
  /** Digests of the keys of all tills that were paired for a point of sale, also after a pairing was revoked. */
  keyHashes(merchantId: string, posId: string): Promise<readonly string[]>;
  /** The pairing of a code, of any merchant. */
  byCode(codeHash: string): Promise<StoredPairing | null>;
  /**
   * Uses the code up and creates user, point of sale and shortlink. Of several concurrent callers
   * one gets `done`; a code that is used, expired or withdrawn gives `lost`.
   */
  redeem(
    merchantId: string,
    id: string,
    redemption: Redemption,
  ): Promise<'done' | 'lost' | 'pos_taken' | 'id_taken'>;
  /** Newest first. */
  list(merchantId: string, limit: number): Promise<readonly StoredPairing[]>;
  read(merchantId: string, id: string): Promise<StoredPairing | null>;
  /** Ends a pairing: its code, its user, its shortlink. False for an unknown pairing. */
  revoke(merchantId: string, id: string, at: Instant): Promise<boolean>;
}
