import { resolve } from 'node:path';
import { readServiceAddress } from '../../shared/device/pairing/address.ts';
import { readArguments } from '../../shared/node/read-arguments.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';

/** The options of the start command. */
export type StartOptions = {
  /** Port of the service; the cashier screen uses the next one. 0 takes any free ports. */
  readonly port: number;
  /** Whether phones on the same network may open the customer's pages. */
  readonly reach: 'loopback' | 'lan';
  /** Data directory, or null for the user's own. */
  readonly data: string | null;
  readonly screen: 'open' | 'print_address';
  /** Base address of a remote service; null for the embedded one. */
  readonly service: string | null;
  /** Sells in the demo's shop; an installed till does so only when it is asked to. */
  readonly demo: boolean;
  /** Whether the till's key may be kept in a file if the system has no key store. */
  readonly secretFile: 'allowed' | 'refused';
  /** File of further certificate authorities to trust (PEM); null for the usual ones only. */
  readonly caFile: string | null;
  /** `kiosk` takes the whole display; `as_set` uses the settings and the installation. */
  readonly window: 'as_set' | 'kiosk';
};

export type StartRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'start'; readonly options: StartOptions };

const START_PORT = 4600;

export const START_HELP = `Starts the till: the service, the terminal and the cashier screen.

  --lan          also serve the customer's pages (nothing else) on this machine's network address,
                 so that a phone on the same network can pay
  --port N       port of the service, ${START_PORT} by default; the cashier screen takes the next one;
                 0 takes any free ports
  --data DIR     the data folder; the user's application data by default
  --kiosk        show the self-service screen on the whole display; only its service menu leaves it
  --no-open      open no window, print the address
  --service URL  use the service at this address instead of an embedded one; the screen asks for a
                 pairing code at the first start
  --demo         use the embedded service with the demo's shop; without --service a till from the
                 sources does so by itself, and an installed one asks for its service
  --secret-file  keep the till's key in a file that only this user can read if the operating system
                 has no key store
  --ca-file FILE also trust the certificate authorities in this file (PEM)
  --version      print the version
  --help         this text

Ctrl-C stops everything, and so does closing the cashier window. The next start with the same data
finishes open sales.`;

const OPTIONS = {
  lan: { type: 'boolean' },
  port: { type: 'string' },
  data: { type: 'string' },
  'no-open': { type: 'boolean' },
  demo: { type: 'boolean' },
  service: { type: 'string' },
  'secret-file': { type: 'boolean' },
  'ca-file': { type: 'string' },
  kiosk: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the command line; a refusal's description is printed for the operator. */
export function parseStart(args: readonly string[]): Answer<StartRequest> {
  const read = readArguments({ args: [...args], options: OPTIONS });
  if (!read.ok) return read;
  const { values } = read.value;
  if (values.help === true) return answer({ kind: 'help' });
  const port = values.port === undefined ? START_PORT : toPort(String(values.port));
  if (port === null) {
    return refuse('Bad Request', '--port must be a number from 0 to 65534.');
  }
  const service = serviceOf(values.service);
  if (!service.ok) return service;
  if (service.value !== null && values.demo === true) {
    return refuse('Bad Request', '--demo has a service of its own; leave out --service.');
  }
  const data = values.data;
  if (data === '') return refuse('Bad Request', '--data must name a directory.');
  const caFile = values['ca-file'];
  if (caFile === '') {
    return refuse('Bad Request', '--ca-file must name a file of certificates (PEM).');
  }
  return answer({
    kind: 'start',
    options: {
      port,
      reach: values.lan === true ? 'lan' : 'loopback',
      data: typeof data === 'string' ? data : null,
      screen: values['no-open'] === true ? 'print_address' : 'open',
      service: service.value,
      demo: values.demo === true,
      secretFile: values['secret-file'] === true ? 'allowed' : 'refused',
      caFile: typeof caFile === 'string' ? resolve(caFile) : null,
      window: values.kiosk === true ? 'kiosk' : 'as_set',
    },
  });
}

function serviceOf(typed: string | boolean | undefined): Answer<string | null> {
  if (typed === undefined) return answer(null);
  const read = readServiceAddress(String(typed));
  return read.ok ? read : refuse('Bad Request', '--service must be the address of a service.');
}

/** 65535 is excluded, because the cashier screen uses the port after the service's. */
function toPort(text: string): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) < 65_535 ? Number(text) : null;
}
