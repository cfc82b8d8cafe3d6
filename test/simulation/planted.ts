import { type Outcome, outcome } from '../../shared/protocol/outcome.ts';
import type { PushEvent, TerminalClient } from '../../shared/terminal/index.ts';
import type { Alter, EngineParts } from './till.ts';

/*
 * Bugs that other tills have had, planted around the parts of the engine. They are here to show that
 * the auditor sees them; the product has no switch for any of them.
 */

/** Sends every capture a second time once it has succeeded. */
const captureTwice: Alter = (parts) => ({
  ...parts,
  client: {
    ...parts.client,
    paymentUpdate: async (tid, change, options) => {
      const first = await parts.client.paymentUpdate(tid, change, options);
      if (!first.ok || change.action !== 'capture') return first;
      return parts.client.paymentUpdate(tid, change, options);
    },
  },
});

/** Says that everything is written down, and writes nothing. */
const forgetJournal: Alter = (parts) => ({
  ...parts,
  journal: { ...parts.journal, append: async () => ({ ok: true }) },
});

/** Asks for the same sale under another name when the first try had no answer. */
const newPosTidOnRetry: Alter = (parts) => {
  const tries = new Map<string, number>();
  return {
    ...parts,
    client: {
      ...parts.client,
      paymentCreate: (draft, options) => {
        const count = (tries.get(draft.pos_tid) ?? 0) + 1;
        tries.set(draft.pos_tid, count);
        const pos_tid = count === 1 ? draft.pos_tid : `${draft.pos_tid}.${count}`;
        return parts.client.paymentCreate({ ...draft, pos_tid }, options);
      },
    },
  };
};

/** Takes what an event says for the truth, and does not ask. */
const trustPush: Alter = (parts) => {
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

/** Cancels whatever was asked for last. */
const abortTheLatest: Alter = (parts) => {
  let latest: string | null = null;
  return {
    ...parts,
    client: {
      ...parts.client,
      paymentCreate: async (draft, options) => {
        const made = await parts.client.paymentCreate(draft, options);
        if (made.ok) latest = made.value.id;
        return made;
      },
      paymentUpdate: (tid, change, options) => {
        const wrong = change.action === 'abort' ? (latest ?? tid) : tid;
        return parts.client.paymentUpdate(wrong, change, options);
      },
    },
  };
};

/** Shows a sale as paid when its capture was accepted, whatever became of it. */
const believeInCaptures: Alter = (parts) => {
  const accepted = new Set<string>();
  return {
    ...parts,
    client: {
      ...parts.client,
      paymentUpdate: async (tid, change, options) => {
        const done = await parts.client.paymentUpdate(tid, change, options);
        // Silence is taken for success, too.
        if (change.action === 'capture') accepted.add(tid);
        return done;
      },
      paymentOutcome: async (tid, wait, options) => {
        const read = await parts.client.paymentOutcome(tid, wait, options);
        if (!accepted.has(tid) || !read.ok) return read;
        return { ...read, value: { ...read.value, status: 'ok', status_code: 2000 } };
      },
    },
  };
};

/** Every planted bug, with the seeds within which the auditor must have seen it. */
export const PLANTED: readonly {
  readonly name: string;
  readonly alter: Alter;
  readonly within: number;
}[] = [
  { name: 'capture twice', alter: captureTwice, within: 5 },
  { name: 'forget the journal', alter: forgetJournal, within: 30 },
  { name: 'a new pos_tid on a retry', alter: newPosTidOnRetry, within: 10 },
  { name: 'trust push', alter: trustPush, within: 30 },
  { name: 'abort the latest instead of its own', alter: abortTheLatest, within: 60 },
  { name: 'believe in captures', alter: believeInCaptures, within: 60 },
];
