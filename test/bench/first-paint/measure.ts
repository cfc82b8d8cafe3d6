import type { Browser } from 'playwright-core';
import { usableAfter } from './load.ts';
import type { Subjects } from './subjects.ts';

export type FirstPaint = {
  readonly name: string;
  /** Milliseconds until the screen can be used: the median of all loads. */
  readonly usable: number;
  /** The same of the blank page, loaded in turn with the screen. */
  readonly blank: number;
  /** The median of each load's time by that of the blank page loaded next to it. */
  readonly ratio: number;
};

export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Loads every screen of `subjects`, and the blank page before each, `loads` times. */
export async function measureFirstPaint(
  browser: Browser,
  subjects: Subjects,
  loads: number,
): Promise<readonly FirstPaint[]> {
  const found: FirstPaint[] = [];
  for (const { name, ...subject } of subjects.screens) {
    const [screen, blank]: [number[], number[]] = [[], []];
    // They alternate, so that a machine whose speed drifts is still fair.
    for (let load = 0; load < loads; load += 1) {
      blank.push(await usableAfter(browser, subjects.blank));
      screen.push(await usableAfter(browser, subject));
    }
    const ratio = median(screen.map((time, load) => time / (blank[load] ?? Number.NaN)));
    found.push({ name, usable: median(screen), blank: median(blank), ratio });
  }
  return found;
}
