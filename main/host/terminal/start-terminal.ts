import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Ready } from '../../../service/index.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { productVersion } from '../../../shared/node/version.ts';
import type { Terminal } from '../../../shared/terminal/index.ts';
import type { VendingMachine } from '../../../shared/terminal/sale/machine-port.ts';
import { systemClock, thisMachine } from '../adapters/machine.ts';
import { NO_MACHINE_ACCESS } from '../diagnosis/machine-access.ts';
import { type Signer, signingOf, type TillAccess } from '../service/access.ts';
import {
  currenciesOf,
  otherCurrencyText,
  readShop,
  type ShopCurrencies,
} from '../service/shop-currencies.ts';
import { memberSettings } from '../settings/till-settings.ts';
import { StartError } from '../start-error.ts';
import { openTillOf } from '../till/open-till.ts';
import { MACHINE_PORTS } from '../till/ports.ts';
import type { Presence } from '../till/presence.ts';
import { createTcpMachine, type TcpMachine } from '../vending/tcp-machine.ts';
import { checkConfig, type TerminalConfig, type TerminalConfigInput } from './config.ts';
import { type ConnectedService, connectService } from './connect.ts';
import { type KnownShop, openKnownShop } from './known-shop.ts';
import { readSecret, type SecretSource } from './secret.ts';

export type StartTerminalOptions = {
  /** Base folder of relative names in the configuration; default the working directory. */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Writes a line for the operator; default standard error. */
  readonly report?: (sentence: string) => void;
};

/** The data of a running terminal: the members of the ready line. */
export type TerminalReady = {
  /** Version of the product. */
  readonly version: string;
  readonly url: string;
  readonly docs_url: string;
  /** The file with the address and the token. */
  readonly token_file: string;
  readonly pos_id: string;
  readonly currency: string;
  readonly service_url: string;
  /** The ready line of the embedded service; null without one. */
  readonly embedded: Ready | null;
  readonly pid: number;
};

/** A terminal without a window. */
export interface RunningTerminal {
  readonly terminal: Terminal;
  readonly ready: TerminalReady;
  /** Stops everything in reverse order; a second call has no effect. */
  stop(): Promise<void>;
}

/** An invalid configuration, as opposed to other errors. */
export class ConfigError extends StartError {}

/**
 * Starts a terminal and its till API from a configuration; the terminal resumes open sales at once.
 * Throws `ConfigError` that names every invalid field, `StartError` with one sentence, or the
 * system's error. When a part fails, the parts before it are stopped.
 */
export async function startTerminal(
  input: TerminalConfigInput,
  options: StartTerminalOptions = {},
): Promise<RunningTerminal> {
  const checked = checkConfig(input);
  if (!checked.ok) throw new ConfigError(checked.refusal.description);
  const config = checked.value;
  const { folder = process.cwd(), env = process.env } = options;
  const report = options.report ?? ((sentence: string) => process.stderr.write(`${sentence}\n`));
  const ports = { ...MACHINE_PORTS, env };
  const source: SecretSource = { folder, env, platform: thisMachine.platform };
  const directory = resolve(folder, config.data);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const service = await connectService(config, directory, source);
    stops.push(service.stop);
    const { access, deviceCode } = service;
    const known = openKnownShop(directory, access.identity.merchantId, ports.files);
    const record = await readShop(access, ports);
    if (typeof record !== 'string') known.heard(record);
    const settings = settingsOf(config, service, known);
    refuseOtherCurrency(settings, currenciesOf(record));
    const signer = await signerOf(config, access, source);
    const machine = config.vending === null ? null : machineOf(config.vending, report);
    if (machine !== null) stops.push(async () => machine.close());
    const till = await openTillOf(access, {
      directory,
      settings,
      presence: presenceOf(config, machine),
      deviceCode,
      firstCode: null,
      machineAccess: NO_MACHINE_ACCESS,
      signer,
      settlements: null,
      report,
      ports,
      heardShop: known.heard,
    });
    stops.push(till.close);
    const { terminal, tillApi } = till;
    if (tillApi === null) throw new Error('a till without screens offers its API');
    return { terminal, ready: readyOf(tillApi, settings, service), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Nobody looks at a till without screens. */
const NO_SCREEN = { paidDwellSeconds: 0, timeZone: thisMachine.zone };

/** The till's settings. A paired till has those of its pairing, and the configuration counts before them. */
function settingsOf(
  config: TerminalConfig,
  { posId, paired }: ConnectedService,
  known: KnownShop,
): TillSettings {
  const { receipts, currency, till_api: tillApi } = config;
  const { language = 'en', locale = 'nb-NO' } = receipts ?? paired ?? {};
  return {
    ...NO_SCREEN,
    ...paired,
    ...memberSettings(config),
    shop: shopIn(config) ?? paired?.shop ?? known.shop(),
    currency: currency ?? paired?.currency ?? 'NOK',
    language,
    locale,
    posId,
    tillApi,
  };
}

function shopIn({ receipts }: TerminalConfig): TillSettings['shop'] | null {
  if (receipts === null) return null;
  const { shop: name, address, organisation_number: organisationNumber } = receipts;
  return { name, address, organisationNumber };
}

function presenceOf(config: TerminalConfig, machine: VendingMachine | null): Presence {
  const {
    policy,
    capture,
    renew,
    allow_credit: allowCredit,
    expires_in: expiresInSeconds,
  } = config;
  return {
    kind: 'register',
    machine,
    payments: { policy, capture, renew, allowCredit, expiresInSeconds },
    refundCeiling: config.refunds?.ceiling ?? null,
  };
}

function machineOf(
  { host, port }: NonNullable<TerminalConfig['vending']>,
  report: (sentence: string) => void,
): TcpMachine {
  return createTcpMachine({ host, port, clock: systemClock, report });
}

/** The user who signs refunds; null if the terminal signs them itself, or refunds nothing. */
async function signerOf(
  { refunds }: TerminalConfig,
  access: TillAccess,
  source: SecretSource,
): Promise<Signer | null> {
  if (refunds === null) return null;
  const { user: userId, private_key: place } = refunds;
  if (userId !== null && place !== null) {
    return { userId, privateKey: await readSecret(place, source) };
  }
  if (signingOf(access, null) !== null) return null;
  throw new StartError(
    'Refunds need a key: this terminal has none that may sign them, and refunds name no key.',
  );
}

/**
 * Throws if the shop has no account in the till's currency: no screen could show it later. When a service does not
 * answer now, the till asks it again, and refuses payments by phone until it has the currency (D-501).
 */
function refuseOtherCurrency(
  { currency }: Pick<TillSettings, 'currency'>,
  accepted: ShopCurrencies,
): void {
  if (typeof accepted === 'string' || accepted.includes(currency)) return;
  throw new StartError(otherCurrencyText(currency, { accepted }, 'the terminal’s configuration'));
}

function readyOf(
  api: { readonly url: string; readonly tokenFile: string },
  { posId, currency }: TillSettings,
  { access, embedded }: ConnectedService,
): TerminalReady {
  return {
    version: productVersion(),
    url: api.url,
    docs_url: new URL('/docs/', api.url).href,
    token_file: api.tokenFile,
    pos_id: posId,
    currency,
    service_url: access.baseUrl,
    embedded,
    pid: process.pid,
  };
}
