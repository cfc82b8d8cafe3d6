import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { buildScreens } from '../../../main/build/screens.ts';
import { firstSeed } from '../../simulation/first-seed.ts';
import { launchBrowser } from '../../support/browser.ts';
import { CONTENT_SCREENS } from './kinds.ts';
import { drawRandom, placeOf } from './random-content.ts';

/*
 * `npm run screens:random -- --screens 20000 --jobs 2`: draws random screens of every kind and prints
 * what cannot be read, with the seed. `--from N` begins with another seed than the commit's, `--only
 * wallet` draws one kind, `--seed N --only wallet` one screen. The exit code is 1 with a finding.
 */
const { values } = parseArgs({
  options: {
    screens: { type: 'string', default: '1000' },
    jobs: { type: 'string', default: '1' },
    from: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    shard: { type: 'string' },
  },
});

/** Screens that one page draws before it is opened anew, so that its memory does not grow. */
const PAGE_LIFE = 400;
/** Frames come as fast as they are drawn, and not 60 in a second. */
const FAST = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

function whole(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  console.error(`--${name} ${text}: give a whole number of at least ${least}.`);
  process.exit(2);
}

const kinds = CONTENT_SCREENS.filter(
  ({ name }) => values.only === undefined || values.only === name,
);
if (kinds.length === 0) {
  console.error(`Screens are ${CONTENT_SCREENS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const jobs = whole('jobs', values.jobs, 1);
const from = whole('from', values.seed ?? values.from ?? String(firstSeed().seed), 0);
const count = values.seed === undefined ? whole('screens', values.screens, 1) : kinds.length;

/** Draws the share of one process, kind by kind. */
async function drawShare(shard: number): Promise<number> {
  const browser = await launchBrowser(FAST);
  let findings = 0;
  try {
    for (const [place, kind] of kinds.entries()) {
      const each = Math.ceil((count - place) / kinds.length);
      const seeds = Array.from({ length: each }, (_, index) => from + index);
      const own = seeds.filter((_, index) => index % jobs === shard);
      const began = performance.now();
      const screens = await kind.serve();
      for (let start = 0; start < own.length; start += PAGE_LIFE) {
        const open = () => kind.open(browser, screens.origin);
        await drawRandom(
          kind,
          open,
          own.slice(start, start + PAGE_LIFE),
          (seed, drawing, found) => {
            for (const one of found) {
              findings += 1;
              console.log(`seed ${seed}, ${kind.name}, ${placeOf(drawing)}: ${one}`);
            }
          },
        );
        for (const context of browser.contexts()) await context.close();
      }
      await screens.stop();
      const rate = own.length / ((performance.now() - began) / 1_000);
      console.log(`${kind.name}: ${own.length} screens, ${rate.toFixed(1)} per second`);
    }
  } finally {
    await browser.close();
  }
  return findings;
}

async function drawAll(): Promise<boolean> {
  await buildScreens();
  const began = performance.now();
  const codes = await Promise.all(
    Array.from({ length: jobs }, async (_, shard) => {
      const child = fork(import.meta.filename, [
        ...process.argv.slice(2),
        '--shard',
        String(shard),
      ]);
      const [code] = await once(child, 'exit');
      return Number(code ?? 1);
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const rate = (count / seconds).toFixed(1);
  const good = codes.every((code) => code === 0);
  console.log(
    `${count} screens from seed ${from}, ${jobs} jobs, ${Math.round(seconds)} s, ${rate} per second: ` +
      (good ? 'no finding' : 'FINDINGS, see above'),
  );
  return good;
}

if (values.shard === undefined) process.exitCode = (await drawAll()) ? 0 : 1;
else process.exitCode = (await drawShare(whole('shard', values.shard, 0))) === 0 ? 0 : 1;
