import { saleOfRequest } from '../../../shared/ids/host-ids.ts';
import { money } from '../../../shared/money/money.ts';
import type { JournalRecord } from '../../../shared/terminal/index.ts';
import type { Alter } from '../till.ts';
import {
  client,
  finding,
  forgetting,
  isSticker,
  outcomes,
  type Planted,
  remembering,
} from './plant.ts';

type Opened = Extract<JournalRecord, { kind: 'opened' }>;

/** Changes what the till reads about the sales that have two codes. */
const findingPairs = (change: (record: Opened) => JournalRecord): Alter =>
  finding((records) =>
    records.map((record) =>
      record.kind === 'opened' && record.twin !== undefined ? change(record) : record,
    ),
  );

/** Exchanges the winning code and the losing code. */
const swapsChoice = finding((records) =>
  records.map((record) =>
    record.kind === 'chosen'
      ? { ...record, leg: record.leg === 'won' ? ('lost' as const) : ('won' as const) }
      : record,
  ),
);

/** Does not close the sticker's request, or the screen's: sends no abort and no release of it. */
const leavesOpen = (which: 'sticker' | 'screen'): Alter => {
  const pairs = new Set<string>();
  return remembering((names) => ({ paymentUpdate }) => ({
    paymentUpdate: async (tid, change, options) => {
      for (const name of names.values()) if (isSticker(name)) pairs.add(saleOfRequest(name));
      const name = names.get(tid) ?? '';
      const isPair = isSticker(name) || pairs.has(name);
      const isMeant = isPair && isSticker(name) === (which === 'sticker');
      if (!isMeant || change.action === 'capture') return paymentUpdate(tid, change, options);
      return { ok: true, status: 204, value: null };
    },
  }));
};

/** Captures the money of the sticker's request when it should be given back. */
const takesBoth = (): Alter =>
  remembering((names) => ({ paymentUpdate }) => ({
    paymentUpdate: (tid, change, options) => {
      const gives = change.action === 'release' && isSticker(names.get(tid) ?? '');
      return paymentUpdate(tid, gives ? { action: 'capture' } : change, options);
    },
  }));

/** Requests a larger amount by the sticker than by the screen. */
const otherAmount = client(({ paymentCreate }) => ({
  paymentCreate: (draft, options) => {
    const amount = isSticker(draft.pos_tid) ? money(draft.amount + 100) : draft.amount;
    return paymentCreate({ ...draft, amount }, options);
  },
}));

/** Uses one name for both requests. */
const oneName = client(({ paymentCreate }) => ({
  paymentCreate: (draft, options) =>
    paymentCreate({ ...draft, pos_tid: saleOfRequest(draft.pos_tid) }, options),
}));

/** Uses the sticker's outcome for the screen's request. */
const readsOther = (): Alter =>
  remembering((names) => ({ paymentOutcome }) => ({
    paymentOutcome: (tid, wait, options) => {
      const name = `${names.get(tid) ?? ''}.s`;
      const other = [...names].find(([, one]) => one === name)?.[0];
      return paymentOutcome(other ?? tid, wait, options);
    },
  }));

/** Changes one final state of the sticker's request to another one. */
const misreads = (from: number, to: number, status: 'ok' | 'fail' | 'pending') => (): Alter =>
  outcomes((outcome) =>
    isSticker(outcome.pos_tid) && outcome.status_code === from ? { status_code: to, status } : null,
  );

export const PAIRS: readonly Planted[] = [
  {
    name: 'forgets which code was chosen',
    part: 'pair',
    within: 90,
    plant: () => forgetting((record) => record.kind === 'chosen'),
  },
  { name: 'swaps the codes at a start', part: 'pair', within: 40, plant: () => swapsChoice },
  {
    name: 'forgets the sticker at a start',
    part: 'pair',
    within: 40,
    plant: () => findingPairs(({ twin: _, ...record }) => record),
  },
  {
    name: 'leaves the sticker open',
    part: 'pair',
    within: 15,
    plant: () => leavesOpen('sticker'),
  },
  {
    name: 'leaves the screen’s code open',
    part: 'pair',
    within: 40,
    plant: () => leavesOpen('screen'),
  },
  { name: 'captures both codes', part: 'pair', within: 165, plant: takesBoth },
  { name: 'requests more by the sticker', part: 'pair', within: 15, plant: () => otherAmount },
  { name: 'uses one pos_tid for both codes', part: 'pair', within: 15, plant: () => oneName },
  { name: 'reads the sticker for the screen', part: 'pair', within: 15, plant: readsOther },
  {
    name: 'reads a cancelled sticker as declined',
    part: 'pair',
    within: 80,
    plant: misreads(4019, 5006, 'fail'),
  },
  {
    name: 'reads a declined sticker as cancelled',
    part: 'pair',
    within: 200,
    plant: misreads(5006, 4019, 'fail'),
  },
  {
    name: 'reads a reserved sticker as paid',
    part: 'pair',
    within: 15,
    plant: misreads(3008, 2000, 'ok'),
  },
];
