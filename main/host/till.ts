import { join } from 'node:path';
import type { Ready } from '../../service/index.ts';
import type { TillSettings } from '../../shared/bridge/contract.ts';
import type { Identity } from '../../shared/client/index.ts';
import { createMerchantClient } from '../../shared/client/index.ts';
import { createUploader } from '../../shared/client/upload.ts';
import {
  channelName,
  createTerminal,
  type Terminal,
  type TerminalDeps,
  type TerminalSetup,
} from '../../shared/terminal/index.ts';
import type { ReceiptRenderer } from '../../shared/terminal/receipts/queue.ts';
import type { VendingMachine } from '../../shared/terminal/sale/machine-port.ts';
import {
  machineZone,
  secureRandom,
  systemClock,
  systemFetch,
  systemIds,
} from './adapters/machine.ts';
import type { Tools } from './bridge/tools.ts';
import type { Desk } from './desk/desk.ts';
import type { DeskFacts } from './desk/till-desk.ts';
import { refundClientOf, signerOf, withDesk } from './desk/till-desk.ts';
import { keepDeviceCode } from './device-code.ts';
import { type Goods, openGoods } from './goods/goods.ts';
import { openJournal } from './journal.ts';
import { recoverPayments } from './journal-recovery.ts';
import { type LocalApiOptions, startLocalApi } from './local-api/server.ts';
import { createPush } from './push.ts';
import { createReceiptRenderer } from './receipts/renderer.ts';
import { StartError } from './start-error.ts';
import { NO_SURROUNDINGS, openTools, type Surroundings } from './tools.ts';

/** Where a till's service is, and who the till is there. */
export type TillAccess = { readonly baseUrl: string; readonly identity: Identity };

export type TillOptions = {
  /** A service that said itself who this till is there: the embedded one. */
  readonly service: Pick<Ready, 'base_url' | 'merchant' | 'users'>;
  readonly directory: string;
  readonly settings: TillSettings;
  /** The code that this till may show; none when left out. */
  readonly deviceCode?: TerminalSetup['deviceCode'];
  /** Nobody stands beside this till; there is a cashier when left out. */
  readonly unattended?: Unattended;
  /** Asked for when the first supervisor is added; nothing is when left out. */
  readonly firstCode?: string;
  /** A line for the person who looks after the till. */
  readonly report: (sentence: string) => void;
  /** Windows, printers and secrets of this machine; a till without any when left out. */
  readonly surroundings?: Surroundings;
};

/** A till that customers use alone: money is taken for what was delivered, or goes back. */
export type Unattended = {
  readonly machine: VendingMachine | null;
  readonly expiresInSeconds: number;
};

/** A terminal with its journal and its push channel. */
export type Engine = { readonly terminal: Terminal; readonly close: () => Promise<void> };
/** The same with its desk: who stands there, and what they do after a sale. */
export type Till = Engine & { readonly desk: Desk };

/** A till that people stand at: with a printer, and with eyes for its own troubles. */
export type StaffedTill = Till & { readonly tools: Tools };

/** A till with a screen, and what is sold on it. */
export type ShopTill = StaffedTill & { readonly goods: Goods };

/** API user that a till signs in as. */
const TILL_USER = 'pos';

/**
 * Opens the till's journal and starts its terminal; open sales are picked up at once. Throws
 * `StartError` when the journal cannot be opened or the service does not know this till.
 */
export async function openTill(options: TillOptions): Promise<ShopTill> {
  const { service } = options;
  const access = { baseUrl: service.base_url, identity: identityOf({ service }) };
  const settlements = new URL('/m/settlements/', service.base_url).href;
  return openTillOf(access, { ...options, signer: signerOf(service), settlements });
}

/** The same with the credentials of a till that was paired or configured. */
export async function openTillOf(
  access: TillAccess,
  options: Omit<TillOptions, 'service'> & DeskFacts,
): Promise<ShopTill> {
  const { directory, settings, deviceCode = null, unattended, report } = options;
  const setup: TerminalSetup = {
    posId: settings.posId,
    currency: settings.currency,
    policy: unattended === undefined ? 'attended' : 'unattended',
    channel: channelName('till', settings.posId),
    deviceCode,
    ...(unattended === undefined ? {} : { expiresInSeconds: unattended.expiresInSeconds }),
  };
  const receipts = createReceiptRenderer(settings);
  const refunds = refundClientOf(access, options.signer ?? null);
  const machine = unattended?.machine ?? null;
  const parts = { directory, setup, report, receipts, refunds, machine };
  const engine = await openEngine(access, parts);
  const { tillApi, posId, currency } = settings;
  let till: Till | null = null;
  try {
    till = await withDesk(engine, {
      ...{ settings, directory, clock: systemClock, ids: systemIds, random: secureRandom },
      refunds: refunds === null ? 'no_key' : 'possible',
      settlements: options.settlements ?? null,
      timeZone: settings.timeZone ?? machineZone(),
      ...(options.firstCode === undefined ? {} : { firstCode: options.firstCode }),
    });
    const staffed = withOwnTools(till, access, options);
    till = staffed;
    const shop = withGoods(staffed, options);
    till = shop;
    if (tillApi === undefined) return shop;
    return await withTillApi(shop, {
      till: { posId, currency },
      directory,
      ...tillApi,
      clock: systemClock,
      ids: systemIds,
      report,
    });
  } catch (error) {
    await (till ?? engine).close();
    throw error;
  }
}

