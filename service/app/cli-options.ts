import { parseArgs } from 'node:util';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { isProfileName } from '../../shared/protocol/profiles.ts';
import { DAY } from '../../shared/time/clock.ts';
import { readOrigins } from '../api/cors.ts';
import { codesAddressProblem } from './open-outgoing.ts';
import type { ServiceOptions } from './options.ts';

/** The request on the command line. */
export type CliRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; readonly options: ServiceOptions; readonly readyJson: boolean };

/** Values that the command line is checked against. */
export type CliSurroundings = {
  /** Default folder of the data. */
  readonly defaultData: string;
  readonly production: boolean;
  /** Default address for one-time codes. */
  readonly codesTo?: string;
  /** Default address of PostgreSQL. */
  readonly databaseUrl?: string;
};

export const USAGE = `Usage: tillkit service [options]

  --port N               port to listen on (4600); 0 takes any free port
  --host H               address to listen on (127.0.0.1)
  --data DIR             folder of the embedded database, of keys and of the demo's credentials
                         (the user's application data)
  --database-url URL     PostgreSQL in place of the embedded database, for any number of
                         processes (or TILLKIT_DATABASE_URL); keys stay in --data
  --ephemeral            use a temporary folder and remove it at the end
  --demo                 write the demo's merchants, users and customers
  --simulator            open the simulator API, for programs on this machine
  --allow-callbacks-to L addresses, <ip>/<bits> or host names, with commas between, that
                         callbacks may go to although they are not public
  --codes-to URL         your gateway for one-time codes, http or https: each code is POSTed to
                         it, signed like a callback (or TILLKIT_CODES_TO)
  --keep-callbacks DAYS  how long the log of callbacks keeps what is over (30)
  --clock system|manual  manual: time moves only through the simulator API
  --profile P            vendor profile: svc (the default), settle or mcash
  --browser-origins L    origins, with commas between, whose pages may call the API from a
                         browser; with --profile settle or mcash alone
  --callback-key FILE    RSA private key, PEM, that signs callbacks from now on
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
  'codes-to': { type: 'string' },
  'keep-callbacks': { type: 'string' },
  clock: { type: 'string' },
  profile: { type: 'string' },
  'browser-origins': { type: 'string' },
  'callback-key': { type: 'string' },
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
  const flags = values.value;
  if (flags.help === true) return answer({ kind: 'help' });
  const problem = problemOf(flags, surroundings);
  if (problem !== null) return refuse('Bad Request', problem);
  const port = portOf(flags.port);
  if (port === null) return refuse('Bad Request', '--port must be a number from 0 to 65535.');
  const codesTo = flags['codes-to'] ?? surroundings.codesTo;
  const options: ServiceOptions = {
    data:
      flags.ephemeral === true
        ? { kind: 'ephemeral' }
        : { kind: 'directory', path: flags.data ?? surroundings.defaultData },
    ...(port === undefined ? {} : { port }),
    ...(flags.host === undefined ? {} : { host: flags.host }),
    ...(flags.profile !== undefined && isProfileName(flags.profile)
      ? { profile: flags.profile }
      : {}),
    ...databaseOf(flags, surroundings),
    demo: flags.demo === true,
    simulator: flags.simulator === true,
    ...(flags['allow-callbacks-to'] === undefined
      ? {}
      : { allowCallbacksTo: flags['allow-callbacks-to'].split(',').filter(Boolean) }),
    ...(codesTo ? { codesTo } : {}),
    ...keptCallbacks(flags['keep-callbacks']),
    ...(flags['browser-origins'] === undefined
      ? {}
      : { browserOrigins: flags['browser-origins'].split(',').filter(Boolean) }),
    ...(flags['callback-key'] ? { callbackKey: { file: flags['callback-key'] } } : {}),
    clock: flags.clock === 'manual' ? 'manual' : 'system',
  };
  return answer({ kind: 'run', options, readyJson: flags['ready-json'] === true });
}

function valuesOf(args: readonly string[]): Answer<Values> {
  try {
    return answer(parseArgs({ args: [...args], options: OPTIONS, strict: true }).values);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : 'unreadable';
    return refuse('Bad Request', `${reason} Try --help.`);
  }
}

/** The first error in the options, or null. */
function problemOf(flags: Values, surroundings: CliSurroundings): string | null {
  const database = databaseProblem(flags, surroundings);
  if (database !== null) return database;
  if (flags.profile !== undefined && !isProfileName(flags.profile)) {
    return '--profile must be svc, settle or mcash.';
  }
  const pages = flags['browser-origins'];
  if (pages !== undefined && (flags.profile ?? 'svc') === 'svc') {
    return '--browser-origins needs --profile settle or mcash; a page cannot keep a secret.';
  }
  if (pages !== undefined && readOrigins(pages.split(',').filter(Boolean)) === null) {
    return '--browser-origins takes origins such as https://till.example, without a path.';
  }
  if (flags.clock !== undefined && flags.clock !== 'system' && flags.clock !== 'manual') {
    return '--clock must be system or manual.';
  }
  if (flags.clock === 'manual' && flags.simulator !== true) {
    return '--clock manual needs --simulator; nothing else can move it.';
  }
  if (flags.ephemeral === true && flags.data !== undefined) {
    return '--data and --ephemeral exclude each other.';
  }
  const codesTo = flags['codes-to'] ?? surroundings.codesTo ?? '';
  const codesProblem = codesTo === '' ? null : codesAddressProblem(codesTo);
  if (codesProblem !== null) return codesProblem;
  if (flags['keep-callbacks'] !== undefined && daysOf(flags['keep-callbacks']) === null) {
    return `--keep-callbacks must be a number of days from 1 to ${KEPT_DAYS_MAX}.`;
  }
  if (flags.data === '') return '--data needs the name of a folder.';
  if (flags.host === '') return '--host needs an address.';
  if (flags.simulator === true && surroundings.production && flags.ephemeral !== true) {
    return '--simulator is refused where NODE_ENV is production, unless with --ephemeral.';
  }
  return null;
}

/** Address of PostgreSQL, unless the command line selects the embedded database. */
function databaseOf(
  flags: Values,
  surroundings: CliSurroundings,
): Pick<ServiceOptions, 'databaseUrl'> {
  const url = flags['database-url'] ?? (flags.ephemeral ? '' : surroundings.databaseUrl);
  return url ? { databaseUrl: url } : {};
}

function databaseProblem(flags: Values, surroundings: CliSurroundings): string | null {
  const named = flags['database-url'];
  if (named === '') return '--database-url needs an address such as postgres://user@host/name.';
  if (named !== undefined && flags.ephemeral === true) {
    return '--database-url and --ephemeral exclude each other: that database would stay.';
  }
  const url = databaseOf(flags, surroundings).databaseUrl;
  if (url !== undefined && !/^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? '')) {
    return 'The address of the database must begin with postgres:// or postgresql://.';
  }
  return null;
}

/** The port; undefined when absent, null when invalid. */
function portOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null;
}

/** Ten years, longer than any retention period for such a log. */
const KEPT_DAYS_MAX = 3_650;

function daysOf(text: string): number | null {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return days >= 1 && days <= KEPT_DAYS_MAX ? days : null;
}

function keptCallbacks(text: string | undefined): Pick<ServiceOptions, 'callbackLogLife'> {
  const days = text === undefined ? null : daysOf(text);
  return days === null ? {} : { callbackLogLife: days * DAY };
}
