import type { JournalRecord } from '../../../shared/terminal/index.ts';
import type { Alter } from '../till.ts';
import { finding, forgetting, type Planted } from './plant.ts';

type OfSale = Extract<JournalRecord, { sale: string }>;
const isOfSale = (record: JournalRecord): record is OfSale => 'sale' in record;

/** Reports a record as durable while it is still being written. */
const answersTooEarly: Alter = (parts) => ({
  ...parts,
  journal: {
    ...parts.journal,
    append: async (record) => {
      void parts.journal.append(record);
      return { ok: true };
    },
  },
});

/** The sales with a record for which `is` returns true. */
function salesWith(records: readonly JournalRecord[], is: (record: OfSale) => boolean) {
  return new Set(records.filter(isOfSale).flatMap((record) => (is(record) ? [record.sale] : [])));
}

/** Forgets every sale that was set aside when it starts. */
const losesAside = finding((records) => {
  const aside = salesWith(records, ({ kind }) => kind === 'aside');
  return records.filter((record) => !isOfSale(record) || !aside.has(record.sale));
});

/** Gives up every open sale when it starts. */
const abortsAtStart = finding((records) => {
  const known = salesWith(records, ({ kind }) => kind === 'created');
  const over = salesWith(records, ({ kind }) => kind === 'seen' || kind === 'intent');
  const open = [...known].filter((sale) => !over.has(sale));
  return [
    ...records,
    ...open.map((sale) => ({ v: 1, at: 0, sale, kind: 'intent', what: 'abort' }) as const),
  ];
});

/** Captures everything that is reserved when it starts. */
const capturesAtStart = finding((records) => {
  const codes = new Map<string, number>();
  for (const record of records) if (record.kind === 'seen') codes.set(record.sale, record.code);
  const reserved = [...codes].flatMap(([sale, code]) => (code === 3008 ? [sale] : []));
  return [
    ...records,
    ...reserved.map((sale) => ({ v: 1, at: 0, sale, kind: 'intent', what: 'capture' }) as const),
  ];
});

/** Shows its ended sales as open, as if their journal had no end. */
const reopensEnded = finding((records) =>
  records.filter((record) => record.kind !== 'seen' && record.kind !== 'closed'),
);

const forgets = (kind: JournalRecord['kind']) => () => forgetting((record) => record.kind === kind);
const forgetsReleases = () =>
  forgetting((record) => record.kind === 'intent' && record.what === 'release');

export const RESTARTS: readonly Planted[] = [
  { name: 'forgets the journal', part: 'restart', within: 5, plant: () => forgetting(() => true) },
  {
    name: 'loses the newest record at a start',
    part: 'restart',
    within: 10,
    plant: () => finding((records) => records.slice(0, -1)),
  },
  {
    name: 'loses sales that were set aside',
    part: 'restart',
    within: 115,
    plant: () => losesAside,
  },
  {
    name: 'aborts open sales at a start',
    part: 'restart',
    within: 25,
    plant: () => abortsAtStart,
  },
  {
    name: 'captures reserved sales at a start',
    part: 'restart',
    within: 60,
    plant: () => capturesAtStart,
  },
  {
    name: 'answers before a record is durable',
    part: 'restart',
    within: 15,
    plant: () => answersTooEarly,
  },
  { name: 'shows ended sales as open', part: 'restart', within: 20, plant: () => reopensEnded },
  { name: 'forgets scans of its own code', part: 'restart', within: 300, plant: forgets('bound') },
  { name: 'forgets releases', part: 'restart', within: 100, plant: forgetsReleases },
  {
    name: 'forgets that a sale was set aside',
    part: 'restart',
    within: 30,
    plant: forgets('aside'),
  },
];
