import { readTrustedProxies } from '../../shared/node/http/client-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import {
  isProfileName,
  OLDER_PROFILES,
  PROFILES,
  profileList,
} from '../../shared/protocol/profiles.ts';
import { readOrigins } from '../api/cors.ts';
import { isPostgresAddress } from '../store/open-store.ts';
import { certificateProblems } from './certificate.ts';
import { mailOptionProblems } from './open-mail.ts';
import { allowedTargetsProblem, codesAddressProblem, keyFileProblem } from './open-outgoing.ts';
import { publicOriginProblem, testbedHostProblem } from './origins.ts';
import { listOf, type Values } from './usage.ts';

/** Checks one group of options; null or an empty list without a problem. */
type Check = (values: Values, production: boolean) => string | null | readonly string[];

/** One sentence for each wrong option, in the order of the help. */
export function problemsOf(values: Values, production: boolean): readonly string[] {
  return CHECKS.flatMap((check) => check(values, production) ?? []);
}

const CHECKS: readonly Check[] = [
  ({ port }) =>
    port !== undefined && portOf(port) === null ? '--port must be a number from 0 to 65535.' : null,
  ({ host }) => (host === '' ? '--host needs an address.' : null),
  (values) => {
    const origin = values['public-origin'];
    const problem = origin === undefined ? null : publicOriginProblem(origin);
    return problem === null ? null : `--public-origin ${problem}`;
  },
  tlsProblems,
  (values) => {
    const proxies = values['trust-proxy'];
    if (proxies === undefined || readTrustedProxies(listOf(proxies)) !== null) return null;
    return '--trust-proxy takes addresses such as 127.0.0.1, and networks such as 10.0.0.0/8 or smaller.';
  },
  (values) => {
    const address = values['admin-listen'];
    if (address === undefined || addressOf(address) !== null) return null;
    return '--admin-listen takes a host and a port, such as 127.0.0.1:9464 or [::1]:9464.';
  },
  (values) => {
    const word = values['log-requests'];
    return word === undefined || word === 'yes' || word === 'no'
      ? null
      : '--log-requests must be yes or no.';
  },
  ({ data }) => (data === '' ? '--data needs the name of a folder.' : null),
  ({ data, ephemeral }) =>
    ephemeral === true && data !== undefined ? '--data and --ephemeral exclude each other.' : null,
  databaseProblem,
  (values) =>
    values.demo === true && values['public-origin'] && values['demo-in-public'] !== true
      ? '--demo gives everyone who reaches --public-origin a customer; add --demo-in-public to permit it.'
      : null,
  ({ simulator, ephemeral }, production) =>
    simulator === true && production && ephemeral !== true
      ? '--simulator is refused where NODE_ENV is production, unless with --ephemeral.'
      : null,
  (values) => {
    const uri = values['codes-to'];
    if (uri === '') return '--codes-to needs an address.';
    return uri === undefined ? null : codesAddressProblem(uri);
  },
  (values) => {
    const uri = values['email-codes-to'];
    if (uri === '') return '--email-codes-to needs an address.';
    return uri === undefined ? null : codesAddressProblem(uri, 'emailCodesTo');
  },
  mailProblems,
  callbackKeyProblem,
  registrationProblems,
  (values) => {
    const targets = values['allow-callbacks-to'];
    const problem = targets === undefined ? null : allowedTargetsProblem(listOf(targets));
    return problem === null ? null : `--allow-callbacks-to: ${problem}.`;
  },
  (values) => {
    const days = values['keep-callbacks'];
    if (days === undefined || countOf(days, KEPT_DAYS_MAX) !== null) return null;
    return `--keep-callbacks must be a number of days from 1 to ${KEPT_DAYS_MAX}.`;
  },
  (values) => {
    const years = values['keep-payments'];
    if (years === undefined || countOf(years, KEPT_YEARS_MAX) !== null) return null;
    return `--keep-payments must be a number of years from 1 to ${KEPT_YEARS_MAX}.`;
  },
  (values) => {
    const days = values['keep-receipts'];
    if (days === undefined || countOf(days, KEPT_DAYS_MAX) !== null) return null;
    return `--keep-receipts must be a number of days from 1 to ${KEPT_DAYS_MAX}.`;
  },
  ({ clock, simulator }) => {
    if (clock !== undefined && clock !== 'system' && clock !== 'manual') {
      return '--clock must be system or manual.';
    }
    if (clock !== 'manual' || simulator === true) return null;
    return '--clock manual needs --simulator; nothing else can move it.';
  },
  ({ profile }) =>
    profile !== undefined && !isProfileName(profile) ? `--profile must be ${profileList()}.` : null,
  ({ 'testbed-host': testbedHost, simulator = false, profile = 'svc' }) => {
    if (testbedHost === undefined || !isProfileName(profile)) return null;
    const problem = testbedHostProblem({ testbedHost, simulator, profile });
    return problem === null ? null : `--testbed-host ${problem}`;
  },
  (values) => {
    const pages = values['browser-origins'];
    if (pages === undefined) return null;
    if ((values.profile ?? 'svc') === 'svc') {
      return `--browser-origins needs --profile ${profileList(OLDER_PROFILES)}; a page cannot keep a secret.`;
    }
    if (readOrigins(listOf(pages)) !== null) return null;
    return '--browser-origins takes origins such as https://till.example, without a path.';
  },
];

