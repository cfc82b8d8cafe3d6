import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { z } from 'zod';
import { pin } from '../../shared/device/staff/person.ts';
import { PIN_DIGITS } from '../../shared/device/staff/pin-lockout.ts';
import { startCommand } from '../../shared/node/command.ts';
import { appDataDirectory } from '../../shared/node/folders.ts';
import { hashSecret } from '../../shared/node/password-hash.ts';
import { writePrivateFile } from '../../shared/node/private-file.ts';
import { readArguments } from '../../shared/node/read-arguments.ts';
import { type Answer, answer } from '../../shared/protocol/errors.ts';
import { secureRandom, thisMachine } from '../host/adapters/machine.ts';
import { KIOSK_FILE } from '../host/kiosk/config.ts';
import { startFailure } from '../host/start-error.ts';

const DIGITS = `${PIN_DIGITS.min} to ${PIN_DIGITS.max} digits`;

const HELP = `Sets the PIN of a kiosk's service menu.

  --data DIR   the kiosk's data folder; the usual folder by default
  --version    print the version
  --help       this text

The PIN is read from standard input, ${DIGITS}, and never from the command line, which others
can see. Only its hash is stored, in ${KIOSK_FILE}. A running kiosk uses it after its next start.`;

type PinRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'set'; readonly data: string | undefined };

function parseKioskPin(args: readonly string[]): Answer<PinRequest> {
  const options = { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  const read = readArguments({ args: [...args], options });
  if (!read.ok) return read;
  const { data, help } = read.value.values;
  return answer(help === true ? { kind: 'help' } : { kind: 'set', data });
}

/** Reads a PIN and writes its hash into the kiosk's settings; returns the exit code. */
async function setPin(data: string | undefined): Promise<number> {
  const folder = resolve(data ?? appDataDirectory(thisMachine.platform, thisMachine.env));
  const path = join(folder, KIOSK_FILE);
  const file = readFile(path);
  if (typeof file === 'string') {
    console.error(file);
    return 1;
  }
  const typed = pin.safeParse((await readPin()).trim());
  if (!typed.success) {
    console.error(`A PIN is ${DIGITS}. Nothing was changed.`);
    return 1;
  }
  const service_pin = await hashSecret(typed.data, secureRandom);
  await writePrivateFile(path, { ...file, service_pin });
  console.log(`The PIN is set in ${path}.`);
  return 0;
}

/** The settings, or the reason why they cannot be changed. */
function readFile(path: string): Readonly<Record<string, unknown>> | string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return `There is no ${path}; write the kiosk's settings first.`;
  }
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    return `${path} is not readable as JSON; repair it first.`;
  }
}

async function readPin(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // Input without a line counts as an empty PIN.
  const ended = new Promise<string>((done) => lines.once('close', () => done('')));
  try {
    return await Promise.race([lines.question('New service PIN: '), ended]);
  } finally {
    lines.close();
  }
}

await startCommand({
  help: HELP,
  parse: parseKioskPin,
  run: ({ data }) => setPin(data),
  sentenceOf: (error) => `The PIN was not set: ${startFailure(error)}`,
});
