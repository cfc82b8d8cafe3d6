import { z } from 'zod';
import type { Exchange, Interceptor } from '../../shared/node/http/exchange.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { type Clock, type Instant, SECOND } from '../../shared/time/clock.ts';
import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Store } from '../store/store.ts';

/** One attempt of a callback over http or https, as in the journal. */
type CallbackEntry = {
  readonly kind: 'callback';
  readonly at: string;
  readonly uri: string;
  readonly event: string;
  readonly message_id: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Null when there was no answer. */
  readonly status: number | null;
  /** Why it failed, as a sentence; null when it was delivered. */
  readonly problem: string | null;
  readonly state: 'open' | 'delivered' | 'gone' | 'given_up';
  readonly pos_tid: string | null;
};

const PAYMENT = /^payment_request\/(.+)$/;

/** Passes every attempt to `add`, as an entry that is computed when it is read. */
function noteCallbacks(
  deps: { readonly callbacks: Callbacks; readonly store: Store },
  iso: (at: Instant) => string,
  add: (note: () => Promise<CallbackEntry>) => void,
): () => void {
  return deps.callbacks.onAttempt((delivery, { note, verdict }) => {
    const { uri, event, id, resource, tries } = delivery;
    const { at, status, problem } = note;
    add(async () => {
      const tid = PAYMENT.exec(resource)?.[1];
      const payment = tid === undefined ? null : await deps.store.payments.byTidForCustomer(tid);
      return {
        kind: 'callback',
        at: iso(at),
        uri,
        event,
        message_id: id,
        attempt: tries + 1,
        status,
        problem,
        state: verdict.state,
        pos_tid: payment?.request.pos_tid ?? null,
      };
    });
  });
}

/** A request and its reply, a message on a channel, or an attempt of a callback. */
export type JournalEntry =
  | CallbackEntry
  | {
      readonly kind: 'request';
      readonly at: string;
      readonly request_id: string;
      readonly method: string;
      readonly path: string;
      /** Null when the connection was cut without an answer. */
      readonly status: number | null;
      readonly pos_tid: string | null;
    }
  | {
      readonly kind: 'delivery';
      readonly at: string;
      readonly channel: string;
      readonly seq: number;
      readonly event: string;
      readonly pos_tid: string | null;
    };

export interface Journal {
  readonly interceptor: Interceptor;
  /** The newest entries, oldest first; only those of one sale when `posTid` is given. */
  entries(posTid: string | null): Promise<readonly JournalEntry[]>;
  /** Records nothing new; resolves when no read of the store is in progress. */
  stop(): Promise<void>;
}

/** An entry that is not computed yet. */
type Note = () => Promise<JournalEntry>;

const ENTRIES_MAX = 1_000;
const BODY_MAX = 8 * 1024;
const PAGE = 100;

const named = z.object({ pos_tid: z.string() });
const eventBody = z.object({ object: named });

/** Keeps the last requests of the API and messages to its devices, for tests. */
export function createJournal(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly callbacks: Callbacks;
}): Journal {
  const { store, clock } = deps;
  const notes: Note[] = [];
  /** Channel of a merchant to the last sequence number recorded. */
  const noted = new Map<string, number>();

  function add(note: Note): void {
    notes.push(note);
    if (notes.length > ENTRIES_MAX) notes.shift();
  }

  async function note(merchantId: string, channel: string): Promise<void> {
    const key = JSON.stringify([merchantId, channel]);
    const events = await store.channels.read(merchantId, channel, noted.get(key) ?? 0, PAGE);
    for (const { seq, message } of events) {
      if (seq <= (noted.get(key) ?? 0)) continue;
      noted.set(key, seq);
      const about = eventBody.safeParse(message);
      const posTid = about.success ? about.data.object.pos_tid : null;
      const at = iso(clock.now());
      const { event } = message.meta;
      add(async () => ({ kind: 'delivery', at, channel, seq, event, pos_tid: posTid }));
    }
  }

  let pending: Promise<void> = Promise.resolve();
  const forgetCallbacks = noteCallbacks(deps, iso, add);
  const forget = store.channels.onEvents((merchantId, channel) => {
    // The journal is only an observer: entries that it cannot read are missing, and nothing else
    // fails.
    pending = pending.then(() => note(merchantId, channel)).catch(() => {});
  });

  return {
    interceptor: async (exchange, next) => {
      const at = clock.now();
      const reply = await next(exchange);
      // Messages of a request are recorded before the request, because they were written before its
      // reply.
      await pending;
      add(requestNote(exchange, reply, at, store));
      return reply;
    },
    async entries(posTid) {
      await pending;
      const entries = await Promise.all(notes.map((note) => note()));
      return entries.filter((entry) => posTid === null || entry.pos_tid === posTid);
    },
    async stop() {
      forget();
      forgetCallbacks();
      await pending;
    },
  };
}

/** Records a request cheaply; its sale is determined when the journal is read. */
function requestNote(exchange: Exchange, reply: Reply | 'cut', at: Instant, store: Store): Note {
  const { requestId: request_id, method, target: path, params, body } = exchange;
  const status = reply === 'cut' ? null : reply.status;
  // If the path names the sale, the body is not needed. A copy, because the body is a view of a
  // much larger buffer that would stay in memory.
  const needsBody = params.tid === undefined && body.length <= BODY_MAX;
  const small = needsBody ? Buffer.from(body) : null;
  return async () => {
    const pos_tid = await posTidOf(params.tid, small, store);
    return { kind: 'request', at: iso(at), request_id, method, path, status, pos_tid };
  };
}

/** The sale of a request: by the payment in its path, or by its body. */
async function posTidOf(
  tid: string | undefined,
  body: Uint8Array | null,
  store: Store,
): Promise<string | null> {
  if (tid !== undefined) {
    const payment = await store.payments.byTidForCustomer(tid);
    return payment?.request.pos_tid ?? null;
  }
  const about = body === null ? null : named.safeParse(parsed(body));
  return about?.success === true ? about.data.pos_tid : null;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return null;
  }
}

/** ISO 8601 in UTC, without the milliseconds when there are none. */
export function iso(at: Instant): string {
  const text = new Date(at).toISOString();
  return at % SECOND === 0 ? text.replace('.000Z', 'Z') : text;
}
