import { noteIgnoredVariables } from '../../shared/node/ignored-variables.ts';
import { printedVersion } from '../../shared/node/version.ts';
import { runTorture } from './torture/run.ts';

// The tills are process groups of their own, which a signal to this process does not reach.
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interruption.abort());
}
noteIgnoredVariables();
if (!printedVersion(process.argv.slice(2)))
  process.exitCode = await runTorture(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    interrupted: interruption.signal,
  });
