import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/*
 * How long each test file took, in seconds. Every run notes it; the next run on this machine starts its longest
 * files first. A fresh checkout has the times of `file-times.json`, which `RECORD_TIMES=yes` writes.
 */

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const LAST = path('../../test-artifacts/file-times.json');
const KEPT = path('file-times.json');
/** Shorter files are not kept: their order saves nothing. */
const KEPT_MIN = 2;

type Times = ReadonlyMap<string, number>;

function read(file: string): Times {
  if (!existsSync(file)) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>));
}

function write(file: string, times: Times): void {
  mkdirSync(dirname(file), { recursive: true });
  const sorted = [...times].toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** The times of the last run on this machine, and for files that it did not have those of the checkout. */
export function recordedTimes(): Times {
  return new Map([...read(KEPT), ...read(LAST)]);
}

/** Notes the times of a run when it ends, and prints the sum of each folder after a run of many files. */
export class FileTimes implements Reporter {
  #root = '';
  #isWhole = true;

  onInit({ config }: Vitest): void {
    this.#root = config.root;
    this.#isWhole = config.testNamePattern === undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // A run of some tests of a file says nothing about the file.
    if (!this.#isWhole) return;
    const times = new Map(
      modules.map((module) => {
        const { collectDuration, duration } = module.diagnostic();
        const name = module.moduleId.replace(`${this.#root}/`, '');
        return [name, Math.round((collectDuration + duration) / 100) / 10] as const;
      }),
    );
    write(LAST, new Map([...read(LAST), ...times]));
    if (process.env.RECORD_TIMES === 'yes') {
      const all = new Map([...read(KEPT), ...times]);
      write(KEPT, new Map([...all].filter(([, seconds]) => seconds >= KEPT_MIN)));
    }
    if (modules.length > 50) console.log(`Seconds of each folder: ${sumsOf(times)}`);
  }
}

/** The sums of the folders below `test/`, the longest first. */
function sumsOf(times: Times): string {
  const sums = new Map<string, number>();
  for (const [file, seconds] of times) {
    const folder = file
      .split('/')
      .slice(1, 3)
      .filter((part) => !part.includes('.test.'))
      .join('/');
    sums.set(folder, (sums.get(folder) ?? 0) + seconds);
  }
  return [...sums]
    .toSorted(([, one], [, other]) => other - one)
    .map(([folder, seconds]) => `${folder} ${Math.round(seconds)}`)
    .join(', ');
}
