import { parseArgs } from 'node:util';
import { present } from '../../shared/objects/present.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import { isProfileName } from '../../shared/protocol/profiles.ts';
import { DAY } from '../../shared/time/clock.ts';
import { nearestName } from './nearest-name.ts';
import {
  addressOf,
  countOf,
  KEPT_DAYS_MAX,
  KEPT_YEARS_MAX,
  portOf,
  problemsOf,
} from './option-problems.ts';
import type { ServiceOptions } from './options.ts';
import { listOf, OPTIONS, type OptionName, type Values, variableOf } from './usage.ts';
import { OPTIONS_IN_ENVIRONMENT, unknownVariables } from './variables.ts';

/** The request on the command line. */
export type CliRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; readonly options: ServiceOptions; readonly readyJson: boolean };

/** Values that the command line is checked against. */
export type CliSurroundings = {
  /** Default folder of the data. */
  readonly defaultData: string;
  readonly production: boolean;
  readonly platform?: NodeJS.Platform;
  /** Environment variables, which give options that are not on the command line. */
  readonly env?: Readonly<Record<string, string | undefined>>;
};

/**
 * Reads the command line and the environment. Refuses with a sentence for each wrong option, one on a
 * line, that says what to do.
 */
export function parseCli(
  args: readonly string[],
  surroundings: CliSurroundings,
): Answer<CliRequest> {
  const typed = valuesOf(args);
  if (typed.values.help === true) return answer({ kind: 'help' });
  const environment = valuesIn(surroundings.env ?? {}, typed.values);
  const unknown = unknownVariables(surroundings.env ?? {}, surroundings.platform ?? 'linux');
  const values = { ...environment.values, ...typed.values };
  const wrong = problemsOf(values, surroundings.production);
  const problems = [...typed.problems, ...unknown, ...environment.problems, ...wrong];
  if (problems.length > 0) return refuse('Bad Request', problems.join('\n'));
  const options = optionsOf(values, surroundings.defaultData);
  return answer({ kind: 'run', options, readyJson: values['ready-json'] === true });
}

/** The known options with their values, and a sentence for everything else on the command line. */
function valuesOf(args: readonly string[]) {
  const { tokens } = parseArgs({
    args: [...args],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string | boolean> = {};
  const problems: string[] = [];
  // A word behind an unknown option is probably its value, and not a second mistake.
  let valueAt = -1;
  for (const token of tokens) {
    if (token.kind === 'positional' && token.index !== valueAt) {
      problems.push(`There is no option ${token.value}; try --help.`);
    }
    if (token.kind !== 'option') continue;
    const { name, rawName, value = '', inlineValue } = token;
    if (!isOption(name)) {
      const nearest = nearestName(name, Object.keys(OPTIONS));
      const advice = nearest === null ? 'try --help.' : `did you mean --${nearest}?`;
      problems.push(`There is no option ${rawName}; ${advice}`);
      valueAt = token.index + 1;
    } else if (OPTIONS[name].type === 'boolean') {
      if (inlineValue) problems.push(`${rawName} takes no value.`);
      values[name] = true;
    } else if (inlineValue === undefined || (!inlineValue && /^-./.test(value))) {
      problems.push(`${rawName} needs a value; write ${rawName}=VALUE if it begins with a dash.`);
    } else {
      values[name] = value;
    }
  }
  // Each value has the type that the table gives its option.
  return { values: values as Values, problems };
}

const isOption = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name);

const FLAGS: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  '0': false,
  false: false,
};

/** Options of the environment. An empty variable counts as absent. */
function valuesIn(env: NonNullable<CliSurroundings['env']>, typed: Values) {
  const values: Record<string, string | boolean> = {};
  const problems: string[] = [];
  for (const name of OPTIONS_IN_ENVIRONMENT) {
    const text = env[variableOf(name)] ?? '';
    if (text === '' || isReplaced(name, typed)) continue;
    if (OPTIONS[name].type === 'string') values[name] = text;
    else if (FLAGS[text] !== undefined) values[name] = FLAGS[text];
    else problems.push(`${variableOf(name)} must be 1 or 0.`);
  }
  return { values: values as Values, problems };
}

