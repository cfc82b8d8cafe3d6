import type { Http } from '../api-answer.ts';

const TIMEOUT = 15_000;

/**
 * A client for an API of the page's own origin. It never throws. Writes send `header`, which a form
 * of another site cannot send.
 */
export function createHttp(base: string, header: string): Http {
  return async (method, path, body) => {
    try {
      const reply = await fetch(base + path, {
        method,
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT),
        headers: method === 'GET' ? {} : { 'content-type': 'application/json', [header]: '1' },
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
      // No network, a timeout or no JSON: the caller treats all of them as unreachable.
      return null;
    }
  };
}
