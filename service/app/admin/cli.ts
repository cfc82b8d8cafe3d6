import { runAdmin } from './run.ts';

process.exitCode = await runAdmin(process.argv.slice(2), {
  platform: process.platform,
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
