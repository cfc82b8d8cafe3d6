import { WALLET_HEADER, WALLET_PATH } from '../../../shared/wallet/contract.ts';

/** What came back: the status and the body, not yet looked at; null when nothing came. */
export type HttpReply = {
  readonly status: number;
  readonly body: unknown;
  /** How far this device's clock is ahead of the service's, milliseconds. */
  readonly skew: number | null;
} | null;

export type Http = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<HttpReply>;

const TIMEOUT = 15_000;

/** Requests to the wallet's own origin; never throws. */
export function createHttp(): Http {
  return async (method, path, body) => {
    try {
      const reply = await fetch(WALLET_PATH + path, {
        method,
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT),
        headers:
          method === 'GET' ? {} : { 'content-type': 'application/json', [WALLET_HEADER]: '1' },
        body: method === 'GET' ? null : JSON.stringify(body ?? {}),
      });
      const text = await reply.text();
      const date = Date.parse(reply.headers.get('date') ?? '');
      return {
        status: reply.status,
        body: text === '' ? null : JSON.parse(text),
        skew: Number.isFinite(date) ? Date.now() - date : null,
      };
    } catch {
      // No network, no answer in time, or no JSON: the caller treats all as unreachable.
      return null;
    }
  };
}
