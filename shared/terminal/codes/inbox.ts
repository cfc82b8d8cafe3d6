import { type Answer, answer } from '../../protocol/errors.ts';
import { DISPLAY_MESSAGES, displayMessage } from '../../protocol/events.ts';
import { outcome } from '../../protocol/outcome.ts';
import { scanObject } from '../../protocol/shortlink.ts';
import { type DeviceClock, instantOf } from '../../time/clock.ts';
import type { PushEvent } from '../engine/connection.ts';
import { type JournalQueue, notSaved } from '../engine/journal-queue.ts';
import type { Sales } from '../engine/sales.ts';
import type { UnclaimedRecord } from '../sale/records.ts';
import type { Codes } from './codes.ts';
import { unclaimedFrom, unclaimedStatement } from './unclaimed.ts';

/** Unclaimed results that are shown; the journal holds them all. */
const UNCLAIMED_SHOWN = 200;

/** Dispatches push messages to their sales, or to the list of unclaimed results. */
export type Inbox = {
  /** Returns true if the till may acknowledge the message. */
  readonly receive: (event: PushEvent) => Promise<boolean>;
  readonly unclaimed: () => readonly UnclaimedRecord[];
  /**
   * Marks an unclaimed result as resolved and removes it after the record is durable. Returns null if
   * there is none with this tid; refuses if the journal cannot be written.
   */
  readonly claim: (tid: string) => Promise<Answer<null> | null>;
};

export type InboxDeps = {
  readonly sales: Sales;
  readonly codes: Pick<Codes, 'scanned'>;
  readonly journalQueue: JournalQueue;
  readonly clock: DeviceClock;
  readonly restored: ReadonlyMap<string, UnclaimedRecord>;
  readonly changed: () => void;
};

type PaymentNotice = Omit<UnclaimedRecord, 'v' | 'at' | 'kind'>;

export function createInbox(deps: InboxDeps): Inbox {
  const { sales, journalQueue, clock } = deps;
  const unclaimed = new Map(deps.restored);

  function receiveMessage(event: PushEvent): void {
    const parsed = displayMessage.safeParse(event.message.object);
    if (!parsed.success) return;
    const { pos_tid, tid, message } = parsed.data;
    const sale = sales.get(pos_tid);
    // A message of another request with the same pos_tid must not appear on this sale.
    if (sale === null || (sale.facts.created?.tid ?? tid) !== tid) return;
    const isKey = (label: string) => Object.hasOwn(DISPLAY_MESSAGES, label);
    const key = event.message.meta.labels.find(isKey) ?? null;
    sales.dispatch(pos_tid, { kind: 'message', key, text: message });
  }

  async function receiveScan({ message }: PushEvent): Promise<boolean> {
    const parsed = scanObject.safeParse(message.object);
    return parsed.success ? deps.codes.scanned(parsed.data.argstring, parsed.data.id) : true;
  }

  async function receivePayment(notice: PaymentNotice): Promise<boolean> {
    const sale = sales
      .all()
      .find((one) =>
        one.facts.created === null
          ? one.facts.id === notice.outcome?.posTid
          : one.facts.created.tid === notice.tid,
      );
    // A sale whose request was refused cannot have a payment. If it has one, a person must check it.
    if (sale !== undefined && sale.facts.refused === null) {
      sales.dispatch(sale.facts.id, { kind: 'look' });
      return true;
    }
    if (sale === undefined && sales.hasEnded(notice.tid)) return true;
    return keepUnclaimed(notice);
  }

  async function keepUnclaimed(notice: PaymentNotice): Promise<boolean> {
    const record: UnclaimedRecord = {
      v: 1,
      at: instantOf(clock.now()),
      kind: 'unclaimed',
      ...notice,
    };
    const known = unclaimed.get(notice.tid);
    // The result is known already; the journal queue knows whether it is durable.
    if (known !== undefined && isSame(known, record)) return !journalQueue.isStuck();
    unclaimed.set(notice.tid, record);
    deps.changed();
    return journalQueue.write(record);
  }

  return {
    receive: async (event) => {
      const { meta } = event.message;
      if (meta.event === 'display_message') receiveMessage(event);
      if (meta.event === 'shortlink_scanned') return receiveScan(event);
      if (!meta.event.startsWith('payment_')) return true;
      const notice = noticeOf(event);
      return notice === null ? true : receivePayment(notice);
    },
    unclaimed: () => [...unclaimed.values()].slice(-UNCLAIMED_SHOWN),
    claim: async (tid) => {
      if (!unclaimed.has(tid)) return null;
      const written = await journalQueue.must({
        v: 1,
        at: instantOf(clock.now()),
        kind: 'claimed',
        tid,
      });
      if (!written.ok) return notSaved(written.failure);
      unclaimed.delete(tid);
      deps.changed();
      return answer(null);
    },
  };
}

/** Reads a payment event. An event without an object still names its payment in `meta.uri`. */
function noticeOf({ message }: PushEvent): PaymentNotice | null {
  const parsed = outcome.safeParse(message.object);
  if (parsed.success) return unclaimedFrom(parsed.data);
  const tid = /\/payment_request\/([^/]+)\/outcome\//.exec(message.meta.uri ?? '')?.[1];
  return tid === undefined ? null : { tid, outcome: null };
}

/** True if two records state the same result. Each partial capture is another one with the same code. */
function isSame(one: UnclaimedRecord, other: UnclaimedRecord): boolean {
  const [before, after] = [unclaimedStatement(one), unclaimedStatement(other)];
  return (
    one.outcome?.code === other.outcome?.code &&
    before?.authorised === after?.authorised &&
    before?.captured === after?.captured &&
    before?.refunded === after?.refunded
  );
}
