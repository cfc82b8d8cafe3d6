import { money } from '../../../shared/money/money.ts';
import { type Outcome, outcome } from '../../../shared/protocol/outcome.ts';
import type { PushEvent, TerminalClient } from '../../../shared/terminal/index.ts';
import type { Alter, EngineParts } from '../till.ts';
import { client, type Planted, remembering } from './plant.ts';

/** Sends every capture a second time after it succeeded. */
const captureTwice = client(({ paymentUpdate }) => ({
  paymentUpdate: async (tid, change, options) => {
    const first = await paymentUpdate(tid, change, options);
    if (!first.ok || change.action !== 'capture') return first;
    return paymentUpdate(tid, change, options);
  },
}));

/** Requests the same sale with another pos_tid if the first try had no answer. */
const newPosTidOnRetry = (): Alter => {
  const tries = new Map<string, number>();
  return client(({ paymentCreate }) => ({
    paymentCreate: (draft, options) => {
      const count = (tries.get(draft.pos_tid) ?? 0) + 1;
      tries.set(draft.pos_tid, count);
      const pos_tid = count === 1 ? draft.pos_tid : `${draft.pos_tid}.${count}`;
      return paymentCreate({ ...draft, pos_tid }, options);
    },
  }));
};

/** Requests another amount if the first try had no answer. */
const newAmountOnRetry = (): Alter => {
  const tries = new Map<string, number>();
  return client(({ paymentCreate }) => ({
    paymentCreate: (draft, options) => {
      const count = (tries.get(draft.pos_tid) ?? 0) + 1;
      tries.set(draft.pos_tid, count);
      return paymentCreate({ ...draft, amount: money(draft.amount + count - 1) }, options);
    },
  }));
};

/** Uses the state in an event without reading the outcome. */
const trustPush = (): Alter => (parts) => {
  const told = new Map<string, Outcome>();
  const paymentOutcome: TerminalClient['paymentOutcome'] = async (tid, wait, options) => {
    const value = told.get(tid);
    if (value !== undefined) return { ok: true, status: 200, value };
    return parts.client.paymentOutcome(tid, wait, options);
  };
  const hear = ({ message }: PushEvent) => {
    const parsed = outcome.safeParse(message.object);
    if (parsed.success) told.set(parsed.data.tid, parsed.data);
  };
  return { ...parts, client: { ...parts.client, paymentOutcome }, push: listening(parts, hear) };
};

function listening({ push }: EngineParts, hear: (event: PushEvent) => void): EngineParts['push'] {
  if (push === null) return null;
  return {
    open: (channel, listener) =>
      push.open(channel, {
        ...listener,
        onEvent: (event) => {
          hear(event);
          return listener.onEvent(event);
        },
      }),
  };
}

/** Cancels the payment that was requested last. */
const abortTheLatest = (): Alter => {
  let latest: string | null = null;
  return client(({ paymentCreate, paymentUpdate }) => ({
    paymentCreate: async (draft, options) => {
      const made = await paymentCreate(draft, options);
      if (made.ok) latest = made.value.id;
      return made;
    },
    paymentUpdate: (tid, change, options) =>
      paymentUpdate(change.action === 'abort' ? (latest ?? tid) : tid, change, options),
  }));
};

/** Reads the outcome of the payment that was requested last, of any till. */
const readTheLatest = (): Alter => {
  let latest: string | null = null;
  return client(({ paymentCreate, paymentOutcome }) => ({
    paymentCreate: async (draft, options) => {
      const made = await paymentCreate(draft, options);
      if (made.ok) latest = made.value.id;
      return made;
    },
    paymentOutcome: (tid, wait, options) => paymentOutcome(latest ?? tid, wait, options),
  }));
};