function withOwnTools(
  till: Till,
  access: TillAccess,
  { directory, settings, surroundings = NO_SURROUNDINGS, report }: Omit<TillOptions, 'service'>,
): StaffedTill {
  const { terminal, desk, close } = till;
  const given = { terminal, desk, access, settings, directory, surroundings, report };
  const { close: leave, ...tools } = openTools(given);
  return {
    ...till,
    tools,
    async close() {
      leave();
      await close();
    },
  };
}

/** A till that knows what its shop sells. */
function withGoods(
  till: StaffedTill,
  { directory, report }: Pick<TillOptions, 'directory' | 'report'>,
): ShopTill {
  const { terminal, close } = till;
  const goods = openGoods({ directory, terminal, clock: systemClock, ids: systemIds, report });
  return {
    ...till,
    goods,
    async close() {
      goods.stop();
      await close();
    },
  };
}

/** A till that a cash register on this machine can reach as well. */
async function withTillApi(
  till: ShopTill,
  options: Omit<LocalApiOptions, 'terminal'>,
): Promise<ShopTill> {
  const { terminal, close } = till;
  const api = await startLocalApi({ ...options, terminal });
  options.report(`The till API is at ${api.url}; its token is in ${api.tokenFile}.`);
  return {
    ...till,
    async close() {
      await api.stop();
      await close();
    },
  };
}

export type EngineOptions = Pick<TillOptions, 'directory' | 'report'> &
  Pick<TerminalDeps, 'refunds' | 'machine'> & {
    readonly setup: TerminalSetup;
    /** Draws receipts for the customers' phones; none go there without it. */
    readonly receipts?: ReceiptRenderer | null;
  };

/** The same with every setting of the engine in the caller's hands. */
export async function openEngine(
  { baseUrl, identity }: TillAccess,
  options: EngineOptions,
): Promise<Engine> {
  const { directory, setup, report, refunds = null, machine = null, receipts = null } = options;
  const path = join(directory, 'terminal.journal');
  const opened = await openJournal({ path, clock: systemClock, ids: systemIds });
  if (!opened.ok) throw new StartError(opened.failure.description);
  if (opened.droppedBytes > 0) {
    report('The last record of the journal was cut short, as by a power cut; it was dropped.');
  }
  const access = { ...identity, baseUrl, clock: systemClock };
  const clock = systemClock;
  const client = createMerchantClient({ ...access, fetch: systemFetch });
  const shortlinkId = setup.deviceCode?.shortlinkId;
  const { channel, posId } = setup;
  const found = { path, journal: opened.journal, client, posId, clock, report };
  const journal = await recoverPayments(found).catch(async (error: unknown) => {
    await opened.journal.close();
    throw error;
  });
  const leaveCode =
    shortlinkId === undefined
      ? () => undefined
      : keepDeviceCode({ client, clock: systemClock, shortlinkId, channel, report });
  const terminal = createTerminal({
    client,
    permissions: client,
    journal,
    push: createPush({ ...access, random: secureRandom }),
    clock: systemClock,
    ids: systemIds,
    settings: setup,
    refunds,
    machine,
    receipts:
      receipts === null
        ? null
        : { renderer: receipts, client, upload: createUploader({ fetch: systemFetch, clock }) },
    onFault: (fault) => report(`A screen could not be told of a change: ${String(fault)}`),
  });
  return {
    terminal,
    async close() {
      leaveCode();
      await terminal.stop();
      await journal.close();
    },
  };
}

/** Who this till is at a service that said so itself. */
export function identityOf({ service }: Pick<TillOptions, 'service'>): Identity {
  const { merchant, users } = service;
  const user = users.find((one) => one.id === TILL_USER);
  if (!user) throw new StartError(`The service has no user "${TILL_USER}" for this till.`);
  return {
    merchantId: merchant.id,
    userId: user.id,
    credentials: { kind: 'secret', secret: user.secret },
  };
}
