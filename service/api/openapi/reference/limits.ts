import { pageOf, table } from '../../../../shared/node/openapi/markup.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';

const INTRO = `Every bound of the product. All of them are in one file, \`shared/protocol/limits.ts\`;
the comments there are the notes here. What is larger than its bound is refused with 400 and its
field, or with 413 where a whole body is too large.`;

type Line = { readonly name: string; readonly value: string; readonly note: string };

/** The bounds of the product, read from the source file so that the page shows its comments. */
export function limitsPage(source: string): string {
  const rows = linesOf(source).map(({ name, value, note }) => [`\`${name}\``, value, note]);
  return pageOf('Limits', [INTRO, table(['Limit', 'Value', 'Note'], rows)]);
}

/** A comment describes the entry below it. An entry without a comment is described by its name. */
function linesOf(source: string): readonly Line[] {
  const body = source.slice(source.indexOf('export const LIMITS'));
  const lines: Line[] = [];
  let note = '';
  for (const match of body.matchAll(/\/\*\*([\s\S]*?)\*\/|^ {2}(\w+): ([^\n]+),$/gm)) {
    const [, comment, name, expression] = match;
    if (comment !== undefined) note = sentence(comment);
    else if (name !== undefined) {
      lines.push({ name, value: amountOf(name, expression ?? ''), note: note || words(name) });
      note = '';
    }
  }
  return lines;
}

const values: Readonly<Record<string, number>> = LIMITS;

function amountOf(name: string, expression: string): string {
  const value = values[name] ?? 0;
  const inTime = /\b(SECOND|MINUTE|HOUR|DAY)\b/.test(expression);
  if (inTime) return timeOf(value);
  const text = value.toLocaleString('en-US');
  if (/Seconds/.test(name)) return `${text} s`;
  if (/Bytes/.test(name)) return `${text} bytes`;
  return /Bits/.test(name) ? `${text} bits` : text;
}

function timeOf(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`;
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

function sentence(comment: string): string {
  return comment
    .replaceAll(/^\s*\*\s?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const ENDINGS = { Max: ', at most', Min: ', at least', Default: ', when left out' } as const;

/** `posTypeMax` is "Pos type, at most". */
function words(name: string): string {
  const [, stem = name, ending = ''] = /^(.+?)(Max|Min|Default)?$/.exec(name) ?? [];
  const text = stem.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  const after = Object.entries(ENDINGS).find(([key]) => key === ending)?.[1] ?? '';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${after}.`;
}
