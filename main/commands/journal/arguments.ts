import { oneFolder, readArguments } from '../../../shared/node/read-arguments.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';

export const JOURNAL_HELP = `Prints the journal of a till in readable form.

  tillkit journal [DIR] [options]
  tillkit journal verify [DIR|FILE] [--copy FILE]

  DIR          the till's data folder, or the journal file itself; the usual folder by default
  --json       one line of JSON for each record
  --personal   phone numbers and scan tokens in full; masked by default
  --recover    repairs a damaged journal while the till is stopped: keeps the damaged file and every
               whole record; at its next start the till asks the service for its open payments
  --version    print the version
  --help       this text

verify checks the books of a till: the hash of each entry, the chain from entry to entry, the numbers, and the
signature and the figures of each close. It names the first entry that was changed, removed or put in. With --copy it
also compares them with entries from another place, one line of JSON for each, such as the closes that the service has:
only a copy shows that the last entries are missing, or were written again since the last close.

Without --recover the command only reads, also while the till runs. Exit codes: 0, the journal is
intact or recovered, or the books are what was written; 1, it is damaged or
unreadable, or an entry of the books is not what was written; 2, the command line is wrong.`;

export type JournalCommand = {
  readonly path: string | null;
  readonly form: 'words' | 'json';
  readonly personal: 'covered' | 'shown';
};

export type JournalRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'print'; readonly command: JournalCommand }
  | { readonly kind: 'verify'; readonly path: string | null; readonly copy: string | null }
  | { readonly kind: 'recover'; readonly path: string | null };

/** Reads the command line; a refusal's description is printed for the operator. */
export function parseJournal(args: readonly string[]): Answer<JournalRequest> {
  const parsed = readArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      personal: { type: 'boolean' },
      recover: { type: 'boolean' },
      copy: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (values.help === true) return answer({ kind: 'help' });
  const [first, ...others] = positionals;
  const isVerify = first === 'verify';
  const path = oneFolder(isVerify ? others : positionals);
  if (!path.ok) return path;
  if (isVerify) return answer({ kind: 'verify', path: path.value, copy: values.copy ?? null });
  if (values.copy !== undefined) return refuse('Bad Request', '--copy is an option of verify.');
  if (values.recover === true) return answer({ kind: 'recover', path: path.value });
  const form = values.json === true ? 'json' : 'words';
  const personal = values.personal === true ? 'shown' : 'covered';
  return answer({ kind: 'print', command: { path: path.value, form, personal } });
}
