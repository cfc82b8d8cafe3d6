import { statSync } from 'node:fs';
import type { parseArgs } from 'node:util';
import { z } from 'zod';
import { readArguments } from '../../../shared/node/read-arguments.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { addressOf, apiOf, baseOf, fileOf, jsonOf, orUnusable, Unusable } from '../unusable.ts';

const user = z.object({
  id: z.string(),
  secret: z.string(),
  private_key_pem: z.string().optional(),
});

/** A member whose id is empty counts as absent, as in the ready line of a service without a demo. */
const unlessEmpty = <T extends { readonly id: string }>(form: z.ZodType<T>) =>
  z.preprocess((value) => (Object(value).id ? value : undefined), form.optional());

/**
 * The file of credentials. The ready line of `tillkit service --demo --ready-json` has this form. Rows
 * that need an absent member are not tested.
 */
export const credentialsFile = z.object({
  merchant: z.object({ id: z.string().min(1) }),
  /** One user with a secret, and one with a private key too; they can be the same. */
  users: z.array(user).min(1),
  integrator: unlessEmpty(z.object({ id: z.string(), private_key_pem: z.string() })),
  oauth_client: unlessEmpty(z.object({ id: z.string(), secret: z.string() })),
  other_merchant: unlessEmpty(z.object({ id: z.string(), users: z.array(user) })),
  shortlinks: z.array(z.object({ id: z.string(), serial_number: z.string() })).optional(),
  customers: z.array(z.object({ msisdn: z.string() })).optional(),
  /** Where the addresses of shortlinks begin; the address of the service if absent. */
  shortlink_url: z.string().optional(),
  callback_key_url: z.string().optional(),
});
export type Credentials = z.infer<typeof credentialsFile>;

/** A user of the service whose part a check plays. */
export type Caller = {
  readonly merchant: string;
  readonly id: string;
  readonly secret: string;
  readonly privateKey: string | null;
};

/** The users of a merchant of the credentials. */
export function callersOf(shop: {
  readonly id: string;
  readonly users: Credentials['users'];
}): readonly Caller[] {
  return shop.users.map((one) => ({
    merchant: shop.id,
    id: one.id,
    secret: one.secret,
    privateKey: one.private_key_pem || null,
  }));
}

export const FORMATS = ['table', 'junit', 'html'] as const;
export type Format = (typeof FORMATS)[number];

export type ConformOptions = {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly simulatorUrl: string | null;
  readonly ca: string | null;
  readonly allowPayments: boolean;
  /** A row is tested if its id has this text; null for all. */
  readonly only: string | null;
  readonly format: Format;
  readonly out: string | null;
  /** The name under which the service reaches this machine; null if it does not. */
  readonly callbackHost: string | null;
  readonly callbackCertificate: { readonly cert: string; readonly key: string } | null;
  /** Sentences for the person who runs the command. */
  readonly warnings: readonly string[];
};

export type ConformRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; readonly options: ConformOptions };

export const HELP = `Usage: tillkit conform URL --credentials FILE [options]

Checks a service against the 377 rows of the specification's tables. URL is the address of its API, such
as https://pay.example/merchant/v1. Every row is reported as passed, failed or not tested with the reason.

  --credentials FILE    JSON: the merchant, its users and what else the service has; the output of
                        tillkit service --demo --ready-json can be used
  --simulator URL       simulator API of the service: its customer approves, scans and lets time pass
  --allow-payments      permit requests that create and change objects; implied by --simulator
  --only TEXT           test only rows whose id has this text, such as payment-create/
  --format F            table (the default), junit or html
  --out FILE            write the report to this file
  --ca FILE             also trust this certificate authority (PEM) for URL
  --callback-host H     name or address under which the service reaches this machine, for callbacks
                        (127.0.0.1 if URL is on this machine)
  --callback-cert FILE  certificate of the receiver of callbacks over https, PEM; the service must
                        trust it
  --callback-key FILE   its private key, PEM
  --version             print the version
  --help                print this

Without --allow-payments and --simulator the command only reads, and reports rows that need more as not
tested. With --allow-payments it creates payment requests, permission requests, points of sale, users,
self-service users and shortlinks at the merchant, and does not remove all of them. No money moves unless a
customer approves. With --simulator it also approves, captures and refunds payments, changes the payout
account and moves a manual clock by days: use it for test services only.

Exit code: 0 no row failed, 1 a row failed, 2 wrong options or a service that does not answer.
`;

const OPTIONS = {
  credentials: { type: 'string' },
  simulator: { type: 'string' },
  'allow-payments': { type: 'boolean' },
  only: { type: 'string' },
  format: { type: 'string', default: 'table' },
  out: { type: 'string' },
  ca: { type: 'string' },
  'callback-host': { type: 'string' },
  'callback-cert': { type: 'string' },
  'callback-key': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the command line and the files that it names; refuses with one sentence. */
export function parseConform(args: readonly string[]): Answer<ConformRequest> {
  const read = readArguments({ args: [...args], options: OPTIONS, allowPositionals: true });
  if (!read.ok) return read;
  return orUnusable(() => answer(requestOf(read.value)));
}

type CommandLine = ReturnType<
  typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>
>;

function requestOf({ values, positionals }: CommandLine): ConformRequest {
  if (values.help === true) return { kind: 'help' };
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0) {
    throw new Unusable('Name one URL, the address of the API.');
  }
  const url = addressOf(address, 'URL');
  if (values.credentials === undefined) {
    throw new Unusable('--credentials must name a file.');
  }
  const format = FORMATS.find((one) => one === values.format);
  if (format === undefined) throw new Unusable(`--format is one of ${FORMATS.join(', ')}.`);
  const { 'callback-cert': cert, 'callback-key': key } = values;
  if ((cert === undefined) !== (key === undefined)) {
    throw new Unusable('--callback-cert and --callback-key belong together.');
  }
  const { credentials, warnings } = readCredentials(values.credentials);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return {
    kind: 'run',
    options: {
      baseUrl: apiOf(url),
      credentials,
      simulatorUrl:
        values.simulator === undefined ? null : baseOf(addressOf(values.simulator, '--simulator')),
      ca: values.ca === undefined ? null : fileOf(values.ca, '--ca'),
      allowPayments: values['allow-payments'] === true,
      only: values.only ?? null,
      format,
      out: values.out ?? null,
      callbackHost: values['callback-host'] ?? (local ? '127.0.0.1' : null),
      callbackCertificate:
        cert === undefined || key === undefined
          ? null
          : { cert: fileOf(cert, '--callback-cert'), key: fileOf(key, '--callback-key') },
      warnings,
    },
  };
}

/** Reads the credentials, and warns if other people can read them too. */
function readCredentials(path: string) {
  const credentials = jsonOf(path, '--credentials', credentialsFile);
  const open = process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
  const warning = `Other users of this machine can read ${path}; chmod 600 ${path} prevents this.`;
  return { credentials, warnings: open ? [warning] : [] };
}
