import { runTorture } from './torture/run.ts';

process.exitCode = await runTorture(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
