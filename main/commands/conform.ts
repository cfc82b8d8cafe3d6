import { noteIgnoredVariables } from '../../shared/node/ignored-variables.ts';
import { printedVersion } from '../../shared/node/version.ts';
import { runConform } from './conform/run.ts';

noteIgnoredVariables();
if (!printedVersion(process.argv.slice(2)))
  process.exitCode = await runConform(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  });
