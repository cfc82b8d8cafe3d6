import { z } from 'zod';
import type { Ids } from '../../shared/ids/ids.ts';
import { channelOf } from '../../shared/protocol/basic.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { createMessage } from '../../shared/protocol/events.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Clock, Instant } from '../../shared/time/clock.ts';
import { outbound } from '../outbox/outbound.ts';
import type { MatchScans } from '../payments/match-scans.ts';
import type { Scan } from '../store/shortlink-store.ts';
import type { Effects, Store } from '../store/store.ts';

/** A scan as its customer sees it. */
export type SeenScan = {
  readonly scan: Scan;
  /** The request that took the scan last, or null while none has. */
  readonly request: string | null;
  /** The text that the merchant's system returned for the customer (D-139). */
  readonly text: string | null;
};

/** The customer's operations on shortlinks. */
export interface Scans {
  /**
   * A customer has scanned a code: makes the token, notifies the merchant, and matches the scan
   * with a waiting request. `Not Found` for a code that is not in use (D-153).
   */
  scan(
    customerId: string,
    target: { readonly shortlink: string; readonly argstring: string },
  ): Promise<Answer<Scan>>;
  /** The current state of the customer's own scan; null for any other. */
  read(customerId: string, messageId: string): Promise<SeenScan | null>;
}

export type ScanDeps = {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Full URL of the API with its base path; read at use. */
  readonly base: () => string;
  readonly overHttp: 'meta' | 'whole';
  readonly match: MatchScans;
};

/** Digits of a scan token; too many values to guess one (D-107). */
const TOKEN_DIGITS = 18;
const NOT_IN_USE = refuse('Not Found', 'This code is not in use.');

export function createScans(deps: ScanDeps): Scans {
  const { store, clock, ids, base, overHttp, match } = deps;
  return {
    async scan(customerId, { shortlink, argstring }) {
      const link = await store.shortlinks.forCustomer(shortlink);
      if (link === null) return NOT_IN_USE;
      const at = clock.now();
      const scan: Scan = {
        token: `token:${ids.digits(TOKEN_DIGITS)}`,
        messageId: ids.message(),
        merchantId: link.merchantId,
        shortlinkId: link.id,
        customerId,
        argstring,
        at,
        expires: at + LIMITS.scanTokenLife,
        heldBy: null,
        consumedBy: null,
      };
      const { callbackUri } = link;
      const written = await store.shortlinks.addScan(scan, (seqno) =>
        scanEffects({ ...scan, callbackUri, seqno, base: base(), overHttp }),
      );
      if (!written) return NOT_IN_USE;
      await match(link.merchantId, link.id);
      return answer(scan);
    },
    async read(customerId, messageId) {
      const scan = await store.shortlinks.scanOfCustomer(customerId, messageId);
      if (scan === null) return null;
      const delivery = await store.deliveries.read(scan.merchantId, messageId);
      return { scan, request: scan.heldBy, text: textOf(delivery?.answer ?? null) };
    },
  };
}

const scanAnswer = z.object({ text: z.string() });

/** The sentence in a receiver's answer; the other members are not for the customer. */
function textOf(json: string | null): string | null {
  if (json === null) return null;
  try {
    const parsed = scanAnswer.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data.text.slice(0, LIMITS.scanAnswerMax) || null : null;
  } catch {
    return null;
  }
}

/** A scan of a shortlink, as its callback reports it. */
type ReportedScan = {
  /** Id of the message. */
  readonly messageId: string;
  readonly shortlinkId: string;
  /** The shortlink's registered address. */
  readonly callbackUri: string | null;
  readonly token: string;
  readonly argstring: string;
  /** Counter of the shortlink, from 0 (D-135). */
  readonly seqno: number;
  readonly at: Instant;
  /** Full URL of the API with its base path, without a trailing slash. */
  readonly base: string;
  /** What the callback carries over http. */
  readonly overHttp: 'meta' | 'whole';
};

/**
 * The effects of a scan. Over https and on a channel the message has the object and `meta.uri` is
 * null (D-136). Over http only `meta` is sent, and `meta.uri` is the address of the object (D-138).
 */
export function scanEffects(scan: ReportedScan): Effects {
  const { overHttp } = scan;
  const inClear =
    overHttp === 'meta' &&
    channelOf(scan.callbackUri) === null &&
    /^http:/i.test(scan.callbackUri ?? '');
  const place = `${scan.base}/shortlink/${scan.shortlinkId}/scan/${scan.messageId}/`;
  const message = createMessage({
    id: scan.messageId,
    event: 'shortlink_scanned',
    uri: inClear ? place : null,
    seqno: scan.seqno,
    at: scan.at,
    object: { id: scan.token, argstring: scan.argstring },
  });
  const resource = `shortlink/${scan.shortlinkId}`;
  return outbound({ uri: scan.callbackUri, kind: 'scan', resource, overHttp }, message);
}
