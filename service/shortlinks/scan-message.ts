import { channelOf } from '../../shared/protocol/basic.ts';
import { createMessage } from '../../shared/protocol/events.ts';
import type { Instant } from '../../shared/time/clock.ts';
import { outbound } from '../store/outbox.ts';
import type { Effects } from '../store/store.ts';

/** A scan of a shortlink, as its callback reports it. */
export type Scan = {
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
  /** What the callback carries over http, by profile. */
  readonly overHttp: 'meta' | 'whole';
};

/**
 * The effects of a scan. Over https and on a channel the message has the object and `meta.uri` is
 * null (D-136). Over http only `meta` is sent, and `meta.uri` is the address of the object (D-138).
 */
export function scanEffects(scan: Scan): Effects {
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
