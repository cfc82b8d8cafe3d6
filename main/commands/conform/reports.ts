import type { Format } from './options.ts';
import type { Result } from './row.ts';

const count = (results: readonly Result[], verdict: Result['verdict']) =>
  results.filter((result) => result.verdict === verdict).length;

const sumOf = (results: readonly Result[]) => {
  const blocked = count(results, 'blocked');
  return [
    `${results.length} rows: ${count(results, 'passed')} passed`,
    `${count(results, 'failed')} failed`,
    ...(blocked > 0 ? [`${blocked} blocked`] : []),
    `${count(results, 'not tested')} not tested`,
  ].join(', ');
};

/** A request that rows need, and how many of them it has stopped; the one with the most is first. */
function causesOf(results: readonly Result[]): readonly (readonly [cause: string, rows: number])[] {
  const blocked = results.filter(({ verdict }) => verdict === 'blocked');
  return [...Map.groupBy(blocked, ({ cause = '' }) => cause)]
    .map(([cause, rows]) => [cause, rows.length] as const)
    .sort(([, a], [, b]) => b - a);
}

const consequence = (rows: number) =>
  rows === 1
    ? '1 row needs it and could not be checked'
    : `${rows} rows need it and could not be checked`;

/** The results as a text of the format; `address` is that of the service. */
export function reportOf(format: Format, address: string, results: readonly Result[]): string {
  return { table, junit, html }[format](address, results);
}

/** The requests that stopped other rows, one line for each row, and a sum. */
function table(address: string, results: readonly Result[]): string {
  const width = Math.max(...results.map(({ row }) => row.id.length));
  const lines = results.map(({ row, verdict, words }) =>
    `${verdict.padEnd(10)}  ${row.id.padEnd(width)}  ${words || row.text}`.trimEnd(),
  );
  const causes = causesOf(results).map(([cause, rows]) => `${cause} (${consequence(rows)})`);
  const first = causes.length === 0 ? [] : ['Look at this first:', ...causes, ''];
  return [...first, ...lines, '', `${address}`, sumOf(results), ''].join('\n');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for XML and HTML; characters that XML does not permit become question marks. */
const escaped = (text: string) =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/gu, '?')
    .replaceAll(/[&<>"']/g, (mark) => ESCAPES[mark] ?? mark);

const tablesOf = (results: readonly Result[]) => Map.groupBy(results, ({ row }) => row.table);

/**
 * A test suite for each table of the specification, after one of the requests that stopped other rows.
 * Rows that were stopped or not tested are skipped.
 */
function junit(address: string, results: readonly Result[]): string {
  const causes = causesOf(results);
  const figures = (of: readonly Result[], more = 0) =>
    `tests="${of.length + more}" failures="${count(of, 'failed') + more}" errors="0" ` +
    `skipped="${count(of, 'not tested') + count(of, 'blocked')}"`;
  const first =
    causes.length === 0
      ? []
      : [
          `  <testsuite name="${NEEDED}" ${figures([], causes.length)}>`,
          ...causes.map(
            ([cause, rows]) =>
              `    <testcase classname="${NEEDED}" name="${escaped(cause)}">` +
              `<failure message="${consequence(rows)}"/></testcase>`,
          ),
          '  </testsuite>',
        ];
  const suites = [...tablesOf(results)].flatMap(([name, of]) => [
    `  <testsuite name="${escaped(name)}" ${figures(of)}>`,
    ...of.map(testCase),
    '  </testsuite>',
  ]);
  const root = `<testsuites name="${escaped(`tillkit conform ${address}`)}" ${figures(results, causes.length)}>`;
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  return [head, root, ...first, ...suites, '</testsuites>', ''].join('\n');
}

const NEEDED = 'Requests that other rows need';

function testCase({ row, verdict, words }: Result): string {
  const head = `    <testcase classname="${escaped(row.table)}" name="${escaped(row.id)}"`;
  if (verdict === 'passed') return `${head}/>`;
  const member = verdict === 'failed' ? 'failure' : 'skipped';
  return `${head}><${member} message="${escaped(words)}"/></testcase>`;
}

const STYLE = `body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #ccc }
td { overflow-wrap: anywhere }
.failed, .blocked { background: #fde3e0 } .not-tested { background: #f2f2f2 }
@media (prefers-color-scheme: dark) {
  body { background: #161616; color: #eee }
  .failed, .blocked { background: #5b1d17 } .not-tested { background: #2a2a2a }
}`;

/**
 * One page without scripts or other files: the requests that stopped other rows, the failed rows, then
 * each table.
 */
function html(address: string, results: readonly Result[]): string {
  const line = ({ row, verdict, words }: Result) =>
    `<tr class="${verdict.replace(' ', '-')}"><td>${verdict}</td><td>${escaped(row.id)}</td>` +
    `<td>${escaped(row.text)}</td><td>${escaped(words)}</td></tr>`;
  const part = (name: string, of: readonly Result[]) =>
    `<h2>${escaped(name)}</h2>\n<table>\n<tr><th>Result</th><th>Row</th><th>Claim</th>` +
    `<th>Reason</th></tr>\n${of.map(line).join('\n')}\n</table>`;
  const failed = results.filter(({ verdict }) => verdict === 'failed');
  const parts = [...tablesOf(results)].map(([name, of]) => part(name, of));
  const causes = causesOf(results).map(
    ([cause, rows]) => `<li>${escaped(cause)} (${consequence(rows)})</li>`,
  );
  const first =
    causes.length === 0 ? [] : [`<h2>${NEEDED}</h2>\n<ul>\n${causes.join('\n')}\n</ul>`];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Conformance of ${escaped(address)}</title>
<style>${STYLE}</style>
<h1>Conformance of ${escaped(address)}</h1>
<p>${sumOf(results)}</p>
${[...first, ...(failed.length > 0 ? [part('Failed rows', failed)] : []), ...parts].join('\n')}
</html>
`;
}
