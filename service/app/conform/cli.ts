import { runConform } from './run.ts';

process.exitCode = await runConform(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
