import { parseArgs } from 'node:util';
import { type Answer, answer, refuse } from '../shared/protocol/errors.ts';
import { isProfileName } from '../shared/protocol/profiles.ts';
import type { ServiceOptions } from './options.ts';

/** What the command line asks for. */
export type CliRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; readonly options: ServiceOptions; readonly readyJson: boolean };

/** What the command line is judged against. */
export type CliSurroundings = {
  /** Where the data goes when no option says so. */
  readonly defaultData: string;
  readonly production: boolean;
};

export const USAGE = `Usage: tillkit service [options]

  --port N               port to listen on (4600); 0 takes any free port
  --host H               address to listen on (127.0.0.1)
  --data DIR             folder of the embedded database (the user's application data)
  --ephemeral            use a temporary folder and remove it at the end
  --demo                 write the demo's merchants, users and customers
  --simulator            open the simulator API, for programs on this machine
  --allow-callbacks-to L addresses, <ip>/<bits> or host names, with commas between, that
                         callbacks may go to although they are not public
  --clock system|manual  manual: time moves only through the simulator API
  --profile P            vendor profile: svc (the default), settle or mcash
  --ready-json           print one line of JSON on standard output when ready
  --help                 print this
`;

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  'database-url': { type: 'string' },
  ephemeral: { type: 'boolean' },
  demo: { type: 'boolean' },
  simulator: { type: 'boolean' },
  'allow-callbacks-to': { type: 'string' },
  clock: { type: 'string' },
  profile: { type: 'string' },
  'ready-json': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** Reads the command line; refuses with one sentence that says what to do. */
export function parseCli(
  args: readonly string[],
  surroundings: CliSurroundings,
): Answer<CliRequest> {
  const values = valuesOf(args);
  if (!values.ok) return values;
  const given = values.value;
  if (given.help === true) return answer({ kind: 'help' });
  const problem = problemOf(given, surroundings);
  if (problem !== null) return refuse('Bad Request', problem);
  const port = portOf(given.port);
  if (port === null) return refuse('Bad Request', '--port must be a number from 0 to 65535.');
  const options: ServiceOptions = {
    data:
      given.ephemeral === true
        ? { kind: 'ephemeral' }
        : { kind: 'directory', path: given.data ?? surroundings.defaultData },
    ...(port === undefined ? {} : { port }),
    ...(given.host === undefined ? {} : { host: given.host }),
    ...(given.profile !== undefined && isProfileName(given.profile)
      ? { profile: given.profile }
      : {}),
    demo: given.demo === true,
    simulator: given.simulator === true,
    ...(given['allow-callbacks-to'] === undefined
      ? {}
      : { allowCallbacksTo: given['allow-callbacks-to'].split(',').filter(Boolean) }),
    clock: given.clock === 'manual' ? 'manual' : 'system',
  };
  return answer({ kind: 'run', options, readyJson: given['ready-json'] === true });
}

function valuesOf(args: readonly string[]): Answer<Values> {
  try {
    return answer(parseArgs({ args: [...args], options: OPTIONS, strict: true }).values);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : 'unreadable';
    return refuse('Bad Request', `${reason} Try --help.`);
  }
}

/** The first thing that is wrong with the options, or null. */
function problemOf(given: Values, surroundings: CliSurroundings): string | null {
  if (given['database-url'] !== undefined) {
    return '--database-url is not there yet; use --data DIR or --ephemeral.';
  }
  if (given.profile !== undefined && !isProfileName(given.profile)) {
    return '--profile must be svc, settle or mcash.';
  }
  if (given.clock !== undefined && given.clock !== 'system' && given.clock !== 'manual') {
    return '--clock must be system or manual.';
  }
  if (given.clock === 'manual' && given.simulator !== true) {
    return '--clock manual needs --simulator; nothing else can move it.';
  }
  if (given.ephemeral === true && given.data !== undefined) {
    return '--data and --ephemeral exclude each other.';
  }
  if (given.data === '') return '--data needs the name of a folder.';
  if (given.host === '') return '--host needs an address.';
  if (given.simulator === true && surroundings.production && given.ephemeral !== true) {
    return '--simulator is refused where NODE_ENV is production, unless with --ephemeral.';
  }
  return null;
}

/** The port, undefined when not given, null when it is none. */
function portOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null;
}
