import { parseArgs } from 'node:util';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';

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
  const values = valuesOf(args);
  if (!values.ok) return values;
  const { help, config, 'ready-json': readyJson } = values.value;
  if (help === true) return answer({ kind: 'help' });
  if (config === undefined || config === '') {
    return refuse('Bad Request', '--config FILE is required. Try --help.');
  }
  return answer({ kind: 'run', file: config, readyJson: readyJson === true });
}

const OPTIONS = {
  config: { type: 'string' },
  'ready-json': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function valuesOf(
  args: readonly string[],
): Answer<ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']> {
  try {
    return answer(parseArgs({ args: [...args], options: OPTIONS, strict: true }).values);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : 'unreadable';
    return refuse('Bad Request', `${reason} Try --help.`);
  }
}