function tlsProblems(values: Values): readonly string[] {
  const { 'tls-cert': certificate, 'tls-key': key, 'public-origin': origin } = values;
  if (certificate === undefined && key === undefined) return [];
  const problems: string[] = [];
  if (origin !== undefined && !origin.startsWith('https:')) {
    const sentence =
      '--public-origin must begin with https:, because --tls-cert lets the service end TLS.';
    problems.push(sentence);
  }
  if (certificate && key) return [...problems, ...certificateProblems({ certificate, key })];
  return [...problems, '--tls-cert and --tls-key need each other; both take a file.'];
}

function mailProblems(values: Values): readonly string[] {
  const { 'mail-server': server, 'mail-from': from } = values;
  const { 'mail-user': user, 'mail-password-file': passwordFile } = values;
  if (server === undefined && from === undefined) {
    return user === undefined && passwordFile === undefined
      ? []
      : ['--mail-user and --mail-password-file need --mail-server.'];
  }
  if (server === undefined || from === undefined) {
    return ['--mail-server and --mail-from need each other.'];
  }
  if ((user === undefined) !== (passwordFile === undefined)) {
    return ['--mail-user and --mail-password-file need each other.'];
  }
  const login = user && passwordFile ? { login: { user, passwordFile } } : {};
  return mailOptionProblems({ server, from, ...login });
}

function callbackKeyProblem({ 'callback-key': file, profile = 'svc' }: Values): string | null {
  if (file === undefined) return null;
  if (file === '') return '--callback-key needs the name of a file.';
  if (!isProfileName(profile)) return null;
  const problem = keyFileProblem(file, PROFILES[profile]);
  return problem === null ? null : `--callback-key: ${problem}.`;
}

const MODES: readonly string[] = ['closed', 'invited', 'open'];

function registrationProblems(values: Values): readonly string[] {
  const { registration = 'closed', 'terms-version': version, 'terms-url': uri } = values;
  if (!MODES.includes(registration)) return ['--registration must be closed, invited or open.'];
  if (registration === 'closed') {
    return version === undefined && uri === undefined
      ? []
      : ['--terms-version and --terms-url are for --registration invited or open.'];
  }
  const sends = values['codes-to'] !== undefined || values.demo === true;
  const noCodes = `--registration ${registration} needs --codes-to, which sends the codes of new customers.`;
  return [...(sends ? [] : [noCodes]), ...termsProblems(version ?? '', uri ?? '')];
}

/** The errors in the terms of new customers, as sentences. */
export function termsProblems(version: string, uri: string): readonly string[] {
  const { termsVersionMax: longest } = LIMITS;
  const problems: string[] = [];
  if (!/^[\x21-\x7e]+$/.test(version) || version.length > longest) {
    problems.push(
      `--terms-version must be 1 to ${longest} characters such as 2026-11, without spaces.`,
    );
  }
  const url = uri.length > LIMITS.uriMax ? null : URL.parse(uri);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    problems.push(
      '--terms-url must be an http or https URL, where a new customer reads the terms.',
    );
  }
  return problems;
}

function databaseProblem({ 'database-url': url, ephemeral }: Values): string | null {
  if (url === undefined) return null;
  if (url === '') return '--database-url needs an address such as postgres://user@host/name.';
  if (ephemeral === true) {
    return '--database-url and --ephemeral exclude each other: that database would stay.';
  }
  if (isPostgresAddress(url)) return null;
  return 'The address of the database must begin with postgres:// or postgresql://.';
}

/** The port of a text, or null for a text that is none. */
export function portOf(text: string): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null;
}

/** The host and the port of a text such as `127.0.0.1:9464`, or null for a text that is none. */
export function addressOf(text: string): { readonly host: string; readonly port: number } | null {
  const [, inBrackets, plain = '', digits = ''] =
    /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = inBrackets ?? plain;
  const port = portOf(digits);
  return host === '' || port === null ? null : { host, port };
}

/** Ten years, longer than any retention period for such a log. */
export const KEPT_DAYS_MAX = 3_650;
/** A bound against typing errors: more years than a shop keeps its books. */
export const KEPT_YEARS_MAX = 99;

/** The number of a text from 1 to `most`, or null for any other text. */
export function countOf(text: string | undefined, most: number): number | null {
  const count = text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= most ? count : null;
}
