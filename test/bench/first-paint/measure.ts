import type { Browser } from 'playwright-core';
import { usableAfter } from './load.ts';
import type { Subjects } from './subjects.ts';

export type FirstPaint = {
  readonly name: string;
  /** Milliseconds until the screen can be used, as the median of all loads. */
  readonly usable: number;
  /** The same for the blank page. */
  readonly blank: number;
  /** The median of the ratios of a screen's load to the blank page's load before it. */
  readonly ratio: number;
};

export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Loads each screen of `subjects` `loads` times, with the blank page before each load. */
export async function measureFirstPaint(
  browser: Browser,
  subjects: Subjects,
  loads: number,
): Promise<readonly FirstPaint[]> {
  const results: FirstPaint[] = [];
  for (const { name, ...subject } of subjects.screens) {
    const [screen, blank]: [number[], number[]] = [[], []];
    // The loads alternate, so that a change of the machine's speed affects both.
    for (let load = 0; load < loads; load += 1) {
      blank.push(await usableAfter(browser, subjects.blank));
      screen.push(await usableAfter(browser, subject));
    }
    const ratio = median(screen.map((time, load) => time / (blank[load] ?? Number.NaN)));
    results.push({ name, usable: median(screen), blank: median(blank), ratio });
  }
  return results;
}
