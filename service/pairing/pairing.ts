import type { Ids, RandomBytes } from '../../shared/ids/ids.ts';
import { WorkQueue } from '../../shared/limits/work-queue.ts';
import { hashSecret } from '../../shared/node/password-hash.ts';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { PairingInput, PairingReply, PairingRights } from '../../shared/protocol/pairing.ts';
import { PAIRING_CODE_BYTES, pairingCodeOf } from '../../shared/protocol/pairing-code.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';
import { channelName } from '../../shared/terminal/sale/settings.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { keyHashOf, readPublicKey } from '../merchants/read-public-key.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';
import type { Redemption, StoredPairing } from '../store/pairing-store.ts';
import type { Store } from '../store/store.ts';
import { replyOf } from './reply.ts';

export type PairingDeps = {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  /** A keyed digest of this installation (`InstanceKeys.mac`). */
  readonly mac: InstanceKeys['mac'];
  readonly addresses: () => ServiceAddresses;
};

/** A request to pair one till. */
export type PairingRequest = {
  readonly posId: string;
  readonly name: string;
  readonly rights: PairingRights;
  /** Id of the user who requests the pairing. */
  readonly by: string;
};

/** The pairing of tills by short codes (an extension). */
export interface Pairings {
  /** Issues a code for one till. The code is returned only once. */
  issue(
    merchantId: string,
    request: PairingRequest,
  ): Promise<Answer<{ readonly pairing: StoredPairing; readonly code: string }>>;
  /**
   * Uses a code up. The same key with the same code gets the same answer until the code expires.
   */
  redeem(
    input: PairingInput,
    address: string,
  ): Promise<Answer<{ readonly first: boolean; readonly reply: PairingReply }>>;
  list(merchantId: string): Promise<readonly StoredPairing[]>;
  /** Ends a till's access, or withdraws a code. */
  revoke(merchantId: string, id: string): Promise<Answer<StoredPairing>>;
}

const UNKNOWN =
  'This code is not known, or its ten minutes are over. Make a new one in the merchant portal.';
const USED =
  'This code has paired a till already. If that was not you, revoke that till in the merchant ' +
  'portal and make a new code.';
const POS_TAKEN = 'Another till is paired under this id; revoke it first, or choose another id.';
const TOO_MANY =
  'Too many codes are waiting to be used; take one back, or wait until it has run out.';
const BUSY = 'The service is very busy; try the same code again in a moment.';
const NO_PAIRING = 'There is no pairing of this id.';
const NO_CODE = refuse('Not Found', UNKNOWN, { reason: 'code_unknown' });
const TRIES = 5;

export function createPairings(deps: PairingDeps): Pairings {
  return new PairingRules(deps);
}

class PairingRules implements Pairings {
  readonly #deps: PairingDeps;
  // Hashing is slow by design; many codes must not delay logins.
  readonly #lane = new WorkQueue(1, LIMITS.secretChecksWaitingMax);

  constructor(deps: PairingDeps) {
    this.#deps = deps;
  }

  async issue(merchantId: string, request: PairingRequest): ReturnType<Pairings['issue']> {
    const { store, clock, ids, random } = this.#deps;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const created = clock.now();
      const code = pairingCodeOf(random(PAIRING_CODE_BYTES));
      const { by: createdBy, posId, name, rights } = request;
      const expires = created + LIMITS.pairingCodeLife;
      const id = ids.short();
      const row = { merchantId, id, posId, name, rights, createdBy, created, expires };
      const fresh = { ...row, codeHash: this.#digest(code) };
      const done = await store.pairings.create(fresh, LIMITS.pairingCodesWaitingMax);
      if (done === 'pos_taken') return refuse('Conflict', POS_TAKEN, { reason: 'pos_taken' });
      if (done === 'too_many') return refuse('Conflict', TOO_MANY);
      if (done === 'created') {
        const pairing = { ...row, paired: null, revoked: null, userThere: false };
        return answer({ pairing, code });
      }
    }
    return refuse('Service Unavailable', BUSY);
  }

