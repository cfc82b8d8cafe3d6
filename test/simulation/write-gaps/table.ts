import { isSecond } from '../../../shared/ids/host-ids.ts';
import type { JournalRecord } from '../../../shared/terminal/index.ts';
import { type GapRun, playWithGap, type Story } from './gap-world.ts';

/**
 * Two consecutive records of a story: the first one is durable, and the till stopped before the second.
 */
export type Gap = {
  readonly story: string;
  readonly number: number;
  readonly written: string;
  readonly missing: string;
  readonly run: GapRun;
};

export type StoryGaps = { readonly whole: GapRun; readonly gaps: readonly Gap[] };

/** A number that is greater than the number of records of any story. */
const ALL = 10_000;

/** Plays a story without a gap, and then one time for each of its records without that record. */
export async function gapsOf(story: Story): Promise<StoryGaps> {
  const whole = await playWithGap(story, ALL);
  const gaps: Gap[] = [];
  for (const [number, record] of whole.before.entries()) {
    const run = await playWithGap(story, number);
    const last = run.before.at(-1);
    const written = last === undefined ? 'nothing' : inWords(last);
    gaps.push({ story: story.name, number: number + 1, written, missing: inWords(record), run });
  }
  return { whole, gaps };
}

/** A short text for a record: its kind, what distinguishes it from others of its kind, and its sale. */
function inWords(record: JournalRecord): string {
  const of = 'sale' in record && isSecond(record.sale) ? ' (sticker)' : '';
  return `${record.kind}${detailOf(record)}${of}`;
}

function detailOf(record: JournalRecord): string {
  switch (record.kind) {
    case 'seen':
      return ` ${record.code}${record.capture === undefined ? '' : ', part taken'}`;
    case 'intent':
      return ` ${record.part === undefined ? record.what : `${record.what} of a part`}`;
    case 'held':
    case 'closed':
      return ` ${record.because}`;
    case 'chosen':
      return ` ${record.leg}`;
    case 'vended':
      return ` ${record.result}`;
    case 'settled':
    case 'refund_ended':
    case 'permission_ended':
      return ` ${record.how}`;
    default:
      return '';
  }
}

/** The members of a list in order; equal neighbours are counted. */
function inOrder(list: readonly string[]): string {
  const groups: { readonly name: string; count: number }[] = [];
  for (const name of list) {
    const last = groups.at(-1);
    if (last?.name === name) last.count += 1;
    else groups.push({ name, count: 1 });
  }
  const words = groups.map(({ name, count }) => (count === 1 ? name : `${name} ×${count}`));
  return words.join(', ') || 'none';
}

/** The gaps as a page: what the till does after the restart, for each of them. */
export function gapPage(all: readonly StoryGaps[]): string {
  const gaps = all.flatMap((one) => one.gaps);
  const kinds = new Set(gaps.map(({ written, missing }) => `${written} ${missing}`));
  const rows = gaps.map(({ story, number, written, missing, run }) =>
    [
      ...[story, String(number), written, missing],
      ...[inOrder(run.after.map(inWords)), inOrder(run.calls), run.ends.join(', ') || 'nothing'],
    ].join(' | '),
  );
  return `${HEAD}
${gaps.length} places in ${all.length} stories; ${kinds.size} different pairs of records.

| ${COLUMNS.join(' | ')} |
|${'---|'.repeat(COLUMNS.length)}
${rows.map((row) => `| ${row} |`).join('\n')}
`;
}

const COLUMNS = [
  'story',
  'record',
  'last record written',
  'record not written',
  'records after the restart',
  'calls after the restart',
  'end',
];

const HEAD = `# Records of which one is written and the next one is not

The till dies between each two records of its journal, for each type of sale. The table says what the till
does after the restart. \`write-gaps.test.ts\` makes this page from the journals of the stories in
\`stories.ts\` and fails when it differs; \`npx vitest run test/simulation/write-gaps -u\` writes it again.
`;
