import type { Ids } from '../../ids/ids.ts';
import { dropOldest } from '../../limits/drop-oldest.ts';
import { add, ZERO } from '../../money/money.ts';
import { present } from '../../objects/present.ts';
import { type DeviceClock, type Instant, instantOf } from '../../time/clock.ts';
import { type JournalQueue, recordAndNotify } from '../engine/journal-queue.ts';
import { createBackoff } from '../sale/backoff.ts';
import type { OutcomeAnswer } from '../sale/events.ts';
import type { OwnPart, Sums } from '../sale/parts.ts';
import type { BillRefundedRecord, RefundEndedRecord, RefundOpenedRecord } from '../sale/records.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import { checkRefund } from './check.ts';
import { approveRefund, type RefundApproval } from './check-approval.ts';
import {
  type BillRefund,
  endRefund,
  madeSum,
  openRefund,
  problem,
  type RefundAnswer,
  type RefundFacts,
  type RefundRequest,
} from './refund.ts';
import { type MadeRefund, type Refundable, readMade, readRefundable } from './refundable.ts';
import { type Attempt, attemptRefund, type RefundClient } from './send.ts';

/** The last attempt of a refund. */
type Ended = Exclude<Attempt, { readonly kind: 'again' }>;

type RunnerDeps = {
  readonly client: RefundClient;
  readonly clock: DeviceClock;
  readonly settings: TerminalSettings;
  /** Resolves once the end is noted. */
  readonly onEnd: (facts: RefundFacts, end: Ended, made: MadeRefund | null) => Promise<void>;
  readonly onOutcome: (tid: string, outcome: OutcomeAnswer) => void;
};

/** Sends each refund until the service has accepted or refused it. */
type RefundRunner = {
  /** `doubtful`: an earlier attempt may have arrived. */
  readonly start: (facts: RefundFacts, doubtful: boolean) => void;
  /** Waits after `fails` failed attempts; at least `minimum` milliseconds. */
  readonly wait: (fails: number, minimum?: number | null) => Promise<void>;
  readonly signal: AbortSignal;
  readonly stop: () => void;
};

const SILENT: Attempt = { kind: 'again', silent: true, retryAfter: null };
/** Attempts to read the outcome after a refund. If all of them fail, the rates stay those from before it. */
const LOOKS_MAX = 5;
/** Refunds that a running till knows; the service knows all of them by their ids. */
const REFUNDS_MAX = 10_000;

export function createRefundRunner(deps: RunnerDeps): RefundRunner {
  const { client, clock, settings } = deps;
  const backoff = createBackoff(clock, settings);
  const { signal, wait } = backoff;

  async function sendUntilDone(facts: RefundFacts, restored: boolean): Promise<void> {
    let doubtful = restored;
    for (let fails = 1; !signal.aborted; fails += 1) {
      const attempt = await attemptRefund(facts, doubtful, client, settings, signal).catch(
        () => SILENT,
      );
      if (signal.aborted) return;
      if (attempt.kind !== 'again') {
        const isDone = attempt.kind === 'done';
        if (!isDone) await deps.onEnd(facts, attempt, null);
        const made = await look(facts);
        if (signal.aborted) return;
        if (isDone) await deps.onEnd(facts, attempt, made);
        if (made !== null) deps.onOutcome(facts.tid, made.outcome);
        return;
      }
      doubtful ||= attempt.silent;
      await wait(fails, attempt.retryAfter);
    }
  }

  async function look({ tid, id }: RefundFacts): Promise<MadeRefund | null> {
    for (let looks = 1; looks <= LOOKS_MAX && !signal.aborted; looks += 1) {
      const made = await readMade(tid, id, { client, settings, signal });
      if (made !== null || signal.aborted) return made;
      await wait(looks, null);
    }
    return null;
  }

  return {
    start: (facts, doubtful) => void sendUntilDone(facts, doubtful),
    wait,
    signal,
    stop: backoff.stop,
  };
}