/** The place of the data on the command line replaces every place in the environment. */
function isReplaced(name: OptionName, typed: Values): boolean {
  if (typed.ephemeral === true) return name === 'data' || name === 'database-url';
  return name === 'ephemeral' && (typed.data !== undefined || typed['database-url'] !== undefined);
}

/** The options of checked values. */
function optionsOf(values: Values, defaultData: string): ServiceOptions {
  const { port, host, profile, data } = values;
  const days = countOf(values['keep-callbacks'], KEPT_DAYS_MAX);
  const years = countOf(values['keep-payments'], KEPT_YEARS_MAX);
  const receiptDays = countOf(values['keep-receipts'], KEPT_DAYS_MAX);
  const ephemeral = values.ephemeral === true;
  return {
    data: ephemeral ? { kind: 'ephemeral' } : { kind: 'directory', path: data ?? defaultData },
    ...present({ port: port === undefined ? undefined : (portOf(port) ?? 0), host }),
    ...tlsOption(values),
    ...textOption('publicOrigin', values['public-origin']),
    ...listOption('trustProxies', values['trust-proxy']),
    ...(profile !== undefined && isProfileName(profile) ? { profile } : {}),
    ...textOption('databaseUrl', values['database-url']),
    ...adminOptions(values),
    demo: values.demo === true,
    demoInPublic: values['demo-in-public'] === true,
    simulator: values.simulator === true,
    ...listOption('allowCallbacksTo', values['allow-callbacks-to']),
    ...textOption('codesTo', values['codes-to']),
    ...textOption('emailCodesTo', values['email-codes-to']),
    ...mailOption(values),
    ...present({
      callbackLogLife: days === null ? null : days * DAY,
      // A year and a day, so that a report of the last year has all of its settlements.
      receiptLife: receiptDays === null ? null : receiptDays * DAY,
      paymentLife: years === null ? null : years * 366 * DAY,
    }),
    ...registrationOption(values),
    ...listOption('browserOrigins', values['browser-origins']),
    ...textOption('testbedHost', values['testbed-host']),
    ...(values['callback-key'] ? { callbackKey: { file: values['callback-key'] } } : {}),
    clock: values.clock === 'manual' ? 'manual' : 'system',
  };
}

function tlsOption(values: Values): Pick<ServiceOptions, 'tls'> {
  const { 'tls-cert': certificate, 'tls-key': key } = values;
  return certificate && key ? { tls: { certificate, key } } : {};
}

function mailOption(values: Values): Pick<ServiceOptions, 'mail'> {
  const { 'mail-server': server, 'mail-from': from } = values;
  const { 'mail-user': user, 'mail-password-file': passwordFile } = values;
  if (!server || !from) return {};
  return {
    mail: { server, from, ...(user && passwordFile ? { login: { user, passwordFile } } : {}) },
  };
}

function registrationOption(values: Values): Pick<ServiceOptions, 'registration'> {
  const { registration: mode, 'terms-version': version = '', 'terms-url': uri = '' } = values;
  if (mode !== 'open' && mode !== 'invited') return {};
  return { registration: { mode, terms: { version, uri } } };
}

/** Metrics, and the log of requests. */
function adminOptions(values: Values) {
  const address = addressOf(values['admin-listen'] ?? '');
  const word = values['log-requests'];
  return {
    ...(address === null ? {} : { adminListen: address }),
    ...(word === undefined ? {} : { logRequests: word === 'yes' }),
  };
}

function textOption<K extends string>(name: K, text: string | undefined) {
  return text ? ({ [name]: text } as { readonly [N in K]: string }) : {};
}

function listOption<K extends string>(name: K, text: string | undefined) {
  if (text === undefined) return {};
  return { [name]: listOf(text) } as { readonly [N in K]: readonly string[] };
}
