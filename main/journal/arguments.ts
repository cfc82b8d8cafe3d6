import { parseArgs } from 'node:util';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';

export const JOURNAL_HELP = `Prints what a till has written down, for whoever has to understand it.

  tillkit journal [DIR] [options]

  DIR          the till's data folder, or the journal file itself; the usual folder by default
  --json       one line of JSON for each record
  --personal   phone numbers and scan tokens in full; they are covered otherwise
  --help       this text

It only reads, and may be used beside a till that runs. Exit code 0: the journal is whole; 1: it is
damaged or cannot be read.`;

export type JournalCommand = {
  readonly path: string | null;
  readonly form: 'words' | 'json';
  readonly personal: 'covered' | 'shown';
};

export type JournalRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'print'; readonly command: JournalCommand };

/** Reads the command line; a refusal's description is what the person should see. */
export function parseJournal(args: readonly string[]): Answer<JournalRequest> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    const words = error instanceof Error ? error.message.split('\n', 1)[0] : 'Unclear.';
    return refuse('Bad Request', `${words} See --help.`);
  }
  const { values, positionals } = parsed;
  if (values.help === true) return answer({ kind: 'help' });
  const [path = null, ...more] = positionals;
  if (more.length > 0) return refuse('Bad Request', 'One folder at a time. See --help.');
  const form = values.json === true ? 'json' : 'words';
  const personal = values.personal === true ? 'shown' : 'covered';
  return answer({ kind: 'print', command: { path, form, personal } });
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      personal: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}