export type RefundQueueDeps = {
  /** Null: this till has no key. */
  readonly client: RefundClient | null;
  readonly journalQueue: JournalQueue;
  readonly clock: DeviceClock;
  readonly ids: Ids;
  readonly settings: TerminalSettings;
  readonly restored: ReadonlyMap<string, RefundFacts>;
  /** Refunds of products of a bill, by the id of their command. */
  readonly billRefunds: ReadonlyMap<string, BillRefundedRecord>;
  /** Called with every outcome that the queue reads, so that its sale can use it. */
  readonly onOutcome: (tid: string, outcome: OutcomeAnswer) => void;
  /** Called when a refund was made; `sum` is the total of all refunds of this payment here. */
  readonly onMade: (tid: string, sum: Sums) => void;
  readonly changed: () => void;
};

/** Sends refunds and keeps their state. */
export interface RefundQueue {
  /** Refunds with an approval. Returns after the refund is durable. */
  refund(request: RefundRequest, approval: RefundApproval): Promise<RefundAnswer>;
  /**
   * Refunds products of a bill that was paid in shares, with one record for all of its refunds (D-573). The same id again
   * refunds nothing; with other goods it is refused. The caller asks the books about a command that the till has forgotten.
   */
  refundBill(order: BillRefund): Promise<BillRefundAnswer>;
  /** The refund of products of a bill that a command has made, if the till still knows it. */
  billRefund(id: string): BillRefundedRecord | null;
  /** Refunds what a machine did not deliver. A repeated order only reports its end. */
  giveBack(order: RefundOrder, onEnd: (how: 'done' | 'refused') => void): void;
  refunds(): readonly RefundFacts[];
  /** Reads what of a payment can still be refunded. One in another currency than the till's is refused (D-406). */
  refundable(tid: string): Promise<RefundableAnswer>;
  stop(): void;
}

export type RefundOrder = {
  readonly tid: string;
  readonly part: OwnPart;
  readonly currency: string;
  readonly text: string | null;
};

type Opened = Omit<RefundOpenedRecord, 'v' | 'at' | 'kind'>;

