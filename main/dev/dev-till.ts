import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createMerchantClient, type FullClient } from '../../shared/client/index.ts';
import { startScreenHost } from '../host/on-this-machine.ts';
import { type RunningTerminal, startTerminal } from '../host/terminal/start-terminal.ts';

/** Where `tillkit dev` keeps what other programs need of it, in its data folder. */
export const ENVIRONMENT_FILE = 'dev-environment.json';

/** The variables that the guides' programs read. */
export type DevEnvironment = Readonly<
  Record<
    'BASE' | 'MERCHANT' | 'USER_ID' | 'SECRET' | 'ADMIN_KEY' | 'SIMULATOR' | 'WALLET' | 'TILL',
    string
  >
>;

/** A service with demo and simulator, and a till with a screen, for development. */
export type DevTill = {
  readonly environment: DevEnvironment;
  /** Origin of the till's screen and of its bridge. */
  readonly origin: string;
  /** The address that opens the screen once in one more browser. */
  readonly launchAddress: () => string;
  /** The merchant API as the till's user. */
  readonly client: FullClient;
  /** Phone number of the demo's first customer. */
  readonly customer: string;
  readonly stop: () => Promise<void>;
};

export type DevTillOptions = {
  /** Data folder; it is made if it is missing. */
  readonly data: string;
  /** Folder of the built page that the till shows. */
  readonly assetsDir: string;
};

/**
 * Starts a till for development. Ports are free ones. Throws as `startTerminal` does, and when
 * `assetsDir` has no page; then nothing runs.
 */
export async function startDevTill({ data, assetsDir }: DevTillOptions): Promise<DevTill> {
  const directory = resolve(data);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const terminal = await startTerminal({
    data: directory,
    service: { kind: 'embedded', simulator: true },
    till_api: { port: 0 },
  });
  try {
    return await openDevTill(terminal, directory, assetsDir);
  } catch (error) {
    await terminal.stop();
    throw error;
  }
}

/** Opens the screen of a terminal and writes its variables; its stop ends the terminal too. */
async function openDevTill(
  { terminal, ready, stop }: RunningTerminal,
  directory: string,
  assetsDir: string,
): Promise<DevTill> {
  const { embedded } = ready;
  const pos = embedded?.users.find(({ id }) => id === 'pos');
  if (embedded === null || pos === undefined) throw new Error('the demo has no user pos');
  const screen = await startScreenHost({
    terminal,
    assetsDir,
    port: 0,
    settings: {
      shop: { name: 'Corner shop', address: null, organisationNumber: null },
      currency: ready.currency,
      locale: 'nb-NO',
      language: 'en',
      posId: ready.pos_id,
      paidDwellSeconds: 8,
      timeZone: 'Europe/Oslo',
    },
  });
  const environment: DevEnvironment = {
    BASE: embedded.base_url,
    MERCHANT: embedded.merchant.id,
    USER_ID: pos.id,
    SECRET: pos.secret,
    ADMIN_KEY: embedded.users.find(({ id }) => id === 'admin')?.private_key_pem ?? '',
    SIMULATOR: embedded.simulator_url ?? '',
    WALLET: `${embedded.wallet_url}/w/`,
    TILL: ready.url,
  };
  const file = join(directory, ENVIRONMENT_FILE);
  writeFileSync(file, `${JSON.stringify(environment)}\n`, { mode: 0o600 });
  return {
    environment,
    origin: screen.address.replace(/\/$/, ''),
    launchAddress: () => screen.launchAddress(),
    client: createMerchantClient({
      baseUrl: embedded.base_url,
      merchantId: embedded.merchant.id,
      userId: pos.id,
      credentials: { kind: 'secret', secret: pos.secret },
    }),
    customer: embedded.customers[0]?.msisdn ?? '',
    async stop() {
      rmSync(file, { force: true });
      await screen.stop();
      await stop();
    },
  };
}
