import type { Credentials, Identity } from '../../../shared/client/index.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { CheckResult } from '../../../shared/device/pairing/checks.ts';
import { generateRsaKeyPair } from '../../../shared/node/key-pair.ts';
import { present } from '../../../shared/objects/present.ts';
import type { PairingReply } from '../../../shared/protocol/pairing.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import type { Machine } from '../adapters/machine.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { TillAccess } from '../service/access.ts';
import { saveShop } from '../settings/till-settings.ts';
import {
  belongsElsewhere,
  type Connection,
  OTHER_SHOP,
  readConnection,
  secretName,
  writeConnection,
} from './connection-file.ts';
import { type Redeemed, redeemCode } from './redeem.ts';
import { type CheckDeps, runChecks } from './run-checks.ts';

export type PairDeps = {
  /** The till's data directory. */
  readonly directory: string;
  readonly secrets: SecretStore;
  readonly fetch: typeof fetch;
  readonly clock: DeviceClock;
  /** Makes an RSA key pair in PEM: PKCS #8 and SPKI. */
  readonly makeKeyPair: () => Promise<KeyPair>;
  /** The machine's language; see `Defaults`. */
  readonly systemLanguage: string | undefined;
  /** IANA time zone of the machine. */
  readonly machineZone: string;
};

export type KeyPair = { readonly privateKey: string; readonly publicKey: string };

/** A paired till with all that is needed to open it. */
export type Connected = {
  readonly connection: Connection;
  readonly access: TillAccess;
  readonly settings: TillSettings;
};

export type PairedTill =
  | { readonly kind: 'connected'; readonly till: Connected }
  | Extract<Redeemed, { readonly kind: 'problem' }>;

export type PairingOptions = {
  readonly baseUrl: string;
  readonly code: string;
  /** A key pair made here and registered with the code, or a secret made by the service. */
  readonly credentials: 'key' | 'secret';
  readonly device: string | null;
};

const ELSEWHERE = {
  kind: 'problem',
  problem: 'other_shop',
  description: OTHER_SHOP,
  retryAfter: null,
} as const;

/** A key pair for a code that is not redeemed yet. */
const PREPARED = 'prepared';

/**
 * Pairs this till with a code. The key pair is on disk before the code is sent, so that after a
 * crash or a lost reply the same code works again. The private key never leaves this machine.
 */
export async function pairByCode(deps: PairDeps, wish: PairingOptions): Promise<PairedTill> {
  const { secrets, fetch, clock, directory } = deps;
  const { baseUrl, code, device } = wish;
  if (await belongsElsewhere(directory, { baseUrl, merchantId: null })) return ELSEWHERE;
  const keys = wish.credentials === 'key' ? await preparedKeys(deps) : null;
  const publicKey = keys?.publicKey ?? null;
  const done = await redeemCode({ fetch, clock, baseUrl, code, publicKey, device });
  if (done.kind === 'problem') return done;
  const { reply } = done;
  const { merchant_id: merchantId } = reply;
  if (await belongsElsewhere(directory, { baseUrl, merchantId })) return ELSEWHERE;
  const connection: Connection = {
    version: 1,
    base_url: baseUrl,
    merchant_id: reply.merchant_id,
    user_id: reply.user_id,
    credentials: wish.credentials,
    secrets: secrets.place,
    rights: reply.rights,
    pos_id: reply.pos_id,
    shortlink_id: reply.shortlink_id,
    shortlink_url: reply.shortlink_url,
  };
  const secret = keys?.privateKey ?? reply.secret ?? '';
  return { kind: 'connected', till: await keep(deps, connection, secret, reply) };
}

/** The connection that an operator types without a code. */
export type ManualOptions = {
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly userId: string;
  readonly posId: string;
  readonly credentials: Credentials;
  readonly shop: PairingReply['shop'];
  readonly currency?: string;
};

/** Stores a connection that was typed and checked. */
export async function connectManually(
  deps: Pick<PairDeps, 'directory' | 'secrets' | 'systemLanguage' | 'machineZone'>,
  wish: ManualOptions,
): Promise<Connected> {
  const { baseUrl, merchantId, userId, posId, credentials, shop, currency } = wish;
  const connection: Connection = {
    version: 1,
    base_url: baseUrl,
    merchant_id: merchantId,
    user_id: userId,
    credentials: credentials.kind,
    secrets: deps.secrets.place,
    rights: null,
    pos_id: posId,
    shortlink_id: null,
    shortlink_url: null,
  };
  const secret = credentials.kind === 'key' ? credentials.privateKey : credentials.secret;
  const known = { shop, pos_id: posId, ...present({ currency }) };
  return keep(deps, connection, secret, known);
}

