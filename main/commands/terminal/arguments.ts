import { readArguments } from '../../../shared/node/read-arguments.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';

/** The parsed command line of a headless terminal. */
export type TerminalRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; readonly file: string; readonly readyJson: boolean };

export const TERMINAL_HELP = `Usage: tillkit terminal --config FILE [options]

Runs a terminal with its till API and no window, for a cash register or another program on this
machine. docs/guides/local-till-api.md has the members of the file and examples.

  --config FILE   the terminal's configuration, JSON
  --ready-json    print one line of JSON on standard output when ready
  --version       print the version
  --help          print this

SIGTERM and Ctrl-C stop it; the next start resumes open sales. Exit codes: 0 after a clean
stop, 2 for a command line or configuration that is not valid, 1 for everything else.
`;

/** Reads the command line; a refusal is one sentence with advice. */
export function parseTerminal(args: readonly string[]): Answer<TerminalRequest> {
  const read = readArguments({ args: [...args], options: OPTIONS });
  if (!read.ok) return read;
  const { help, config, 'ready-json': readyJson } = read.value.values;
  if (help === true) return answer({ kind: 'help' });
  if (config === undefined || config === '') {
    return refuse('Bad Request', '--config FILE is required. See --help.');
  }
  return answer({ kind: 'run', file: config, readyJson: readyJson === true });
}

const OPTIONS = {
  config: { type: 'string' },
  'ready-json': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;
