import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, the longest first. A long file that starts last keeps one core busy while
 * the others have nothing to do.
 */
export const LONGEST: readonly string[] = [
  'test/simulation/simulation.test.ts',
  'test/simulation/small-worlds.test.ts',
  'test/process/kill-services/kill-services.test.ts',
  'test/screens/kiosk/gallery.test.ts',
  'test/conformance/conformance.test.ts',
  'test/main/build/npm-package.test.ts',
  'test/process/kill.test.ts',
  'test/main/build/pack/check.test.ts',
  'test/screens/wallet/gallery.test.ts',
  'test/screens/cashier/staff-history-day-gallery.test.ts',
  'test/screens/cashier/gallery.test.ts',
  'test/resilience/postgres/money.test.ts',
  'test/security/bad-input.test.ts',
  'test/e2e/electron/kiosk.test.ts',
  'test/resilience/linear/linear.test.ts',
  'test/screens/portal/gallery.test.ts',
  'test/e2e/kiosk.test.ts',
  'test/main/host/terminal/start-terminal.test.ts',
  'test/screens/cashier/goods-gallery.test.ts',
  'test/main/start.test.ts',
  'test/e2e/pair-and-sell.test.ts',
  'test/service/api/openapi/page.test.ts',
  'test/screens/react/gallery.test.ts',
  'test/screens/wallet/wallet.test.ts',
  'test/e2e/electron/sale.test.ts',
];

/** Puts the longest files first and leaves the order of all others as it is. */
export function longestFirst<T>(files: readonly T[], pathOf: (file: T) => string): T[] {
  const place = (file: T) => {
    const path = pathOf(file);
    const index = LONGEST.findIndex((name) => path === name || path.endsWith(`/${name}`));
    return index < 0 ? LONGEST.length : index;
  };
  return [...files].sort((one, other) => place(one) - place(other));
}

/** An order of the files that depends on their paths and the seed only. */
export function shuffled<T>(files: readonly T[], seed: number, pathOf: (file: T) => string): T[] {
  const keyed = files.map((file) => ({
    file,
    key: createHash('sha1')
      .update(`${seed} ${pathOf(file)}`)
      .digest('hex'),
  }));
  return keyed
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ file }) => file);
}

const pathOf = (file: TestSpecification) => file.moduleId;

/** The order in which the files start: the longest first, or by the seed if the run is shuffled. */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    if (shuffle) return shuffled(files, seed, pathOf);
    return longestFirst(await super.sort(files), pathOf);
  }
}
