import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Installed, installService } from '../installed.ts';
import { type Figure, spreadOf } from '../report.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The ready line of the measured program; the service's has `base_url`, the ceiling's has `url`. */
const readyUrl = z.union([
  z
    .object({ base_url: z.string() })
    .transform(({ base_url }) => new URL('/health/ready', base_url)),
  z.object({ url: z.string() }).transform(({ url }) => new URL(url)),
]);

type StartVariant = {
  readonly what: string;
  /** Arguments of Node.js for the start in this round. */
  readonly command: (round: number) => readonly string[];
  readonly note?: string;
  /** Whether the start has a target. */
  readonly hasTarget: boolean;
};

const COMMON = ['--port', '0', '--ready-json'];
const DEMO = ['--ephemeral', '--demo', '--simulator', ...COMMON];

function startsOf({ command, data }: Installed): readonly StartVariant[] {
  const installed = (...rest: readonly string[]) => [command, 'service', ...rest, ...COMMON];
  return [
    {
      what: 'start to first answer, installed, new data',
      command: (round) => installed('--data', data(`new-${round}`)),
      hasTarget: true,
    },
    {
      what: 'start to first answer, installed, kept data',
      command: () => installed('--data', data('new-0')),
      hasTarget: true,
    },
    {
      what: 'start to first answer, installed, new demo',
      command: () => [command, 'service', ...DEMO],
      note: 'including three RSA keys of 2,048 bits',
      hasTarget: true,
    },
    {
      what: 'start to first answer, from source, new demo',
      command: () => ['service/app/cli.ts', ...DEMO],
      hasTarget: false,
    },
  ];
}

/**
 * Measures the time from the start of a process to its first answer, as a ratio to a bare Express
 * process. Both have V8's cache of compiled code and may use all cores. Express runs as npm installs
 * it; the installed service is a bundle.
 */
export async function measureStart(rounds: number): Promise<readonly Figure[]> {
  const installed = await installService();
  try {
    const once = (args: readonly string[]) => firstAnswer(args, installed.cache);
    const bareCommand = ['test/bench/ceilings/bare-express.ts'];
    const starts = startsOf(installed).map((start) => ({ ...start, times: [] as number[] }));
    const bare: number[] = [];
    for (const { command } of starts) await once(command(-1));
    await once(bareCommand);
    // A start is short, so that variations of the machine's speed matter: three starts in a round.
    for (let round = 0; round < rounds * 3; round += 1) {
      bare.push(await once(bareCommand));
      for (const { command, times } of starts) times.push(await once(command(round)));
    }
    return starts.map(({ what, times, note, hasTarget: asked }) => {
      const ratio = spreadOf(times.map((time, round) => time / (bare[round] ?? Number.NaN)));
      return {
        what,
        value: spreadOf(times).middle,
        unit: 'ms',
        against: { name: 'bare Express', value: spreadOf(bare).middle, ratio },
        ...(asked
          ? { target: { requirement: 'at most 3 times bare Express', met: ratio.middle <= 3 } }
          : {}),
        ...(note === undefined ? {} : { note }),
      };
    });
  } finally {
    installed.remove();
  }
}

/** Milliseconds from the start of `node ...args` to the end of its first answer. */
async function firstAnswer(args: readonly string[], cache: string): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    for await (const text of createInterface({ input: child.stdout })) {
      await waitForAnswer(readyUrl.parse(JSON.parse(text)));
      return performance.now() - begun;
    }
    throw new Error(`${args.join(' ')} ended before it was ready`);
  } finally {
    // V8 writes its compile cache when the process ends normally.
    child.kill('SIGTERM');
    await exited;
  }
}

function waitForAnswer(url: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      response.once('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve();
        else reject(new Error(`${url.href} answers ${response.statusCode}`));
      });
    }).once('error', reject);
  });
}
