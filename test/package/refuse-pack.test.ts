import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { packageRoot } from '../../main/host/adapters/machine.ts';

it('npm makes no archive of the repository and names the command that makes the packages', async () => {
  const pack = promisify(execFile)('npm', ['pack', '--dry-run', '--loglevel', 'error'], {
    cwd: packageRoot(),
    shell: process.platform === 'win32',
  });
  const error: unknown = await pack.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ stderr: expect.stringContaining('npm run build package create') });
});
