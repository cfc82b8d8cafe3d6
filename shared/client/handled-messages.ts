import { LIMITS } from '../protocol/limits.ts';

/**
 * `claimed`: the caller handles this message now. `busy`: another one handles it. `handled`: a handler has
 * succeeded.
 */
export type Claim = 'claimed' | 'busy' | 'handled';

/**
 * Remembers which messages were handled. A message is sent at least once: after a lost answer the same
 * message comes again (D-141). It counts as handled only after its handler has succeeded, so that a failure
 * or a stop in between loses nothing.
 *
 * A receiver of several processes passes its own implementation on a shared store. There a claim must end by
 * itself, later than the longest run of a handler: a process that was killed does not release its claims.
 */
export interface HandledMessages {
  /** Claims a message for the caller. Must decide races between processes. */
  claim(id: string): Promise<Claim> | Claim;
  /** The handler of a claimed message has succeeded. */
  confirm(id: string): Promise<void> | void;
  /** The handler has failed: the next delivery can be claimed. */
  release(id: string): Promise<void> | void;
}

/** Remembers in memory which messages are claimed, and the last handled ones; the oldest make room. */
export function createHandledMessages(
  limit: number = LIMITS.callbackIdsRemembered,
): HandledMessages {
  const claimed = new Set<string>();
  const handled = new Set<string>();
  return {
    claim(id) {
      if (handled.has(id)) return 'handled';
      if (claimed.has(id)) return 'busy';
      claimed.add(id);
      return 'claimed';
    },
    confirm(id) {
      claimed.delete(id);
      handled.add(id);
      const [oldest] = handled;
      if (handled.size > limit && oldest !== undefined) handled.delete(oldest);
    },
    release(id) {
      claimed.delete(id);
    },
  };
}

/**
 * `now`: the handler has succeeded. `before`: another delivery was handled. `busy`: another process handles
 * the message.
 */
export type HandledOnce =
  | { readonly kind: 'now' | 'before' | 'busy' }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Runs the handler of a message, for one delivery at a time and not again after it has succeeded. A delivery
 * that arrives while the handler runs in this process waits for its result. Never throws.
 */
export function createHandleOnce(
  handled: HandledMessages,
): (id: string, handle: () => Promise<void> | void) => Promise<HandledOnce> {
  /** By message id: the deliveries whose handler runs in this process. */
  const running = new Map<string, Promise<HandledOnce>>();

  async function run(id: string, handle: () => Promise<void> | void): Promise<HandledOnce> {
    try {
      const claim = await handled.claim(id);
      if (claim !== 'claimed') return { kind: claim === 'handled' ? 'before' : 'busy' };
    } catch (error) {
      return { kind: 'failed', error };
    }
    try {
      await handle();
      await handled.confirm(id);
      return { kind: 'now' };
    } catch (error) {
      // A claim that cannot be released in a shared store ends by itself.
      await (async () => handled.release(id))().catch(() => undefined);
      return { kind: 'failed', error };
    }
  }

  return async (id, handle) => {
    const first = running.get(id);
    if (first !== undefined) {
      const result = await first;
      return result.kind === 'now' ? { kind: 'before' } : result;
    }
    const result = run(id, handle).finally(() => running.delete(id));
    running.set(id, result);
    return result;
  };
}
