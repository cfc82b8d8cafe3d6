import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readArguments } from '../../shared/node/read-arguments.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { isTemplate, TEMPLATE_NAMES, TEMPLATES, type TemplateName } from './templates.ts';

const list = () => TEMPLATE_NAMES.map((name) => `  ${name.padEnd(9)} ${TEMPLATES[name].summary}`);

export const CREATE_HELP = `npm create tillkit [FOLDER] -- --template NAME

Makes a project that uses Tillkit. Without --template a terminal asks for one:

${list().join('\n')}

  FOLDER           a new or empty folder; my-till by default
  --template NAME  the template
  --version        print the version
  --help           this text`;

export type CreateRequest =
  | { readonly kind: 'help' }
  /** `template` is null when the command does not name one. */
  | { readonly kind: 'create'; readonly folder: string; readonly template: TemplateName | null };

const OPTIONS = {
  template: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the command line; a refusal's description is printed for the person. */
export function parseCreate(args: readonly string[]): Answer<CreateRequest> {
  const read = readArguments({ args: [...args], allowPositionals: true, options: OPTIONS });
  if (!read.ok) return read;
  const { values, positionals } = read.value;
  if (values.help === true) return answer({ kind: 'help' });
  const [folder = 'my-till', ...more] = positionals;
  if (more.length > 0) return refuse('Bad Request', 'One folder at a time. See --help.');
  const { template = null } = values;
  if (template !== null && !isTemplate(template)) return refuse('Bad Request', unknown(template));
  return answer({ kind: 'create', folder, template });
}

/** The sentence about a template that does not exist. */
export function unknown(template: string): string {
  return `Unknown template: ${template}. Templates are ${TEMPLATE_NAMES.join(', ')}.`;
}

/** The question that a terminal shows when the command names no template. */
export const TEMPLATE_QUESTION = `Which template?\n${list().join('\n')}\n> `;

/**
 * Copies a template of the folder `templates` into a new or empty folder and writes the project's
 * name. Returns what to do next. Refuses a folder with files: it overwrites nothing.
 */
export function createProject(
  templates: string,
  folder: string,
  name: TemplateName,
): Answer<string> {
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0) {
    return refuse('Conflict', `${folder} is not empty. Name a new folder: nothing was written.`);
  }
  mkdirSync(target, { recursive: true });
  cpSync(join(templates, name), target, { recursive: true });
  // npm leaves a .gitignore out of an archive.
  renameSync(join(target, 'gitignore'), join(target, '.gitignore'));
  const file = join(target, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify({ ...manifest, name: packageName(target) }, null, 2)}\n`);
  return answer(nextSteps(folder, name));
}

/** The folder's name as npm accepts it for a package. */
export function packageName(folder: string): string {
  const plain = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9-~.]+/g, '-')
    .replace(/^[-._~]+|[-._~]+$/g, '');
  return plain.slice(0, 100) || 'my-till';
}

function nextSteps(folder: string, name: TemplateName): string {
  const { summary, scripts, guide } = TEMPLATES[name];
  const commands = Object.entries(scripts).map(
    ([script, { effect }]) => `  npm run ${script.padEnd(6)} ${effect}`,
  );
  return [
    `Created ${folder}: ${summary}. It needs Node.js 24 or newer.`,
    '',
    ...(folder === '.' ? [] : [`  cd ${folder}`]),
    '  npm install',
    ...commands,
    '',
    `Continue with node_modules/tillkit/${guide}.`,
  ].join('\n');
}
