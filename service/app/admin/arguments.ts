import type { ParseArgsOptionsConfig } from 'node:util';
import { readArguments } from '../../../shared/node/read-arguments.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { isPostgresAddress } from '../../store/open-store.ts';
import type { Command, Invocation } from './command.ts';
import { COMMANDS } from './commands.ts';

/** The request on the command line. */
export type AdminRequest =
  | { readonly kind: 'help'; readonly text: string }
  | {
      readonly kind: 'run';
      readonly command: Command;
      readonly invocation: Invocation;
      /** Folder of the database, or null for the default. */
      readonly data: string | null;
      /** Address of PostgreSQL, or null for the embedded database. */
      readonly url: string | null;
    };

/** Reads the command line; refuses with one sentence that says what to do. */
export function parseAdmin(args: readonly string[], databaseUrl?: string): Answer<AdminRequest> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h') {
    return answer({ kind: 'help', text: overview() });
  }
  const command = COMMANDS.get(name);
  if (command === undefined) {
    return refuse('Bad Request', `There is no command ${name}; see --help.`);
  }
  const parsed = parse(command, rest);
  if (!parsed.ok) return parsed;
  const { values, positionals: words } = parsed.value;
  if (values.help === true) return answer({ kind: 'help', text: helpOf(command) });
  if (words.length !== command.words.length) {
    return refuse('Bad Request', `Usage: tillkit admin ${command.usage}`);
  }
  const missing = command.options.find((option) => option.required && !values[option.name]);
  if (missing !== undefined) {
    return refuse('Bad Request', `--${missing.name} is missing: ${missing.help}.`);
  }
  const empty = Object.entries(values).find(([, value]) => value === '');
  if (empty !== undefined) return refuse('Bad Request', `--${empty[0]} needs a value.`);
  const data = typeof values.data === 'string' ? values.data : null;
  const named = typeof values['database-url'] === 'string' ? values['database-url'] : null;
  const url = named ?? (command.onFile === 'any' ? null : databaseUrl || null);
  if (url !== null && command.onFile) {
    const given = named === null ? 'TILLKIT_DATABASE_URL' : '--database-url';
    const instead = `${given} names PostgreSQL: back PostgreSQL up with its own tools`;
    return refuse('Bad Request', `${name} is for the embedded database; ${instead}.`);
  }
  if (url !== null && !isPostgresAddress(url)) {
    const sentence = 'The address of the database must begin with postgres:// or postgresql://.';
    return refuse('Bad Request', sentence);
  }
  return answer({ kind: 'run', command, invocation: { words, options: values }, data, url });
}

type Parsed = {
  readonly values: Invocation['options'];
  readonly positionals: readonly string[];
};

function parse(command: Command, args: readonly string[]): Answer<Parsed> {
  const options: ParseArgsOptionsConfig = {
    data: { type: 'string' },
    'database-url': { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  };
  for (const { name, kind } of command.options) {
    options[name] =
      kind === 'flag' ? { type: 'boolean' } : { type: 'string', multiple: kind === 'texts' };
  }
  const read = readArguments({ args: [...args], options, allowPositionals: true });
  if (!read.ok) return read;
  const { values, positionals } = read.value;
  return answer({ values: asGiven(values), positionals });
}

function asGiven(values: Readonly<Record<string, unknown>>): Invocation['options'] {
  const options: Record<string, string | boolean | readonly string[]> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string' || typeof value === 'boolean') options[name] = value;
    if (Array.isArray(value)) options[name] = value.map(String);
  }
  return options;
}

function overview(): string {
  const width = Math.max(...[...COMMANDS.values()].map(({ usage }) => usage.length));
  const lines = [...COMMANDS.values()].map(
    ({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`,
  );
  return [
    'Usage: tillkit admin COMMAND [words and options]',
    '',
    ...lines,
    '',
    '  --data DIR          folder of the embedded database (or TILLKIT_DATA; the user’s application data)',
    '  --database-url URL  PostgreSQL in its place (or TILLKIT_DATABASE_URL)',
    '  --version           print the version',
    '  --help              print this, or what a command takes',
    '',
    'A service may be running on the folder; a stopped one is needed by restore, accept-loss and',
    'move-to-postgresql.',
    '',
  ].join('\n');
}

function helpOf(command: Command): string {
  const width = Math.max(0, ...command.options.map(({ name }) => name.length));
  const lines = command.options.map(({ name, help }) => `  --${name.padEnd(width)}  ${help}`);
  return [`Usage: tillkit admin ${command.usage}`, '', `  ${command.summary}`, '', ...lines, '']
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
}
