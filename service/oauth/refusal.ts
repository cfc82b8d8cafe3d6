import { errorReply } from '../../shared/node/http/error-reply.ts';
import type { Failure } from '../../shared/node/http/pipeline.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import type { Refusal } from '../../shared/protocol/errors.ts';

/** An error of RFC 6749 or RFC 6750 with its status. */
export type OauthRefusal = {
  readonly status: number;
  /** The word of the RFC. */
  readonly error: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A refusal of an OAuth endpoint as a failure of the pipeline. */
export function oauthRefuse(
  status: number,
  error: string,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): { readonly ok: false; readonly refusal: OauthRefusal } {
  return { ok: false, refusal: { status, error, description, headers } };
}

/** The reply to a refusal: in the form of the RFCs, or of the merchant API if it is one of those. */
export function oauthRefused({ refusal, retryAfterSeconds }: Failure<OauthRefusal>): Reply {
  if (!('error' in refusal)) return errorReply(refusal, retryAfterSeconds);
  const { status, error, description: error_description } = refusal;
  const headers: Record<string, string> = { ...refusal.headers };
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  return { status, body: { error, error_description }, headers };
}

/** What a browser reads of a request that no route of these pages gets. */
export function notForPages(refusal: Refusal): Reply {
  if (refusal.type !== 'Method Not Allowed') return errorReply(refusal);
  return oauthRefused(oauthRefuse(405, 'invalid_request', refusal.description));
}
