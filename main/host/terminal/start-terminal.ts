import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Ready } from '../../../service/index.ts';
import { createMerchantClient } from '../../../shared/client/index.ts';
import { productVersion } from '../../../shared/node/version.ts';
import { present } from '../../../shared/objects/present.ts';
import { channelName, type Terminal, type TerminalSetup } from '../../../shared/terminal/index.ts';
import type { ReceiptRenderer } from '../../../shared/terminal/receipts/queue.ts';
import type { RefundClient } from '../../../shared/terminal/refunds/send.ts';
import { instantOf } from '../../../shared/time/clock.ts';
import { systemClock, systemFetch, systemIds, thisMachine } from '../adapters/machine.ts';
import { openHandOver, periodSinkOf } from '../books/hand-over.ts';
import { openBooks } from '../books/open-books.ts';
import { createOpenReceipt } from '../books/open-receipt.ts';
import { createOtherTills, receiptReaderOf } from '../books/other-tills.ts';
import { openReceiptCodes } from '../books/receipt-codes.ts';
import { startLocalApi } from '../local-api/server.ts';
import { createReceiptRenderer } from '../receipts/renderer.ts';
import type { TillAccess } from '../service/access.ts';
import { StartError } from '../start-error.ts';
import { openEngine } from '../till/open-engine.ts';
import { createTcpMachine, type TcpMachine } from '../vending/tcp-machine.ts';
import { checkConfig, type TerminalConfig, type TerminalConfigInput } from './config.ts';
import { type ConnectedService, connectService } from './connect.ts';
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
    const setup = setupOf(config, service);
    const refunds = await refundClientOf(config, service.access, source);
    const machine = config.vending === null ? null : machineOf(config.vending, report);
    if (machine !== null) stops.push(async () => machine.close());
    const receipts = receiptsOf(config, setup);
    const { books, key } = await openBooks(service.access, {
      directory,
      settings: () => ({ ...setup, language: config.receipts?.language ?? 'en' }),
      clock: systemClock,
      closes: 'daily',
      report,
    });
    const engine = { directory, setup, report, refunds, machine, receipts, env, books };
    const till = await openEngine(service.access, engine);
    stops.push(till.close);
    const handOver = openHandOver({
      directory,
      books,
      sink: periodSinkOf(service.access, setup.posId),
      key,
      clock: systemClock,
      report,
    });
    stops.push(handOver.stop);
    const { posId, currency } = setup;
    const booked = Math.max(books.books().latest ?? 0, instantOf(systemClock.now()));
    const api = await startLocalApi({
      terminal: till.terminal,
      books,
      openReceipt: createOpenReceipt({
        posId,
        books,
        codes: await openReceiptCodes(directory, posId, booked),
        openOtherTill: createOtherTills({
          read: receiptReaderOf(service.access),
          refundable: till.terminal.refundable,
        }),
      }),
      till: { posId, currency, refundCeiling: config.refunds?.ceiling ?? null },
      directory,
      ...config.till_api,
      ...present({ language: config.receipts?.language }),
      clock: systemClock,
      ids: systemIds,
      report,
    });
    stops.push(() => api.stop());
    return { terminal: till.terminal, ready: readyOf(api, setup, service), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function machineOf(
  { host, port }: NonNullable<TerminalConfig['vending']>,
  report: (sentence: string) => void,
): TcpMachine {
  return createTcpMachine({ host, port, clock: systemClock, report });
}

function receiptsOf(
  { receipts }: TerminalConfig,
  { posId, currency }: TerminalSetup,
): ReceiptRenderer | null {
  if (receipts === null) return null;
  const { shop: name, address, organisation_number: organisationNumber, ...words } = receipts;
  const shop = { name, address, organisationNumber };
  const settings = { ...words, shop, currency, posId, paidDwellSeconds: 0 };
  return createReceiptRenderer(() => settings);
}

function setupOf(config: TerminalConfig, service: ConnectedService): TerminalSetup {
  const { posId, deviceCode } = service;
  return {
    posId,
    currency: config.currency ?? 'NOK',
    policy: config.policy,
    channel: channelName('till', posId),
    capture: config.capture,
    renew: config.renew,
    allowCredit: config.allow_credit,
    expiresInSeconds: config.expires_in,
    deviceCode,
  };
}

async function refundClientOf(
  { refunds }: TerminalConfig,
  { baseUrl, identity }: TillAccess,
  source: SecretSource,
): Promise<RefundClient | null> {
  if (refunds === null) return null;
  const common = { baseUrl, fetch: systemFetch, clock: systemClock };
  const { user: userId, private_key: place } = refunds;
  if (userId === null || place === null) {
    if (identity.credentials.kind === 'key') {
      return createMerchantClient({ ...common, ...identity });
    }
    throw new StartError(
      'Refunds need a key: this terminal has a secret, and refunds name no key.',
    );
  }
  const privateKey = await readSecret(place, source);
  const { merchantId } = identity;
  const credentials = { kind: 'key', privateKey } as const;
  return createMerchantClient({ ...common, merchantId, userId, credentials });
}

function readyOf(
  api: { readonly url: string; readonly tokenFile: string },
  { posId, currency }: TerminalSetup,
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
