#!/usr/bin/env node
import './needs-node.js';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { trustCaFile } from './ca-file.js';

const COMMANDS = {
  dev: { built: '../../dist/lib/dev-cli.js', source: '../dev.ts' },
  start: { built: '../../dist/lib/start.js', source: '../start.ts' },
  terminal: { built: '../../dist/lib/terminal-cli.js', source: '../commands/terminal/cli.ts' },
  service: { built: '../../dist/lib/service-cli.js', source: '../../service/app/cli.ts' },
  pair: { built: '../../dist/lib/pair-cli.js', source: '../commands/pair.ts' },
  'kiosk-pin': { built: '../../dist/lib/kiosk-pin-cli.js', source: '../commands/kiosk-pin.ts' },
  journal: { built: '../../dist/lib/journal-cli.js', source: '../commands/journal.ts' },
  books: { built: '../../dist/lib/books-cli.js', source: '../commands/books.ts' },
  diagnose: { built: '../../dist/lib/diagnose-cli.js', source: '../commands/diagnose.ts' },
  conform: {
    built: '../../dist/lib/conform-cli.js',
    source: '../commands/conform.ts',
  },
  torture: { built: '../../dist/lib/torture-cli.js', source: '../commands/torture.ts' },
  admin: { built: '../../dist/lib/admin-cli.js', source: '../../service/app/admin/cli.ts' },
};
const HELP = `tillkit <command> [options]

  dev        service, simulator, till and wallet for development, with keys for the customer
  start      the till: service, terminal and cashier screen
  terminal   the till without a window, for a cash register or another program
  service    the service alone
  pair       pairs a till with a service by a code of the merchant portal
  kiosk-pin  sets the PIN of a kiosk's service menu
  journal    prints the journal of a till
  books      writes the books of a till for an accountant or an authority
  diagnose   checks a till and writes a file for support
  conform    checks any service against the tables of the specification
  torture    tests a till, in any language, with faults of the network and kills
  admin      merchants, users, keys and backups of a service that is not running

Each command answers --help and --version. With --ca-file FILE it also trusts the certificate authorities in this
file (PEM). tillkit --version prints the version.`;

const [name, ...given] = process.argv.slice(2);
// `start` reads the option itself, because it passes it on to Electron.
const { args: rest, problem } = name === 'start' ? { args: given } : trustCaFile(given);
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 2;
} else if (name === undefined || name === '--help' || name === '-h') {
  console.log(HELP);
} else if (name === '--version' || name === '-v') {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  console.log(JSON.parse(manifest).version);
} else if (!Object.hasOwn(COMMANDS, name)) {
  console.error(`Unknown command: ${name}. Commands are ${Object.keys(COMMANDS).join(', ')}.`);
  process.exitCode = 2;
} else {
  const { built, source } = COMMANDS[name];
  const here = (path) => fileURLToPath(new URL(path, import.meta.url));
  // Types are stripped from sources in a working copy; in an installed package only the build runs.
  const file = existsSync(here(source)) && !here('.').includes('node_modules') ? source : built;
  // What was compiled once is not compiled again at every start; where it cannot be kept, it is.
  module.enableCompileCache();
  process.argv = [process.argv[0], here(file), ...rest];
  await import(new URL(file, import.meta.url).href);
}
