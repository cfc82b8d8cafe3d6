import type { Format } from './options.ts';
import type { Result } from './row.ts';

const count = (results: readonly Result[], verdict: Result['verdict']) =>
  results.filter((result) => result.verdict === verdict).length;

const sumOf = (results: readonly Result[]) =>
  `${results.length} rows: ${count(results, 'passed')} passed, ${count(results, 'failed')} failed, ` +
  `${count(results, 'not tested')} not tested`;

/** The results as a text of the format; `address` is that of the service. */
export function reportOf(format: Format, address: string, results: readonly Result[]): string {
  return { table, junit, html }[format](address, results);
}

/** One line for each row, and a sum. */
function table(address: string, results: readonly Result[]): string {
  const width = Math.max(...results.map(({ row }) => row.id.length));
  const lines = results.map(({ row, verdict, words }) =>
    `${verdict.padEnd(10)}  ${row.id.padEnd(width)}  ${words || row.text}`.trimEnd(),
  );
  return [...lines, '', `${address}`, sumOf(results), ''].join('\n');
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

/** A test suite for each table of the specification; rows that were not tested are skipped. */
function junit(address: string, results: readonly Result[]): string {
  const figures = (of: readonly Result[]) =>
    `tests="${of.length}" failures="${count(of, 'failed')}" errors="0" ` +
    `skipped="${count(of, 'not tested')}"`;
  const suites = [...tablesOf(results)].flatMap(([name, of]) => [
    `  <testsuite name="${escaped(name)}" ${figures(of)}>`,
    ...of.map(testCase),
    '  </testsuite>',
  ]);
  const root = `<testsuites name="${escaped(`tillkit conform ${address}`)}" ${figures(results)}>`;
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  return [head, root, ...suites, '</testsuites>', ''].join('\n');
}

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
.failed { background: #fde3e0 } .not-tested { background: #f2f2f2 }
@media (prefers-color-scheme: dark) {
  body { background: #161616; color: #eee }
  .failed { background: #5b1d17 } .not-tested { background: #2a2a2a }
}`;

/** One page without scripts or other files: the failed rows first, then each table. */
function html(address: string, results: readonly Result[]): string {
  const line = ({ row, verdict, words }: Result) =>
    `<tr class="${verdict.replace(' ', '-')}"><td>${verdict}</td><td>${escaped(row.id)}</td>` +
    `<td>${escaped(row.text)}</td><td>${escaped(words)}</td></tr>`;
  const part = (name: string, of: readonly Result[]) =>
    `<h2>${escaped(name)}</h2>\n<table>\n<tr><th>Result</th><th>Row</th><th>Claim</th>` +
    `<th>Reason</th></tr>\n${of.map(line).join('\n')}\n</table>`;
  const failed = results.filter(({ verdict }) => verdict === 'failed');
  const parts = [...tablesOf(results)].map(([name, of]) => part(name, of));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Conformance of ${escaped(address)}</title>
<style>${STYLE}</style>
<h1>Conformance of ${escaped(address)}</h1>
<p>${sumOf(results)}</p>
${[...(failed.length > 0 ? [part('Failed rows', failed)] : []), ...parts].join('\n')}
</html>
`;
}
