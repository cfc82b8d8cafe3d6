import { printedVersion } from '../../../shared/node/version.ts';
import { runAdmin } from './run.ts';

if (!printedVersion(process.argv.slice(2)))
  process.exitCode = await runAdmin(process.argv.slice(2), {
    platform: process.platform,
    env: process.env,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  });