  async redeem(input: PairingInput, address: string): ReturnType<Pairings['redeem']> {
    const { store, clock } = this.#deps;
    const publicKey = input.pubkey === null ? null : keyOf(input.pubkey);
    if (publicKey?.ok === false) return publicKey;
    const key = publicKey?.value ?? null;
    const pairing = await store.pairings.byCode(this.#digest(input.code));
    if (pairing === null || pairing.expires <= clock.now()) return NO_CODE;
    if (pairing.paired !== null) return this.#repeated(pairing, key);
    const { device } = input;
    return this.#first(pairing, { key, device, address });
  }

  list(merchantId: string): ReturnType<Pairings['list']> {
    return this.#deps.store.pairings.list(merchantId, LIMITS.pairingsShown);
  }

  async revoke(merchantId: string, id: string): ReturnType<Pairings['revoke']> {
    const { store, clock } = this.#deps;
    const done = await store.pairings.revoke(merchantId, id, clock.now());
    const left = done ? await store.pairings.read(merchantId, id) : null;
    if (left === null) return refuse('Not Found', NO_PAIRING);
    // Nobody expects to hear from it any more.
    if (left.paired !== null) await store.tillStatus.forget(merchantId, left.posId);
    return answer(left);
  }

  /** Uses the code up, unless another till was faster. */
  async #first(pairing: StoredPairing, till: ComingTill): ReturnType<Pairings['redeem']> {
    const { store, ids, random } = this.#deps;
    const { merchantId, id } = pairing;
    const secret = till.key === null ? ids.token() : null;
    const hashed = secret === null ? null : await this.#lane.run(() => hashSecret(secret, random));
    if (secret !== null && hashed === null) return refuse('Service Unavailable', BUSY);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const redemption = redemptionOf(pairing, till, hashed?.result ?? null, this.#deps);
      const done = await store.pairings.redeem(merchantId, id, redemption);
      if (done === 'pos_taken') return refuse('Conflict', POS_TAKEN, { reason: 'pos_taken' });
      if (done === 'lost') {
        const now = await store.pairings.read(merchantId, id);
        return now?.paired ? this.#repeated(now, till.key) : NO_CODE;
      }
      if (done === 'done') {
        const { id: userId } = redemption.user;
        const paired = { ...redemption, userId, shortlinkId: redemption.shortlink.id };
        const reply = await replyOf(this.#deps, { ...pairing, paired }, secret);
        return answer({ first: true, reply });
      }
    }
    return refuse('Service Unavailable', BUSY);
  }

  /** The reply to the first try may have been lost. Only the till itself has its key. */
  async #repeated(pairing: StoredPairing, key: string | null): ReturnType<Pairings['redeem']> {
    const { paired } = pairing;
    const own = key !== null && paired !== null && paired.keyHash === keyHashOf(key);
    if (!own || !pairing.userThere || pairing.revoked !== null) {
      return refuse('Conflict', USED, { reason: 'code_used' });
    }
    const reply = await replyOf(this.#deps, { ...pairing, paired }, null);
    return answer({ first: false, reply });
  }

  #digest(code: string): string {
    return this.#deps.mac('pairing code', code);
  }
}

/** What a till sends with its code; a till without a key gets a secret. */
type ComingTill = {
  readonly key: string | null;
  readonly device: string | null;
  readonly address: string;
};

function redemptionOf(
  { posId, name, rights, merchantId }: StoredPairing,
  { key, device, address }: ComingTill,
  secretHash: string | null,
  { clock, ids }: Pick<PairingDeps, 'clock' | 'ids'>,
): Redemption {
  const at = clock.now();
  const shortlinkId = ids.shortlink();
  const user = {
    id: `till-${ids.short()}`,
    label: name,
    netmask: null,
    secretHash,
    publicKey: key,
    version: 1,
    till: { rights, posId, shortlinkId },
  };
  const callbackUri = `ws:${channelName('till', posId)}`;
  const shortlink = {
    id: shortlinkId,
    merchantId,
    callbackUri,
    serialNumber: null,
    label: name,
    isActive: true,
    created: at,
  };
  const pos = { id: posId, name, type: 'store', location: null };
  const keyHash = key === null ? null : keyHashOf(key);
  return { at, user, pos, shortlink, keyHash, device, address };
}

function keyOf(pubkey: string): Answer<string> {
  const read = readPublicKey(pubkey);
  if (read.ok) return read;
  const details = { pubkey: [read.refusal.description] };
  return refuse('validation_error', VALIDATION_SENTENCE, details);
}
