import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { POSTGRES_MIGRATIONS } from '../../../service/store/postgres/migrations/index.ts';

/** The environment variable of `newer-service.ts`: the number of its additional steps. */
export const STEPS_AFTER = 'TEST_STEPS_AFTER';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const NEWER = fileURLToPath(new URL('newer-service.ts', import.meta.url));

/** A program that is the service of one version. */
export type Version = {
  readonly name: string;
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
};

/** This version with `added` more steps of the schema, each of which allows the version before it. */
export function laterVersion(added: number): Version {
  const name = added === 0 ? 'this version' : `this version and ${added} more`;
  return { name, entry: NEWER, env: { [STEPS_AFTER]: String(added) } };
}

/** A version of the repository, in a separate folder with the packages of this one. */
export type CheckedOut = {
  readonly version: Version;
  /**
   * False for builds from before the locks of the steps, which no newer step allows surely, and for versions
   * with fewer steps, to which this version adds real ones.
   */
  readonly allowsAnother: boolean;
  readonly remove: () => Promise<void>;
};

/** Lays out the version `ref` of this clone. Throws with the message of git if the clone lacks it. */
export async function checkOut(ref: string): Promise<CheckedOut> {
  const git = (...words: readonly string[]) => promisify(execFile)('git', words, { cwd: ROOT });
  const home = await mkdtemp(join(tmpdir(), 'tillkit-previous-'));
  const folder = join(home, 'tree');
  try {
    await git('worktree', 'add', '--detach', folder, ref);
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
  return {
    version: { name: ref, entry: join(folder, 'service/app/cli.ts'), env: {} },
    allowsAnother:
      existsSync(join(folder, 'service/store/postgres/versions.ts')) && (await hasAllSteps(folder)),
    async remove() {
      await git('worktree', 'remove', '--force', folder);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function hasAllSteps(folder: string): Promise<boolean> {
  const path = join(folder, 'service/store/postgres/migrations/index.ts');
  const older: typeof import('../../../service/store/postgres/migrations/index.ts') = await import(
    path
  );
  return older.POSTGRES_MIGRATIONS.length === POSTGRES_MIGRATIONS.length;
}
