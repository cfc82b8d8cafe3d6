import { formatAmount } from '../../../shared/money/format.ts';
import type { JournalRecord } from '../../../shared/terminal/index.ts';
import { isOver, type Sale } from '../../../shared/terminal/sale/sale.ts';
import { stateOf } from '../../../shared/terminal/sale/sale-state.ts';
import { recoverState } from '../../../shared/terminal/start/recover.ts';
import type { Read } from '../../host/journal/line-format.ts';

/** Members that are printed elsewhere or are of no use to a reader. */
const LEFT_OUT: ReadonlySet<string> = new Set(['v', 'at', 'kind', 'sale']);

/** A journal as text: its condition, every sale with its records, then the other records. */
export function inWords(path: string, read: Read, personal: 'covered' | 'shown'): string {
  const { sales } = recoverState(read.records);
  const of = new Map<string, JournalRecord[]>();
  const others: JournalRecord[] = [];
  for (const record of read.records) {
    const id = 'sale' in record ? record.sale : null;
    if (id === null) others.push(record);
    else of.set(id, [...(of.get(id) ?? []), record]);
  }
  const open = [...sales.values()].filter((sale) => !isOver(sale.facts)).length;
  const lines = [
    path,
    `${count(read.records.length, 'record')}, ${count(of.size, 'sale')}, ${open} of them open`,
    healthOf(read),
  ];
  const say = (record: JournalRecord) => `  ${lineOf(record, personal)}`;
  for (const [id, records] of of) {
    lines.push('', headOf(id, sales.get(id)), ...records.map(say));
  }
  if (others.length > 0) lines.push('', 'Other records', ...others.map(say));
  return lines.join('\n');
}

/** The condition of the file in one sentence. */
export function healthOf({ damage, tornBytes }: Read): string {
  if (damage !== null) {
    return `DAMAGED at byte ${damage.offset} (line ${damage.line}): ${damage.why}.`;
  }
  if (tornBytes === 0) return 'The file is intact.';
  return (
    `The last ${tornBytes} bytes are an incomplete record: the till is writing it now, or a power cut ` +
    'truncated it and the next start drops it.'
  );
}

function headOf(id: string, sale: Sale | undefined): string {
  // A compaction left records of a sale whose first record is gone.
  if (sale === undefined) return `Sale ${id}: its first record is missing`;
  const { facts } = sale;
  const amount = formatAmount(facts.body.amount, facts.body.currency, 'en');
  const payment = facts.created === null ? 'no payment known' : `payment ${facts.created.tid}`;
  const state = stateOf(sale).kind.replaceAll('_', ' ');
  return `Sale ${facts.number}  ${id}  ${amount}  ${payment}  ${state.toUpperCase()}`;
}

function lineOf(record: JournalRecord, personal: 'covered' | 'shown'): string {
  const printed = personal === 'shown' ? record : cover(record);
  const time = new Date(record.at).toISOString().replace('T', ' ');
  const parts = detailsOf(printed).join('  ');
  return `${time}  ${record.kind.replaceAll('_', ' ').padEnd(14)}  ${parts}`.trimEnd();
}

function detailsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name, one]) => !LEFT_OUT.has(name) && one !== null && one !== '')
    .map(([name, one]) => `${name}=${sayValue(name, one)}`);
}

function sayValue(name: string, value: unknown): string {
  if (name === 'expires' && typeof value === 'number') return new Date(value).toISOString();
  return typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value);
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** Members that identify a customer or allow someone to act as one. */
const PERSONAL: ReadonlySet<string> = new Set([
  ...['msisdn', 'phone_number', 'id_number', 'customer', 'token'],
]);
const KEPT = 2;

/** Masks personal values in a record; only their ends stay readable. */
export function cover(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return PERSONAL.has(name) ? coverText(value) : value;
  if (Array.isArray(value)) return value.map((one) => cover(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cover(one, key)]));
}

/** `msisdn:4798765432` becomes `msisdn:********32`. */
function coverText(text: string): string {
  const prefix = /^[a-z_]+:/.exec(text)?.[0] ?? '';
  const rest = text.slice(prefix.length);
  return prefix + '*'.repeat(Math.max(0, rest.length - KEPT)) + rest.slice(-KEPT);
}
