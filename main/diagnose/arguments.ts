import { parseArgs } from 'node:util';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';

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
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    const words = error instanceof Error ? error.message.split('\n', 1)[0] : 'Unclear.';
    return refuse('Bad Request', `${words} See --help.`);
  }
  const { values, positionals } = parsed;
  if (values.help === true) return answer({ kind: 'help' });
  const [directory = null, ...more] = positionals;
  if (more.length > 0) return refuse('Bad Request', 'One folder at a time. See --help.');
  const form = values.json === true ? 'json' : 'words';
  return answer({ kind: 'look', command: { directory, bundle: values.bundle ?? null, form } });
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      bundle: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}
