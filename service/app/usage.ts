import type { parseArgs } from 'node:util';

/** The options of the command, as Node's `parseArgs` takes them. */
export const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'public-origin': { type: 'string' },
  'trust-proxy': { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'admin-listen': { type: 'string' },
  'log-requests': { type: 'string' },
  data: { type: 'string' },
  'database-url': { type: 'string' },
  ephemeral: { type: 'boolean' },
  demo: { type: 'boolean' },
  'demo-in-public': { type: 'boolean' },
  simulator: { type: 'boolean' },
  'allow-callbacks-to': { type: 'string' },
  'codes-to': { type: 'string' },
  'email-codes-to': { type: 'string' },
  'mail-server': { type: 'string' },
  'mail-from': { type: 'string' },
  'mail-user': { type: 'string' },
  'mail-password-file': { type: 'string' },
  registration: { type: 'string' },
  'terms-version': { type: 'string' },
  'terms-url': { type: 'string' },
  'keep-callbacks': { type: 'string' },
  'keep-payments': { type: 'string' },
  'keep-receipts': { type: 'string' },
  clock: { type: 'string' },
  profile: { type: 'string' },
  'browser-origins': { type: 'string' },
  'testbed-host': { type: 'string' },
  'callback-key': { type: 'string' },
  'ready-json': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Values of the options; an absent option is undefined. */
export type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

export type OptionName = keyof typeof OPTIONS;

/** The entries of an option that takes several, with commas between. */
export const listOf = (text: string): readonly string[] => text.split(',').filter(Boolean);

/** The option's environment variable: `TILLKIT_PUBLIC_ORIGIN` for `--public-origin`. */
export function variableOf(name: OptionName): string {
  return `TILLKIT_${name.toUpperCase().replaceAll('-', '_')}`;
}

export const USAGE = `Usage: tillkit service [options]

  --port N               port to listen on (4600); 0 takes any free port
  --host H               address to listen on (127.0.0.1)
  --public-origin URL    origin under which a proxy publishes the service, such as
                         https://pay.example or https://shop.example/tillkit; codes, redirects and
                         signatures use it
  --trust-proxy L        addresses of proxies, <ip> or <ip>/<bits>, with commas between, whose
                         X-Forwarded-For names the client
  --tls-cert FILE        certificate with its chain, PEM: the service ends TLS itself; SIGHUP reads
                         the files again
  --tls-key FILE         private key of the certificate, PEM without a passphrase
  --admin-listen H:P     serve /metrics for Prometheus on this address, such as 127.0.0.1:9464
  --log-requests yes|no  write a line of the log for each request (yes; no with --ephemeral, --demo
                         or --simulator)
  --data DIR             folder of the embedded database, of keys and of the demo's credentials
                         (the user's application data)
  --database-url URL     PostgreSQL in place of the embedded database, for any number of
                         processes; keys stay in --data. With a primary and standbys:
                         postgres://user@host1,host2/name
  --ephemeral            use a temporary folder and remove it at the end
  --demo                 write the demo's merchants, users and customers
  --demo-in-public       permit --demo together with --public-origin: everyone who reaches the
                         service can then sign in as a customer of the demo
  --simulator            open the simulator API, for programs on this machine
  --allow-callbacks-to L addresses, <ip>/<bits> or host names, with commas between, that
                         callbacks may go to although they are not public
  --codes-to URL         your gateway for one-time codes, http or https: each code is POSTed to
                         it, signed like a callback
  --email-codes-to URL   your gateway for one-time codes by e-mail, with which self-service users
                         sign in to the merchant portal; like --codes-to
  --mail-server URL      your mail server, which sends receipts to customers: smtps://mail.example,
                         or smtp://mail.example:587 with STARTTLS; without TLS on this machine only
  --mail-from ADDRESS    e-mail address that receipts come from; with the merchant's name before it
  --mail-user NAME       the service signs in to the mail server with this name
  --mail-password-file F file with the password of this name
  --registration R       who may become a customer in the wallet: closed (the default), invited
                         (numbers of admin invite-customer) or open; needs --codes-to
  --terms-version V      version of the terms that a new customer accepts, such as 2026-11
  --terms-url URL        where a new customer reads these terms
  --keep-callbacks DAYS  how long the log of callbacks keeps what is over (30)
  --keep-payments YEARS  how long payments and their books are kept, 1 to 99 (always)
  --keep-receipts DAYS   how long receipts that tills handed over are kept (400)
  --clock system|manual  manual: time moves only through the simulator API
  --profile P            vendor profile: svc (the default), settle, mcash or mcash-minor; mcash
                         reads amounts in major units ("125.00"), mcash-minor in minor ones (12500)
  --browser-origins L    origins, with commas between, whose pages may call the API from a
                         browser; with any --profile but svc
  --testbed-host NAME    host name under which the testbed of --profile mcash answers programs on
                         this machine, for clients that have it built in; needs --simulator
  --callback-key FILE    RSA private key, PEM, that signs callbacks from now on
  --ready-json           print one line of JSON on standard output when ready
  --version              print the version
  --help                 print this

Each option but --version and --help has an environment variable: TILLKIT_PUBLIC_ORIGIN for --public-origin.
A variable with another name is refused. A flag's variable is 1 or 0. An option on the command line counts before its variable.
`;
