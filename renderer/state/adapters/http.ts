import type { Http } from '../api-answer.ts';

const TIMEOUT = 15_000;

/** A page counts as used for this long after its reader pressed or typed something. */
const USED_FOR = 60_000;

/** Whether the reader of the page has used it within the last minute; true at its start. */
export function watchUse(page: EventTarget): () => boolean {
  let used = performance.now();
  const note = () => {
    used = performance.now();
  };
  // Screen readers and voice control press a key of the page without a pointer or a keyboard.
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'click'] as const)
    page.addEventListener(kind, note, { capture: true, passive: true });
  return () => performance.now() - used < USED_FOR;
}

/**
 * A client for an API of the page's own origin. It never throws. Writes send `header`, which a form
 * of another site cannot send; reads send the value that `onRead` returns, if it returns one. `onReply`
 * gets the headers of each reply.
 */
export function createHttp(
  base: string,
  header: string,
  onRead: () => string | null = () => null,
  onReply: (headers: Headers) => void = () => {},
): Http {
  return async (method, path, body) => {
    try {
      const mark = method === 'GET' ? onRead() : '1';
      const json: Record<string, string> =
        method === 'GET' ? {} : { 'content-type': 'application/json' };
      const reply = await fetch(base + path, {
        method,
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT),
        headers: mark === null ? json : { ...json, [header]: mark },
        body: method === 'GET' ? null : JSON.stringify(body ?? {}),
      });
      const text = await reply.text();
      onReply(reply.headers);
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
