import { createListeners } from '../../../shared/objects/listeners.ts';
import type { ChangeElsewhere, Effects, Interruption } from '../store.ts';
import { statement } from './statements.ts';

/** Sends a payload to all processes that listen. */
export const NOTIFY = statement("SELECT pg_notify('tillkit', ?)");

/** The notices of one commit. */
export type CommitNotices = {
  readonly events: readonly (readonly [merchantId: string, channel: string])[];
  readonly due: boolean;
};

export const NO_NOTICES: CommitNotices = { events: [], due: false };

export type EventListener = (merchantId: string, channel: string) => void;
export type ChangeListener = (change: ChangeElsewhere) => void;

/** A payload holds less than 8000 bytes; ids and channels are ASCII. */
const PAYLOAD_MAX = 7_000;
/** Hints that wait to be sent. While the connection is lost there may be more, and these are dropped. */
const HINTS_MAX = 10_000;

/**
 * Notifies listeners in this process and makes the payloads for other processes. A process that receives
 * a notice reads the rows.
 *
 * Notices of events are a part of their commit, because a device waits for nothing else. Those of due
 * callbacks and of changes are hints, which are sent after the commits, one notice for many: in a commit,
 * each would hold the one lock of all notices until the disk has the commit, and would wake every process.
 * A process that misses a hint finds the rows at its next sweep or at the end of its wait.
 */
export class Notices {
  readonly #self: string;
  readonly #events = createListeners<Parameters<EventListener>>();
  readonly #due = createListeners();
  readonly #elsewhere = createListeners<Parameters<ChangeListener>>();
  readonly #interruptions = createListeners<[interruption: Interruption]>();
  readonly onEvents = this.#events.subscribe;
  readonly onDue = this.#due.subscribe;
  /** Changes that other processes wrote. */
  readonly onElsewhere = this.#elsewhere.subscribe;
  /** Interruptions of the connection to the database. */
  readonly onInterruption = this.#interruptions.subscribe;
  readonly interrupted = this.#interruptions.tell;
  readonly due = this.#due.tell;
  #alone = false;
  #received = 0;
  /** By their JSON, so that each one is sent once. */
  #hints = new Set<string>();
  #onHint: () => void = () => {};

  /** `self` identifies this process among those that share the database. */
  constructor(self: string) {
    this.#self = self;
  }

  /** Notices of this process, after the commit. */
  notify(notices: CommitNotices): void {
    for (const [merchantId, channel] of notices.events) this.#events.tell(merchantId, channel);
    if (notices.due) this.due();
  }

  /** Sets whether no other process exists; until then there may be one. */
  setAlone(alone: boolean): void {
    this.#alone = alone;
  }

  /** True if no other process shares the database, as far as this process knows. */
  get alone(): boolean {
    return this.#alone;
  }

  /** Number of notices received from other processes. */
  get received(): number {
    return this.#received;
  }

  /** The payload of a process that has started to listen. */
  arrival(): string {
    return this.#payload(['["n"]']);
  }

  /**
   * The payloads of a commit for the other processes, as many as needed. Empty when no other
   * process exists, because a notice makes every commit wait for the one queue that they share.
   */
  payloads({ events }: CommitNotices): readonly string[] {
    if (this.#alone) return [];
    return this.#payloads(events.map((event) => JSON.stringify(['e', ...event])));
  }

  /** Tells the other processes of a commit: that callbacks are due, and what has changed. */
  hint({ due }: CommitNotices, changes: readonly ChangeElsewhere[]): void {
    if (this.#alone) return;
    if (due) this.#addHint('["d"]');
    for (const { kind, merchantId, id, customerId } of changes) {
      this.#addHint(JSON.stringify([kind === 'payment' ? 'p' : 'r', merchantId, id, customerId]));
    }
    if (this.hasHints) this.#onHint();
  }

  /** Sets what is called when there are hints to take. */
  onHint(listener: () => void): void {
    this.#onHint = listener;
  }

  get hasHints(): boolean {
    return this.#hints.size > 0;
  }

  /** The payloads of the hints that were not taken before. `giveBack` keeps them for the next call. */
  takeHints(): { readonly payloads: readonly string[]; readonly giveBack: () => void } {
    const hints = this.#hints;
    this.#hints = new Set();
    return {
      payloads: this.#payloads(hints),
      giveBack: () => {
        for (const hint of hints) this.#addHint(hint);
      },
    };
  }

  #addHint(hint: string): void {
    if (this.#hints.size < HINTS_MAX) this.#hints.add(hint);
  }

  #payloads(items: Iterable<string>): readonly string[] {
    const payloads: string[] = [];
    let open: string[] = [];
    let size = 0;
    for (const item of items) {
      if (size + item.length > PAYLOAD_MAX) {
        payloads.push(this.#payload(open));
        open = [];
        size = 0;
      }
      open.push(item);
      size += item.length + 1;
    }
    return open.length === 0 ? payloads : [...payloads, this.#payload(open)];
  }

  /**
   * Handles a received payload; a payload of this process is ignored. Processes of another version may
   * send other kinds, forms and members; this process ignores what it does not know.
   */
  receive(payload: string): void {
    const [from, ...items]: [string, ...unknown[]] = JSON.parse(payload);
    if (from === this.#self) return;
    this.#alone = false;
    this.#received += 1;
    for (const item of items.map(textsOf)) {
      const [kind, merchantId, id, customerId = null] = item;
      if (kind === 'd') this.due();
      if (merchantId == null || id == null) continue;
      if (kind === 'e') this.#events.tell(merchantId, id);
      if (kind !== 'p' && kind !== 'r') continue;
      const change: ChangeElsewhere = {
        kind: kind === 'p' ? 'payment' : 'permission',
        merchantId,
        id,
        customerId,
      };
      this.#elsewhere.tell(change);
    }
  }

  #payload(items: readonly string[]): string {
    return `[${JSON.stringify(this.#self)},${items.join(',')}]`;
  }
}

/** The members of an item; empty for an item of another form, null for a member that is no text. */
function textsOf(item: unknown): readonly (string | null)[] {
  if (!Array.isArray(item)) return [];
  return item.map((member: unknown) => (typeof member === 'string' ? member : null));
}

/** The notices that follow from the effects of several writes of one commit. */
export function noticesOf(
  written: readonly { readonly merchantId: string; readonly effects: Effects }[],
): CommitNotices {
  const events = new Map<string, readonly [string, string]>();
  let due = false;
  for (const { merchantId, effects } of written) {
    for (const { channel } of effects.messages) {
      events.set(`${merchantId} ${channel}`, [merchantId, channel]);
    }
    due ||= effects.deliveries.length > 0;
  }
  return { events: [...events.values()], due };
}
