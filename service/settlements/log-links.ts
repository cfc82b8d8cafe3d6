import { timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { pathOf } from '../../shared/protocol/routes.ts';
import { type Clock, holdsUntil, type Instant, SECOND } from '../../shared/time/clock.ts';
import type { InstanceKeys } from '../store/instance-keys.ts';
import type { LogName, Settlement } from '../store/ledger-store.ts';

/** One file of a settlement's log. */
export type LogPlace = {
  readonly merchantId: string;
  readonly number: number;
  readonly log: LogName;
  /** Number of the file in this log, from 0. */
  readonly chunk: number;
};

/**
 * Addresses of log files that need no credentials. They name the file and their expiry, and are
 * signed with a key of this installation. Reading the settlement again renews them (D-174).
 */
export interface LogLinks {
  /** Paths of all files of a log, valid for 30 days from now. */
  addresses(settlement: Settlement, log: LogName): readonly string[];
  /** The file that an address names; null when the address is invalid or expired. */
  read(grant: string, now: Instant): LogPlace | null;
}

const PURPOSE = 'settlement_log';
const GRANT =
  /^([\w-]{1,200})\.(\d{1,15})\.(transaction|scope)\.(\d{1,6})\.(\d{1,12})\.([\w-]{43})$/;

export function createLogLinks(deps: {
  readonly clock: Clock;
  readonly basePath: () => string;
  /** A keyed digest of this installation, 43 base64url characters. */
  readonly mac: InstanceKeys['mac'];
}): LogLinks {
  const sign = (text: string) => deps.mac(PURPOSE, text);

  return {
    addresses(settlement, log) {
      const { merchantId, number, chunks } = settlement;
      const ends = Math.ceil((deps.clock.now() + LIMITS.logAddressLife) / SECOND);
      const owner = Buffer.from(merchantId).toString('base64url');
      return chunks[log].map((_, chunk) => {
        const text = `${owner}.${number}.${log}.${chunk}.${ends}`;
        const path = pathOf('settlementLog', { grant: `${text}.${sign(text)}` });
        return deps.basePath() + path;
      });
    },
    read(grant, now) {
      const match = GRANT.exec(grant);
      if (match === null) return null;
      const [, owner = '', number, log, chunk, ends, signature = ''] = match;
      const expected = sign(grant.slice(0, grant.lastIndexOf('.')));
      const right = timingSafeEqual(Buffer.from(expected), Buffer.from(signature));
      if (!right || !holdsUntil(Number(ends) * SECOND, now, LIMITS.logAddressLife)) return null;
      return {
        merchantId: Buffer.from(owner, 'base64url').toString(),
        number: Number(number),
        log: log === 'scope' ? 'scope' : 'transaction',
        chunk: Number(chunk),
      };
    },
  };
}
