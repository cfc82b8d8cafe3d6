import type { TillSettings } from '../../../shared/bridge/contract.ts';
import type { Credentials, Identity } from '../../../shared/client/index.ts';
import type { PairingReply } from '../../../shared/protocol/pairing.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import type { TillAccess } from '../service/access.ts';
import { saveShop } from '../settings/till-settings.ts';
import { type Connection, readConnection, secretName, writeConnection } from './connection-file.ts';
import { belongsElsewhere, OTHER_SHOP } from './data-directory.ts';
import { type Redeemed, redeemCode } from './redeem.ts';

export type PairDeps = {
  /** The till's data directory. */
  readonly directory: string;
  readonly secrets: SecretStore;
  readonly fetch: typeof fetch;
  /** Makes an RSA pair, PEM: PKCS #8 and SPKI. */
  readonly makeKeyPair: () => Promise<KeyPair>;
  /** The machine's language; see `Defaults`. */
  readonly systemLanguage: string | undefined;
};

export type KeyPair = { readonly privateKey: string; readonly publicKey: string };

/** A till that is connected: everything needed to open it. */
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
  /** A pair made here and registered by the code, or a secret that the service makes. */
  readonly credentials: 'key' | 'secret';
  readonly device: string | null;
};

const ELSEWHERE = {
  kind: 'problem',
  problem: 'other_shop',
  description: OTHER_SHOP,
  retryAfter: null,
} as const;

/** A pair that was made for a code which has not been redeemed yet. */
const PREPARED = 'prepared';

/**
 * Pairs this till by a code. The key pair is on the disk before the code leaves, so that a crash or
 * a lost reply costs nothing but the same code again; the private key never leaves at all.
 */
export async function pairByCode(deps: PairDeps, wish: PairingOptions): Promise<PairedTill> {
  const { secrets, fetch, directory } = deps;
  const { baseUrl, code, device } = wish;
  if (await belongsElsewhere(directory, { baseUrl, merchantId: null })) return ELSEWHERE;
  const keys = wish.credentials === 'key' ? await preparedKeys(deps) : null;
  const publicKey = keys?.publicKey ?? null;
  const done = await redeemCode({ fetch, baseUrl, code, publicKey, device });
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

/** What a person types who has no code: who the till is, and how it proves it. */
export type ManualOptions = {
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly userId: string;
  readonly posId: string;
  readonly credentials: Credentials;
  readonly shop: PairingReply['shop'];
  readonly currency?: string;
};

/** Writes down a connection that was typed by hand and has been checked. */
export async function connectManually(deps: PairDeps, wish: ManualOptions): Promise<Connected> {
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
  const known = { shop, pos_id: posId, ...(currency === undefined ? {} : { currency }) };
  return keep(deps, connection, secret, known);
}

/** The pair that waits for a code, made where there is none. */
export async function preparedKeys({ secrets, makeKeyPair }: PairDeps): Promise<KeyPair> {
  const kept = await secrets.read(PREPARED);
  if (kept.kind === 'found') return pairOf(kept.secret);
  const made = await makeKeyPair();
  await secrets.write(PREPARED, JSON.stringify(made));
  return made;
}

/** Only this file writes the text. */
function pairOf(text: string): KeyPair {
  const { privateKey, publicKey } = JSON.parse(text);
  return { privateKey: String(privateKey), publicKey: String(publicKey) };
}

/** The secret first, then the settings, and last the file that makes them count. */
async function keep(
  deps: PairDeps,
  connection: Connection,
  secret: string,
  known: Pick<PairingReply, 'shop' | 'pos_id'> & { readonly currency?: string },
): Promise<Connected> {
  const { directory, secrets, systemLanguage } = deps;
  const name = secretName(connection);
  await secrets.write(name, secret);
  const { name: shop, address, organisation_number: organisationNumber } = known.shop;
  const settings = saveShop(directory, {
    shop: { name: shop || 'Tillkit', address, organisationNumber },
    posId: known.pos_id,
    systemLanguage,
    ...(known.currency === undefined ? {} : { currency: known.currency }),
  });
  await writeConnection(directory, connection);
  await secrets.keepOnly([name]);
  return { connection, settings, access: accessOf(connection, secret) };
}

/** What became of reading a connection's secret. */
export type AccessRead =
  | { readonly kind: 'found'; readonly connection: Connection; readonly access: TillAccess }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly description: string };

/** The connection of this directory with its credentials, as every start reads it. */
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
  const gone = 'The till’s secret is not there any more. Pair this till again.';
  return { kind: 'unreadable', description: kept.kind === 'none' ? gone : kept.description };
}

function accessOf(connection: Connection, secret: string): TillAccess {
  const { base_url: baseUrl, merchant_id: merchantId, user_id: userId } = connection;
  const credentials: Credentials =
    connection.credentials === 'key'
      ? { kind: 'key', privateKey: secret }
      : { kind: 'secret', secret };
  const identity: Identity = { merchantId, userId, credentials };
  return { baseUrl, identity };
}
