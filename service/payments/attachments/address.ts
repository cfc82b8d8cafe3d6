import { timingSafeEqual } from 'node:crypto';
import type { Ids } from '../../../shared/ids/ids.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { type Clock, holdsUntil, type Instant } from '../../../shared/time/clock.ts';
import type { InstanceKeys } from '../../store/instance-keys.ts';

/** The content of a valid, unexpired upload address. */
export type UploadAddress = { readonly tid: string; readonly expires: Instant };

/**
 * Upload addresses (D-163). An address is a capability that contains its expiry and is sealed with
 * the installation's key, so that each read of an outcome can return a new one without a write. The
 * store records only that one was used.
 */
export interface UploadAddresses {
  /** Full URL of a new address for a payment. */
  issue(tid: string): string;
  /** Null for an invalid or expired address. */
  open(token: string): UploadAddress | null;
}

const PURPOSE = 'attachment';
const TOKEN = /^([A-Za-z0-9_-]{1,64})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export function createUploadAddresses(deps: {
  readonly keys: InstanceKeys;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Full URL of the API with its base path; read at use. */
  readonly base: () => string;
}): UploadAddresses {
  const { keys, ids, clock, base } = deps;
  return {
    issue(tid) {
      const expires = clock.now() + LIMITS.attachmentUriLife;
      const content = `${tid}.${expires.toString(36)}.${ids.message()}`;
      return `${base()}/attachment/${content}.${keys.mac(PURPOSE, content)}/`;
    },
    open(token) {
      const match = TOKEN.exec(token);
      if (match === null) return null;
      const [, tid = '', end = '', nonce = '', seal = ''] = match;
      const right = keys.mac(PURPOSE, `${tid}.${end}.${nonce}`);
      if (!timingSafeEqual(Buffer.from(seal), Buffer.from(right))) return null;
      const expires = Number.parseInt(end, 36);
      return holdsUntil(expires, clock.now(), LIMITS.attachmentUriLife) ? { tid, expires } : null;
    },
  };
}
