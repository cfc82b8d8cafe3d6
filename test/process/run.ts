import { parseArgs } from 'node:util';
import { runKills } from './kill-run.ts';

/* `--kills N` (200): how often a selling till is killed. */
const { values } = parseArgs({ options: { kills: { type: 'string' } } });
const kills = Number(values.kills ?? 200);
if (!Number.isInteger(kills) || kills < 1) {
  console.error('Give a whole number: --kills N.');
  process.exit(2);
}
const began = performance.now();
const report = await runKills(kills);
const seconds = ((performance.now() - began) / 1_000).toFixed(1);
console.log(
  `${report.kills} kills (${report.duringStart} of them during a start), ${report.sales} sales, ` +
    `${report.paid} paid, in ${seconds} s: ${report.findings.length} findings`,
);
for (const finding of report.findings) console.log(`  ${finding}`);
process.exitCode = report.findings.length === 0 ? 0 : 1;
