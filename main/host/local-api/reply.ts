import type { ServerResponse } from 'node:http';
import { present } from '../../../shared/objects/present.ts';
import { TILL_ERRORS, type TillRefusal } from '../../../shared/till-api/errors.ts';

export type TillReply = {
  readonly status: number;
  /** Null for an empty body. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Seconds after which a refused call may be repeated. */
const RETRY_SECONDS: Readonly<Partial<Record<TillRefusal['type'], number>>> = {
  too_many_waiting: 1,
  journal_full: 5,
  machine_away: 5,
  offline: 5,
  stopping: 5,
};

/** The body of every refusal, with the same three members as in the merchant API. */
export function refusalReply(refusal: TillRefusal): TillReply {
  const { type, description, details } = refusal;
  const retry = RETRY_SECONDS[type];
  return {
    status: TILL_ERRORS[type].status,
    body: { error_type: type, error_description: description, error_details: details ?? null },
    ...present({ headers: retry === undefined ? undefined : { 'retry-after': String(retry) } }),
  };
}

export function writeReply(response: ServerResponse, reply: TillReply): void {
  const bytes = reply.body === null ? null : Buffer.from(`${JSON.stringify(reply.body)}\n`);
  response.writeHead(reply.status, {
    ...present({ 'content-type': bytes === null ? null : 'application/json; charset=utf-8' }),
    ...(reply.status === 204 ? {} : { 'content-length': bytes?.length ?? 0 }),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...reply.headers,
  });
  response.end(bytes ?? undefined);
}
