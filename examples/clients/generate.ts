import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService } from 'tillkit/service';
import { runChild } from '../../shared/node/children.ts';
import { asOpenApi30 } from './openapi-3.0.ts';

// Generates a client of the API for another language, from a service's /openapi.json:
//   npm run clients -- python --out client [--openapi https://pay.example/openapi.json]
// Without --openapi it asks a service of its own, which it stops afterwards.

/** OpenAPI Generator 4.3.1: the npm package has the program itself, and Java runs it. */
const GENERATOR = '@openapitools/openapi-generator-cli@1.0.18-4.3.1';

const LANGUAGES: Readonly<Record<string, { readonly name: string; readonly config: object }>> = {
  python: { name: 'python', config: { packageName: 'tillkit_client' } },
  csharp: { name: 'csharp-netcore', config: { packageName: 'Tillkit.Client' } },
};

const USAGE = `Usage: npm run clients -- ${Object.keys(LANGUAGES).join('|')} --out FOLDER [--openapi URL]`;

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

async function openApi(url: string | undefined): Promise<Record<string, unknown>> {
  if (url !== undefined) return Object((await (await fetch(url)).json()) ?? {});
  const service = createService({ data: { kind: 'ephemeral' }, port: 0, log: 'silent' });
  try {
    const { wallet_url } = await service.start();
    return await openApi(`${wallet_url}/openapi.json`);
  } finally {
    await service.stop();
  }
}

/** Runs the generator in a folder of its own, so that its arguments need no quoting. */
async function generate(name: string, folder: string): Promise<void> {
  // npm starts the generator by a shell, and the generator starts Java.
  const run = (command: string, words: readonly string[]) =>
    runChild(command, words, { cwd: folder, group: true }).catch((error) => ({
      code: null,
      err: String(error),
    }));
  if ((await run('java', ['-version'])).code !== 0) {
    fail(`${GENERATOR} needs Java 8 or newer: install default-jre-headless, or a JDK.`);
  }
  const npm = process.env.npm_execpath;
  const [command = 'npm', ...before] = npm === undefined ? ['npm'] : [process.execPath, npm];
  const inNpm = (...words: readonly string[]) =>
    run(command, [...before, 'exec', '--yes', `--package=${GENERATOR}`, '--', ...words]);
  // Any command makes npm fetch the package first, so that its failure is not the generator's.
  const fetched = await inNpm('node', '--version');
  if (fetched.code !== 0) fail(`npm could not fetch ${GENERATOR}:\n${firstLines(fetched.err)}`);
  const args = ['generate', '-g', name, '-i', 'openapi.json', '-c', 'config.json', '-o', 'out'];
  const made = await inNpm('openapi-generator', ...args);
  if (made.code !== 0) fail(`The generator made no client:\n${firstLines(made.err)}`);
}

/** The first lines of a failure, without the places in the program. */
function firstLines(text: string): string {
  const lines = text.split('\n').filter((line) => !/^\s*(?:at |$)/.test(line));
  return lines.slice(0, 10).join('\n');
}

const language = LANGUAGES[process.argv[2] ?? ''];
const out = option('--out');
if (language === undefined || out === undefined) fail(USAGE);
const folder = mkdtempSync(join(tmpdir(), 'tillkit-clients-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const document = asOpenApi30(await openApi(option('--openapi')));
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
writeFileSync(join(folder, 'config.json'), JSON.stringify(language.config));
await generate(language.name, folder);
mkdirSync(out, { recursive: true });
cpSync(join(folder, 'out'), out, { recursive: true });
console.log(`The client is in ${out}.`);
