import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { pathOf } from '../../shared/protocol/routes.ts';
import { type Clock, type Instant, SECOND } from '../../shared/time/clock.ts';
import type { LogName, Settlement } from '../store/ledger-store.ts';
import type { Store } from '../store/store.ts';

/** One file of a settlement's log. */
export type LogPlace = {
  readonly merchantId: string;
  readonly number: number;
  readonly log: LogName;
  /** Counts the files of this log from 0. */
  readonly chunk: number;
};

/**
 * Addresses of log files that need no credentials: they name the file and the time they end at, and
 * are signed with a key of this installation. Reading the settlement again renews them (D-174).
 */
export interface LogLinks {
  /** Paths of all files of a log, good for 30 days from now. */
  addresses(settlement: Settlement, log: LogName): Promise<readonly string[]>;
  /** What an address names; null when it was not signed here or has ended. */
  read(grant: string, now: Instant): Promise<LogPlace | null>;
}

const KEY_NAME = 'settlement_log';
const GRANT = /^([\w-]{1,200})\.(\d{1,15})\.(transaction|scope)\.(\d{1,6})\.(\d{1,12})\.([\w-]{43})$/;

export function createLogLinks(parts: {
  readonly store: Pick<Store, 'ledger'>;
  readonly clock: Clock;
  readonly basePath: string;
  readonly newKey: () => string;
}): LogLinks {
  let kept: Promise<string> | null = null;

  async function sign(text: string): Promise<string> {
    kept ??= parts.store.ledger.instanceKey(KEY_NAME, parts.newKey());
    return createHmac('sha256', await kept).update(text).digest('base64url');
  }

  return {
    async addresses(settlement, log) {
      const { merchantId, number, chunks } = settlement;
      const ends = Math.ceil((parts.clock.now() + LIMITS.logAddressLife) / SECOND);
      const owner = Buffer.from(merchantId).toString('base64url');
      const paths = chunks[log].map(async (_, chunk) => {
        const text = `${owner}.${number}.${log}.${chunk}.${ends}`;
        const path = pathOf('settlementLog', { grant: `${text}.${await sign(text)}` });
        return parts.basePath + path;
      });
      return Promise.all(paths);
    },
    async read(grant, now) {
      const match = GRANT.exec(grant);
      if (match === null) return null;
      const [, owner = '', number, log, chunk, ends, signature = ''] = match;
      const expected = await sign(grant.slice(0, grant.lastIndexOf('.')));
      const right = timingSafeEqual(Buffer.from(expected), Buffer.from(signature));
      if (!right || now >= Number(ends) * SECOND) return null;
      return {
        merchantId: Buffer.from(owner, 'base64url').toString(),
        number: Number(number),
        log: log === 'scope' ? 'scope' : 'transaction',
        chunk: Number(chunk),
      };
    },
  };
}
