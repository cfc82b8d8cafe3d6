import { oneFolder, readArguments } from '../../../shared/node/read-arguments.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';

export const DIAGNOSE_HELP = `Checks a till without its screen.

  tillkit diagnose [DIR] [options]

  DIR            the till's data folder; the usual folder by default
  --bundle FILE  also writes a zip for support: checks, settings, log, figures of the journal; it
                 contains no secret, no phone number and no text of a sale
  --json         the checks as JSON
  --version      print the version
  --help         this text

The command changes nothing and can run while the till runs. Exit codes: 0, all checks passed; 1, a
check failed; 2, the arguments are not valid.`;

export type DiagnoseCommand = {
  readonly directory: string | null;
  readonly bundle: string | null;
  readonly form: 'words' | 'json';
};

export type DiagnoseRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'look'; readonly command: DiagnoseCommand };

/** Reads the command line; a refusal's description is printed for the operator. */
export function parseDiagnose(args: readonly string[]): Answer<DiagnoseRequest> {
  const parsed = readArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      bundle: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (values.help === true) return answer({ kind: 'help' });
  const folder = oneFolder(positionals);
  if (!folder.ok) return folder;
  const form = values.json === true ? 'json' : 'words';
  const { bundle = null } = values;
  return answer({ kind: 'look', command: { directory: folder.value, bundle, form } });
}
