import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ENDING } from '../shared/node/children.ts';
import { startCommand } from '../shared/node/command.ts';
import { readArguments } from '../shared/node/read-arguments.ts';
import { type Answer, answer } from '../shared/protocol/errors.ts';
import { type DevTill, ENVIRONMENT_FILE, startDevTill } from './dev/dev-till.ts';
import { DEV_KEYS, isDevKey, pressKey } from './dev/keys.ts';
import { packageRoot } from './host/adapters/machine.ts';
import { startFailure } from './host/start-error.ts';

const HELP = `Starts a service with a demo shop, the simulator, a till and the wallet for development.

  --data DIR   the data folder; .tillkit-dev by default
  --env        print the variables of a running \`tillkit dev\` for a shell: eval "$(tillkit dev --env)"
  --version    print the version
  --help       this text

While it runs, type a key and press Enter if the keys do not act at once:

${keyTable()}`;

function keyTable(): string {
  return Object.entries(DEV_KEYS)
    .map(([key, meaning]) => `  ${key}   ${meaning}`)
    .join('\n');
}

type DevRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'environment' | 'run'; readonly data: string };

function parseDev(args: readonly string[]): Answer<DevRequest> {
  const parsed = readArguments({
    args: [...args],
    options: {
      data: { type: 'string', default: '.tillkit-dev' },
      env: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (!parsed.ok) return parsed;
  const { data, env, help } = parsed.value.values;
  if (help === true) return answer({ kind: 'help' });
  return answer({ kind: env === true ? 'environment' : 'run', data });
}

/** Prints shell commands that set the variables of the running command. */
function printEnvironment(data: string): number {
  const file = join(data, ENVIRONMENT_FILE);
  if (!existsSync(file)) {
    console.error(`No tillkit dev runs with the data folder ${data}.`);
    return 1;
  }
  const variables = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
  for (const [name, value] of Object.entries(variables)) {
    console.log(`export ${name}=${quoted(value)}`);
  }
  return 0;
}

/** A text as one word of a shell's command. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

async function run(data: string): Promise<number> {
  const ended = new Promise<void>((resolve) => {
    for (const signal of ENDING) process.on(signal, () => resolve());
  });
  let till: DevTill;
  try {
    till = await startDevTill({ data, assetsDir: join(packageRoot(), 'dist/screens/cashier') });
  } catch (error) {
    console.error(`The till did not start: ${startFailure(error)}`);
    return 1;
  }
  console.log(`till       ${till.launchAddress()}`);
  console.log(`wallet     ${till.environment.WALLET} (sign in as +${till.customer})`);
  console.log(`service    ${till.environment.BASE}`);
  console.log(`simulator  ${till.environment.SIMULATOR}`);
  console.log(`variables  eval "$(npx tillkit dev --env --data ${quoted(data)})"`);
  console.log(keyTable());
  const stopReading = readKeys(till);
  await Promise.race([ended, stopReading.quit]);
  stopReading.close();
  await till.stop();
  return 0;
}

/** Reads keys from the terminal, or lines from a pipe. */
function readKeys(till: DevTill): { readonly quit: Promise<void>; readonly close: () => void } {
  const { stdin } = process;
  if (stdin.isTTY) stdin.setRawMode(true);
  const { promise: quit, resolve: end } = Promise.withResolvers<void>();
  let turn = Promise.resolve();
  const take = (key: string) => {
    // In raw mode Ctrl-C arrives as a character.
    if (key === 'q' || key === '\u0003') return end();
    if (!isDevKey(key) || key === 'q') return;
    turn = turn
      .then(() => pressKey(till, key))
      .then(console.log, (error: unknown) => console.error(startFailure(error)));
  };
  const lines = stdin.isTTY ? null : createInterface({ input: stdin });
  lines?.on('line', (line) => take(line.trim()));
  if (lines === null) stdin.on('data', (bytes) => take(String(bytes)));
  return {
    quit,
    close() {
      lines?.close();
      if (stdin.isTTY) stdin.setRawMode(false);
      stdin.pause();
    },
  };
}

await startCommand({
  help: HELP,
  parse: parseDev,
  run: ({ kind, data }) => (kind === 'run' ? run(data) : printEnvironment(data)),
});
