import { parseArgs } from 'node:util';
import { createDataPlace } from './service.ts';
import { playWorld } from './world.ts';

/*
 * `--seeds N` plays worlds 1 to N (`--from` begins elsewhere), `--sales N` plays until so many sales
 * were made, `--seed N` replays one world and prints what happened in it.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    sales: { type: 'string' },
    from: { type: 'string' },
  },
});

const numberOf = (text: string | undefined) => (text === undefined ? null : Number(text));
const one = numberOf(values.seed);
const from = one ?? numberOf(values.from) ?? 1;
const sales = numberOf(values.sales);
const seeds = one === null ? (numberOf(values.seeds) ?? (sales === null ? 200 : null)) : 1;
const bad = [from, sales ?? 1, seeds ?? 1].some((value) => !Number.isInteger(value) || value < 0);
if (bad) {
  console.error('Give whole numbers: --seed N, or --seeds N or --sales N with --from N.');
  process.exit(2);
}

const place = createDataPlace();
const began = performance.now();
const sum = { seeds: 0, sales: 0, requests: 0, restarts: 0, steps: 0, failed: 0 };
const isEnough = () =>
  (seeds !== null && sum.seeds >= seeds) || (sales !== null && sum.sales >= sales);

try {
  for (let seed = from; !isEnough(); seed += 1) {
    const result = await playWorld({ seed, place: place.path });
    sum.seeds += 1;
    sum.sales += result.sales;
    sum.requests += result.requests;
    sum.restarts += result.restarts;
    sum.steps += result.steps;
    if (one !== null) for (const line of result.trace) console.log(line);
    if (result.findings.length === 0) continue;
    sum.failed += 1;
    console.log(`seed ${seed} fails; replay it with: npm run test:sim -- --seed ${seed}`);
    for (const finding of result.findings) console.log(`  ${finding}`);
  }
} finally {
  place.remove();
}

const seconds = ((performance.now() - began) / 1_000).toFixed(1);
console.log(
  `${sum.seeds} worlds, ${sum.sales} sales, ${sum.requests} requests, ${sum.restarts} restarts of ` +
    `tills, ${sum.steps} events in ${seconds} s: ${sum.failed} worlds with findings`,
);
process.exitCode = sum.failed === 0 ? 0 : 1;