/** Shows a sale as paid after it sent the capture, whatever the answer was. */
const believeInCaptures = (): Alter => {
  const sent = new Set<string>();
  return client(({ paymentUpdate, paymentOutcome }) => ({
    paymentUpdate: async (tid, change, options) => {
      const done = await paymentUpdate(tid, change, options);
      if (change.action === 'capture') sent.add(tid);
      return done;
    },
    paymentOutcome: async (tid, wait, options) => {
      const read = await paymentOutcome(tid, wait, options);
      if (!sent.has(tid) || !read.ok) return read;
      return { ...read, value: { ...read.value, status: 'ok', status_code: 2000 } };
    },
  }));
};

/** Shows a sale as cancelled after it sent the abort, whatever the answer was. */
const believeInAborts = (): Alter => {
  const sent = new Set<string>();
  return client(({ paymentUpdate, paymentOutcome }) => ({
    paymentUpdate: async (tid, change, options) => {
      const done = await paymentUpdate(tid, change, options);
      if (change.action === 'abort') sent.add(tid);
      return done;
    },
    paymentOutcome: async (tid, wait, options) => {
      const read = await paymentOutcome(tid, wait, options);
      if (!sent.has(tid) || !read.ok) return read;
      return { ...read, value: { ...read.value, status: 'fail', status_code: 4019 } };
    },
  }));
};

/** Captures everything when a person ordered a part. */
const captureAll = client(({ paymentUpdate }) => ({
  paymentUpdate: (tid, change, options) =>
    paymentUpdate(tid, change.action === 'capture' ? { action: 'capture' } : change, options),
}));

/** Sends a partial capture with another id each time. */
const newCaptureId = (): Alter => {
  let count = 0;
  return client(({ paymentUpdate }) => ({
    paymentUpdate: (tid, change, options) => {
      if (change.action !== 'capture' || change.capture_id == null) {
        return paymentUpdate(tid, change, options);
      }
      count += 1;
      return paymentUpdate(tid, { ...change, capture_id: `c${count}` }, options);
    },
  }));
};

/** Answers that a command was accepted, and does not send it. */
const notSent = (action: 'abort' | 'release'): Alter =>
  client(({ paymentUpdate }) => ({
    paymentUpdate: async (tid, change, options) =>
      change.action === action
        ? { ok: true, status: 204, value: null }
        : paymentUpdate(tid, change, options),
  }));

/** Sends the command for the payment of another sale if there is one. */
const otherSale = (): Alter =>
  remembering((names) => ({ paymentUpdate }) => ({
    paymentUpdate: (tid, change, options) => {
      const other = [...names.keys()].find((one) => one !== tid);
      return paymentUpdate(change.action === 'release' ? (other ?? tid) : tid, change, options);
    },
  }));

export const WIRE: readonly Planted[] = [
  { name: 'captures twice', part: 'wire', within: 10, plant: () => captureTwice },
  { name: 'uses a new pos_tid on a retry', part: 'wire', within: 5, plant: newPosTidOnRetry },
  { name: 'uses another amount on a retry', part: 'wire', within: 5, plant: newAmountOnRetry },
  { name: 'trusts push events', part: 'wire', within: 10, plant: trustPush },
  { name: 'aborts the latest payment', part: 'wire', within: 15, plant: abortTheLatest },
  { name: 'reads the latest payment', part: 'wire', within: 10, plant: readTheLatest },
  { name: 'shows paid after any capture', part: 'wire', within: 10, plant: believeInCaptures },
  { name: 'shows cancelled after any abort', part: 'wire', within: 65, plant: believeInAborts },
  { name: 'captures all instead of a part', part: 'wire', within: 10, plant: () => captureAll },
  { name: 'uses a new capture_id on a retry', part: 'wire', within: 50, plant: newCaptureId },
  { name: 'does not send aborts', part: 'wire', within: 90, plant: () => notSent('abort') },
  { name: 'does not send releases', part: 'wire', within: 5, plant: () => notSent('release') },
  { name: 'releases the payment of another sale', part: 'wire', within: 10, plant: otherSale },
];