export function createRefundQueue(deps: RefundQueueDeps): RefundQueue {
  const { client, journalQueue, clock, ids, settings } = deps;
  const refunds = new Map(deps.restored);
  const billRefunds = new Map(deps.billRefunds);
  const listeners = new Map<string, (how: 'done' | 'refused') => void>();
  let asking: Promise<unknown> = Promise.resolve();
  const heard = { onEnd: end, onOutcome: deps.onOutcome };
  const runner = client && createRefundRunner({ client, clock, settings, ...heard });

  function end(facts: RefundFacts, ended: Ended, made: MadeRefund | null): Promise<void> {
    const how = ended.kind;
    const rates = made?.rates;
    const record = {
      ...endedRecord(facts.id, ended, instantOf(clock.now())),
      ...present({ rates }),
    };
    return new Promise((resolve) => {
      recordAndNotify(journalQueue, record, how === 'refused' ? 'refusal' : 'other', () => {
        refunds.set(facts.id, endRefund(facts, record));
        if (how === 'done') deps.onMade(facts.tid, madeSum(refunds.values(), facts.tid));
        listeners.get(facts.id)?.(how);
        listeners.delete(facts.id);
        deps.changed();
        resolve();
      });
    });
  }

  /** Returns true if the refund is durable. Only then it is sent. */
  async function open(opened: Opened): Promise<boolean> {
    const record: RefundOpenedRecord = {
      v: 1,
      at: instantOf(clock.now()),
      kind: 'refund_opened',
      ...opened,
    };
    const written = await journalQueue.must(record);
    if (!written.ok || runner === null || runner.signal.aborted) return written.ok;
    const facts = openRefund(record);
    refunds.set(facts.id, facts);
    dropOldest(refunds, REFUNDS_MAX, ({ end }) => end !== null);
    deps.changed();
    runner.start(facts, false);
    return true;
  }

  async function ask(request: RefundRequest, approval: RefundApproval): Promise<RefundAnswer> {
    if (client === null || runner === null) return problem('no_key');
    const parts = { client, clock, ids, settings, signal: runner.signal, refunds };
    const checked = await checkRefund(request, approval, parts);
    if (!checked.ok) return checked;
    if (checked.value.kind === 'done_before') return written(request.refundId ?? '');
    const { outcome, opened } = checked.value;
    deps.onOutcome(request.tid, outcome);
    if (runner.signal.aborted || !(await open(opened))) return problem('not_written');
    return written(opened.refund);
  }

  async function askBill(order: BillRefund): Promise<BillRefundAnswer> {
    const { approval, phones, here, ...said } = order;
    const before = billRefunds.get(order.id);
    if (before !== undefined) return { ok: true, record: before };
    const { currency } = settings;
    const now = instantOf(clock.now());
    const opened: RefundOpenedRecord[] = [];
    for (const { refund, tid, goods } of phones) {
      if (client === null || runner === null) return problem('no_key');
      const amount = add(ZERO, ...goods.map(({ total }) => total));
      const terms = {
        id: approval,
        approver: order.approver,
        by: order.by,
        tid,
        ceiling: amount,
        currency,
      };
      const checked = await checkRefund(
        { tid, amount, text: order.reason, refundId: refund, goods },
        approveRefund(terms, now),
        { client, clock, ids, settings, signal: runner.signal, refunds },
      );
      if (!checked.ok) return checked;
      if (checked.value.kind === 'done_before') return problem('id_used');
      opened.push({ v: 1, at: now, kind: 'refund_opened', ...checked.value.opened });
    }
    const record: BillRefundedRecord = {
      v: 1,
      at: now,
      kind: 'bill_refunded',
      ...said,
      phones: opened,
      here: [...here],
    };
    const durable = await journalQueue.must(record);
    if (!durable.ok) return problem('not_written');
    billRefunds.set(order.id, record);
    dropOldest(billRefunds, REFUNDS_MAX);
    // What a stopped till has written, it sends after its next start.
    if (runner === null || runner.signal.aborted) return { ok: true, record };
    for (const one of opened.map(openRefund)) {
      refunds.set(one.id, one);
      runner.start(one, false);
    }
    dropOldest(refunds, REFUNDS_MAX, ({ end }) => end !== null);
    deps.changed();
    return { ok: true, record };
  }

  async function openUntilSaved(opened: Opened): Promise<void> {
    for (let fails = 1; runner !== null && !runner.signal.aborted; fails += 1) {
      if (await open(opened)) return;
      await runner.wait(fails, null);
    }
  }

  for (const facts of refunds.values()) if (facts.end === null) runner?.start(facts, true);
  return {
    // One after the other, so that two requests cannot refund the same money.
    refund: (request, approval) => {
      const answer = asking.then(() => ask(request, approval));
      asking = answer.catch(() => undefined);
      return answer;
    },
    refundBill: (order) => {
      const answer = asking.then(() => askBill(order));
      asking = answer.catch(() => undefined);
      return answer;
    },
    billRefund: (id) => billRefunds.get(id) ?? null,
    giveBack: ({ part, ...rest }, onEnd) => {
      const known = refunds.get(part.id);
      if (known?.end) return onEnd(known.end.how);
      if (runner === null) return onEnd('refused');
      listeners.set(part.id, onEnd);
      if (known !== undefined) return;
      const { id: refund, amount, additional } = part;
      void openUntilSaved({ ...rest, refund, amount, additional, approval: null });
    },
    refunds: () => [...refunds.values()],
    refundable: async (tid) => {
      if (client === null || runner === null) return problem('no_key');
      const parts = { client, settings, signal: runner.signal, refunds };
      const read = await readRefundable(tid, true, parts);
      return read.ok ? { ok: true, value: read.value.refundable } : read;
    },
    stop: () => runner?.stop(),
  };
}

/** What can still be refunded, or why that is not known. */
export type RefundableAnswer =
  | { readonly ok: true; readonly value: Refundable }
  | Extract<RefundAnswer, { ok: false }>;

/** The record of a refund of products of a bill, made now or before; or why it was not made. */
export type BillRefundAnswer =
  | { readonly ok: true; readonly record: BillRefundedRecord }
  | Extract<RefundAnswer, { ok: false }>;

function written(refundId: string): RefundAnswer {
  return { ok: true, value: { refundId } };
}

function endedRecord(refund: string, end: Ended, at: Instant): RefundEndedRecord {
  const { kind: how } = end;
  const said = how === 'refused' ? end : { sentence: '', reason: undefined };
  const sentence = said.sentence.slice(0, 1_000);
  return {
    v: 1,
    at,
    kind: 'refund_ended',
    refund,
    how,
    sentence,
    ...present({ reason: said.reason }),
  };
}
