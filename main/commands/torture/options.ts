import { z } from 'zod';
import { readArguments } from '../../../shared/node/read-arguments.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { addressOf, apiOf, baseOf, jsonOf, orUnusable, Unusable } from '../unusable.ts';

/** A service, and the user that the tills are given. */
export type TortureService = {
  /** Base address of the API, without a final slash. */
  readonly baseUrl: string;
  readonly merchant: string;
  readonly user: string;
  readonly secret: string;
  readonly simulatorUrl: string | null;
  /** Phone number of the customer who acts through the simulator. */
  readonly customer: string;
  readonly currency: string;
};

export type TortureOptions = {
  /** Null: the command starts a service for tests. */
  readonly service: TortureService | null;
  readonly till: string;
  readonly sales: number;
  /** Null: a random seed. */
  readonly seed: number | null;
  readonly jobs: number;
  /** The number of the only sale that is made; null for all. */
  readonly onlySale: number | null;
  readonly json: string | null;
  /** Longest time of one sale, milliseconds. */
  readonly limit: number;
};

export type TortureRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; readonly options: TortureOptions };

export const HELP = `Usage: tillkit torture [URL] --till COMMAND [options]

Tests a till in any language: a proxy between the till and the service loses, delays, repeats and reorders
messages, cuts connections after the service has committed, and kills the till. An auditor compares the
traffic with the reports of the till. docs/guides/torture.md describes what the till reads and prints.

  --till COMMAND      starts the till
  --sales N           number of sales, 100 by default
  --seed N            decides every fault and every customer; a random one by default
  --jobs N            tills that work at the same time, 2 by default
  --only-sale N       make the sale of this number alone
  --limit SECONDS     longest time of one sale, 60 by default
  --json FILE         also write the findings and counts to this file
  --version           print the version
  --help              print this

Without URL the command starts a service for tests. With URL, the address of the API of another service:

  --credentials FILE  JSON: merchant, users, customers; the output of
                      tillkit service --demo --ready-json can be used
  --user ID           the user of the tills; the first one that has a secret by default
  --simulator URL     simulator API of the service, through which customers answer
  --currency CODE     NOK by default

The command creates a point of sale for each till, and payment requests. Money moves if customers approve:
use it for test services only.

Exit code: 0 no finding, 1 findings, 2 wrong options, or a till or service that does not answer.
`;

const OPTIONS = {
  till: { type: 'string' },
  sales: { type: 'string', default: '100' },
  seed: { type: 'string' },
  jobs: { type: 'string', default: '2' },
  'only-sale': { type: 'string' },
  limit: { type: 'string', default: '60' },
  json: { type: 'string' },
  credentials: { type: 'string' },
  user: { type: 'string' },
  simulator: { type: 'string' },
  currency: { type: 'string', default: 'NOK' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The file of credentials. The ready line of `tillkit service --demo --ready-json` has this form. */
const credentialsFile = z.object({
  merchant: z.object({ id: z.string().min(1) }),
  users: z.array(z.object({ id: z.string().min(1), secret: z.string() })).min(1),
  customers: z.array(z.object({ msisdn: z.string() })).optional(),
});
export type Credentials = z.infer<typeof credentialsFile>;

/** Reads the command line and the file that it names; refuses with one sentence. */
export function parseTorture(args: readonly string[]): Answer<TortureRequest> {
  const parsed = readArguments({ args: [...args], options: OPTIONS, allowPositionals: true });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (values.help === true) return answer({ kind: 'help' });
  return orUnusable(() => {
    if (!values.till) throw new Unusable('--till must name a command that starts the till.');
    const sales = numberOf(values.sales, '--sales', 1, 1_000_000);
    return answer({
      kind: 'run',
      options: {
        service: serviceOption(positionals, values),
        till: values.till,
        sales,
        seed: values.seed === undefined ? null : numberOf(values.seed, '--seed', 0, 2 ** 31),
        jobs: numberOf(values.jobs, '--jobs', 1, 64),
        onlySale:
          values['only-sale'] === undefined
            ? null
            : numberOf(values['only-sale'], '--only-sale', 1, 1_000_000),
        json: values.json ?? null,
        limit: numberOf(values.limit, '--limit', 1, 3_600) * SECOND,
      },
    });
  });
}

function numberOf(text: string, option: string, least: number, most: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Unusable(`${option} must be a whole number from ${least} to ${most}.`);
}

type ServiceValues = {
  readonly credentials?: string | undefined;
  readonly user?: string | undefined;
  readonly simulator?: string | undefined;
  readonly currency: string;
};

function serviceOption(
  [url, ...more]: readonly string[],
  { credentials: file, user, simulator, currency }: ServiceValues,
): TortureService | null {
  if (more.length > 0) throw new Unusable('Name one URL, the address of the API.');
  if (url === undefined) {
    if (file === undefined && simulator === undefined && user === undefined) return null;
    throw new Unusable('--credentials, --simulator and --user need a URL.');
  }
  if (!/^[A-Z]{3}$/.test(currency)) throw new Unusable('--currency must be a code such as NOK.');
  const baseUrl = apiOf(addressOf(url, 'URL'));
  if (file === undefined) throw new Unusable('--credentials must name a file.');
  const simulatorUrl = simulator === undefined ? null : baseOf(addressOf(simulator, '--simulator'));
  const credentials = jsonOf(file, '--credentials', credentialsFile);
  const service = serviceOf(baseUrl, credentials, simulatorUrl, user ?? null);
  if (service === null) {
    throw new Unusable(
      `--credentials: ${file} has no user${user ? ` ${user}` : ''} with a secret.`,
    );
  }
  return Object.assign(service, { currency });
}

/** The service of credentials; null if they have no such user with a secret. */
export function serviceOf(
  baseUrl: string,
  { merchant, users, customers = [] }: Credentials,
  simulatorUrl: string | null,
  user: string | null,
): TortureService | null {
  const found = users.find(({ id, secret }) => secret !== '' && (user === null || id === user));
  if (found === undefined) return null;
  return {
    baseUrl,
    merchant: merchant.id,
    user: found.id,
    secret: found.secret,
    simulatorUrl,
    customer: customers[0]?.msisdn ?? '',
    currency: 'NOK',
  };
}
