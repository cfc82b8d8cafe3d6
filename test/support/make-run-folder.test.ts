import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';

const SCRIPT = `
  import { makeRunFolder } from './test/support/make-run-folder.ts';
  import { newQuickFolder } from './test/support/quick-folder.ts';
  import { abortRun } from './test/support/postgres/shared.ts';
  const run = makeRunFolder();
  const database = newQuickFolder('tillkit-left-');
  console.log(JSON.stringify([run, database]));
  abortRun(run);
`;

it('an interrupted run removes its folder and the databases that tests left', () => {
  const { TILLKIT_TEST_RUN: _, ...env } = process.env;
  const args = ['--input-type=module', '--eval', SCRIPT];
  const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  expect(stderr).toBe('');
  const [run, database]: readonly string[] = JSON.parse(stdout);
  const paths = [run, database, dirname(database ?? '')];
  expect(paths.map((path) => [path, existsSync(path ?? '')])).toEqual(
    paths.map((path) => [path, false]),
  );
});
