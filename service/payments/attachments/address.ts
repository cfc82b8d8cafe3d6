import { timingSafeEqual } from 'node:crypto';
import type { Ids } from '../../../shared/ids/ids.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { Clock, Instant } from '../../../shared/time/clock.ts';
import type { InstanceKeys } from '../../store/instance-keys.ts';

/** What an upload address says, once it was found to be ours and not yet over. */
export type UploadAddress = { readonly tid: string; readonly expires: Instant };

/**
 * Upload addresses (D-163): a capability that carries its own end and is sealed with the
 * installation's key, so that a new one at every reading of an outcome costs no write. Only that
 * one was used is ever stored.
 */
export interface UploadAddresses {
  /** Full URL of a new address for a payment. */
  issue(tid: string): string;
  /** Null for what is not an address of ours, or is over. */
  open(token: string): UploadAddress | null;
}

const PURPOSE = 'attachment';
const TOKEN = /^([A-Za-z0-9_-]{1,64})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export function createUploadAddresses(parts: {
  readonly keys: InstanceKeys;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Full URL of the API with its base path; read at use. */
  readonly base: () => string;
}): UploadAddresses {
  const { keys, ids, clock, base } = parts;
  return {
    issue(tid) {
      const expires = clock.now() + LIMITS.attachmentUriLife;
      const said = `${tid}.${expires.toString(36)}.${ids.message()}`;
      return `${base()}/attachment/${said}.${keys.mac(PURPOSE, said)}/`;
    },
    open(token) {
      const match = TOKEN.exec(token);
      if (match === null) return null;
      const [, tid = '', end = '', nonce = '', seal = ''] = match;
      const right = keys.mac(PURPOSE, `${tid}.${end}.${nonce}`);
      if (!timingSafeEqual(Buffer.from(seal), Buffer.from(right))) return null;
      const expires = Number.parseInt(end, 36);
      return clock.now() < expires ? { tid, expires } : null;
    },
  };
}
