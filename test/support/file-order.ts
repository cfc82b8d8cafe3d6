import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { recordedTimes } from './file-times.ts';

/**
 * Puts the files that took longest in an earlier run first: a long file that starts last keeps one core busy
 * while the others have nothing to do. A file without a time is new and starts after those with one.
 */
export function longestFirst<T>(
  files: readonly T[],
  pathOf: (file: T) => string,
  times: ReadonlyMap<string, number> = recordedTimes(),
): T[] {
  const timeOf = (file: T) => times.get(pathOf(file)) ?? 0;
  return files.toSorted((one, other) => timeOf(other) - timeOf(one));
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

/** The order in which the files start: the longest first, or by the seed if the run is shuffled. */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const pathOf = ({ moduleId }: TestSpecification) => moduleId.replace(`${root}/`, '');
    if (sequence.shuffle) return shuffled(files, sequence.seed, pathOf);
    return longestFirst(files, pathOf);
  }
}
