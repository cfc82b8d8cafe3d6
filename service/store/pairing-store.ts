import type { PairingRights } from '../../shared/protocol/pairing.ts';
import type { PosOutput } from '../../shared/protocol/pos.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { Shortlink } from './shortlink-store.ts';
import type { User } from './user-store.ts';

/** What was asked for in the portal: one till, by a code that is good once. */
export type NewPairing = {
  readonly merchantId: string;
  readonly id: string;
  /** Keyed digest of the code. */
  readonly codeHash: string;
  readonly posId: string;
  readonly name: string;
  readonly rights: PairingRights;
  /** Id of the user who asked for it. */
  readonly createdBy: string;
  readonly created: Instant;
  readonly expires: Instant;
};

/** What the till brought that redeemed the code. */
export type Paired = {
  readonly at: Instant;
  readonly userId: string;
  readonly shortlinkId: string;
  /** Digest of the till's public key, or null where it has a secret. */
  readonly keyHash: string | null;
  readonly device: string | null;
  readonly address: string;
};

export type StoredPairing = Omit<NewPairing, 'codeHash'> & {
  readonly paired: Paired | null;
  readonly revoked: Instant | null;
  /** Whether the till's user is still there; it can also be removed among the users. */
  readonly userThere: boolean;
};

/** Everything that a redeemed code makes, in one commit. */
export type Redemption = Omit<Paired, 'userId' | 'shortlinkId'> & {
  readonly user: User & { readonly till: PairingRights };
  readonly pos: PosOutput;
  readonly shortlink: Shortlink;
};

export interface PairingStore {
  /** Writes a new pairing. The database says whether the code, the till or the room is taken. */
  create(
    pairing: NewPairing,
    waitingMax: number,
  ): Promise<'created' | 'code_taken' | 'pos_taken' | 'too_many'>;
  /** The pairing of a code, whosever it is. */
  byCode(codeHash: string): Promise<StoredPairing | null>;
  /**
   * Uses the code up and makes user, point of sale and shortlink. Of many who try at once one gets
   * `done`; a code that is used, ended or withdrawn gives `lost`.
   */
  redeem(
    merchantId: string,
    id: string,
    redemption: Redemption,
  ): Promise<'done' | 'lost' | 'pos_taken' | 'id_taken'>;
  /** Newest first. */
  list(merchantId: string, limit: number): Promise<readonly StoredPairing[]>;
  read(merchantId: string, id: string): Promise<StoredPairing | null>;
  /** Ends a pairing: its code, its user, its shortlink. False without such a pairing. */
  revoke(merchantId: string, id: string, at: Instant): Promise<boolean>;
}
