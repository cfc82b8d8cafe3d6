import { type Answer, answer } from '../../shared/protocol/errors.ts';
import { oneFolder, readArguments } from '../read-arguments.ts';

export const DIAGNOSE_HELP = `Looks for what is wrong with a till, without its screen.

  tillkit diagnose [DIR] [options]

  DIR            the till's data folder; the usual folder by default
  --bundle FILE  writes a zip for support as well: checks, settings, log, numbers of the journal;
                 no secret, no phone number and no text of a sale is in it
  --json         the checks as JSON
  --help         this text

It changes nothing, and may be used beside a till that runs. Exit code 0: nothing is wrong; 1:
something is; 2: it was called wrongly.`;

export type DiagnoseCommand = {
  readonly directory: string | null;
  readonly bundle: string | null;
  readonly form: 'words' | 'json';
};

export type DiagnoseRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'look'; readonly command: DiagnoseCommand };

/** Reads the command line; a refusal's description is what the person should see. */
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