/** The prepared key pair; makes one if there is none. */
export async function preparedKeys({
  secrets,
  makeKeyPair,
}: Pick<PairDeps, 'secrets' | 'makeKeyPair'>): Promise<KeyPair> {
  const kept = await secrets.read(PREPARED);
  if (kept.kind === 'found') return pairOf(kept.secret);
  const made = await makeKeyPair();
  await secrets.write(PREPARED, JSON.stringify(made));
  return made;
}

/** Only this module writes the text. */
function pairOf(text: string): KeyPair {
  const { privateKey, publicKey } = JSON.parse(text);
  return { privateKey: String(privateKey), publicKey: String(publicKey) };
}

/**
 * Stores the secret first, then the settings, and last the connection file that makes both valid.
 */
async function keep(
  deps: Pick<PairDeps, 'directory' | 'secrets' | 'systemLanguage' | 'machineZone'>,
  connection: Connection,
  secret: string,
  known: Pick<PairingReply, 'shop' | 'pos_id'> & {
    readonly currency?: string;
    readonly time_zone?: string;
  },
): Promise<Connected> {
  const { directory, secrets, systemLanguage, machineZone } = deps;
  const name = secretName(connection);
  await secrets.write(name, secret);
  const { name: shop, address, organisation_number: organisationNumber } = known.shop;
  const settings = saveShop(directory, {
    shop: { name: shop || 'Tillkit', address, organisationNumber },
    posId: known.pos_id,
    systemLanguage,
    machineZone,
    ...present({ currency: known.currency, timeZone: known.time_zone }),
  });
  await writeConnection(directory, connection);
  await secrets.keepOnly([name]);
  return { connection, settings, access: accessOf(connection, secret) };
}

/** The result of reading a connection's secret. */
export type AccessRead =
  | { readonly kind: 'found'; readonly connection: Connection; readonly access: TillAccess }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly description: string };

/** Reads the connection of this directory with its credentials, at every start. */
export async function readAccess(
  directory: string,
  secrets: Pick<SecretStore, 'read'>,
): Promise<AccessRead> {
  const connection = await readConnection(directory);
  if (connection === null) return { kind: 'none' };
  const kept = await secrets.read(secretName(connection));
  if (kept.kind === 'found') {
    return { kind: 'found', connection, access: accessOf(connection, kept.secret) };
  }
  const gone = 'The till’s secret is missing. Pair this till again.';
  return { kind: 'unreadable', description: kept.kind === 'none' ? gone : kept.description };
}

function accessOf(connection: Connection, secret: string): TillAccess {
  const { base_url: baseUrl, merchant_id: merchantId, user_id: userId, rights } = connection;
  const credentials: Credentials =
    connection.credentials === 'key'
      ? { kind: 'key', privateKey: secret }
      : { kind: 'secret', secret };
  const identity: Identity = { merchantId, userId, credentials };
  return { baseUrl, identity, ...present({ rights: rights ?? undefined }) };
}

/** The machine's dependencies of a pairing. */
export function hostPairDeps(
  directory: string,
  secrets: SecretStore,
  machine: Machine,
  { fetch, clock }: Pick<PairDeps, 'fetch' | 'clock'>,
): PairDeps {
  return {
    directory,
    secrets,
    fetch,
    clock,
    makeKeyPair: () => generateRsaKeyPair(),
    systemLanguage: machine.env.LC_ALL || machine.env.LANG,
    machineZone: machine.zone,
  };
}

/** What the checks use of the machine. */
export type CheckPorts = Pick<CheckDeps, 'fetch' | 'clock' | 'random'>;

/** Runs the checks of this machine's connection to its service. `currency` null: the till has none yet. */
export function hostChecks(
  access: TillAccess,
  posId: string,
  currency: string | null,
  { fetch, clock, random }: CheckPorts,
): Promise<readonly CheckResult[]> {
  const { baseUrl, identity } = access;
  return runChecks({ fetch, clock, random, baseUrl, identity, posId, currency });
}
