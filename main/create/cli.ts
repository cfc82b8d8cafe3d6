import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { productVersion } from '../../shared/node/version.ts';
import {
  CREATE_HELP,
  createProject,
  parseCreate,
  TEMPLATE_QUESTION,
  unknown,
} from './create-project.ts';
import { isTemplate, type TemplateName } from './templates.ts';

/* `npm create tillkit`. The published package has the templates beside this file. */

const TEMPLATES_FOLDER = fileURLToPath(new URL('templates', import.meta.url));

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 2;
}

/** Asks in a terminal; null, with the reason printed, if there is none or the answer names none. */
async function askTemplate(): Promise<TemplateName | null> {
  if (!process.stdin.isTTY) {
    fail(`Name a template with --template.\n\n${CREATE_HELP}`);
    return null;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const name = (await terminal.question(TEMPLATE_QUESTION)).trim();
  terminal.close();
  if (isTemplate(name)) return name;
  fail(unknown(name));
  return null;
}

async function main(args: readonly string[]): Promise<void> {
  const parsed = parseCreate(args);
  if (!parsed.ok) return fail(parsed.refusal.description);
  if (parsed.value.kind === 'help') return console.log(CREATE_HELP);
  const template = parsed.value.template ?? (await askTemplate());
  if (template === null) return;
  const made = createProject(TEMPLATES_FOLDER, parsed.value.folder, template);
  if (!made.ok) return fail(made.refusal.description);
  console.log(made.value);
}

/** The version of `create-tillkit`, whose package.json is beside this file; in the sources the product's. */
function createVersion(): string {
  try {
    const manifest = readFileSync(new URL('package.json', import.meta.url), 'utf8');
    return String(Object(JSON.parse(manifest)).version);
  } catch {
    return productVersion();
  }
}

const args = process.argv.slice(2);
if (args.includes('--version')) console.log(createVersion());
else await main(args);
