import { createHash, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { RandomBytes } from '../ids/ids.ts';

type Cost = { readonly log2n: number; readonly r: number; readonly p: number };

/** Cost of one check: about a tenth of a second of one core and 16 MiB. */
const COST: Cost = { log2n: 14, r: 8, p: 5 };
/** For a secret of at least 128 random bits, which cannot be guessed even if a check is cheap. */
const COST_OF_MADE: Cost = { log2n: 10, r: 8, p: 1 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hashes a secret for storage, as scrypt in PHC string form (D-01). */
export async function hashSecret(secret: string, random: RandomBytes): Promise<string> {
  return hashAt(COST, secret, random);
}

/**
 * Hashes a generated secret of at least 128 random bits: the same form at a hundredth of the cost,
 * because a slow hash is needed only for secrets that people choose. For the demo, whose start
 * needs four of them.
 */
export async function hashMadeSecret(secret: string, random: RandomBytes): Promise<string> {
  return hashAt(COST_OF_MADE, secret, random);
}

async function hashAt(cost: Cost, secret: string, random: RandomBytes): Promise<string> {
  const salt = random(SALT_BYTES);
  return phc(salt, await deriveKey(secret, salt, KEY_BYTES, cost), cost);
}

/**
 * True when `secret` matches `hash`; false also for an invalid hash. A wrong secret costs at least
 * as much as a hash of full cost, so that the time of a refusal reveals nothing.
 */
export async function verifySecret(secret: string, hash: string): Promise<boolean> {
  const match = PHC.exec(hash);
  if (match === null) return false;
  const cost: Cost = { log2n: Number(match[1]), r: Number(match[2]), p: Number(match[3]) };
  const stored = Buffer.from(match[5] ?? '', 'base64');
  const salt = Buffer.from(match[4] ?? '', 'base64');
  const key = await deriveKey(secret, salt, stored.length, cost);
  const right = timingSafeEqual(key, stored);
  if (!right && work(cost) < work(COST)) await deriveKey(secret, salt, KEY_BYTES, COST);
  return right;
}

const work = ({ log2n, r, p }: Cost) => 2 ** log2n * r * p;

/** A hash that no secret matches: checking against it costs as much as checking a real one. */
export const NOBODYS_HASH = phc(new Uint8Array(SALT_BYTES), new Uint8Array(KEY_BYTES), COST);

function deriveKey(secret: string, salt: Uint8Array, length: number, cost: Cost): Promise<Buffer> {
  const N = 2 ** cost.log2n;
  const maxmem = 128 * N * cost.r + 4 * 1024 * 1024;
  const options = { N, r: cost.r, p: cost.p, maxmem };
  return promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt)(
    secret,
    salt,
    length,
    options,
  );
}

function phc(salt: Uint8Array, key: Uint8Array, { log2n, r, p }: Cost): string {
  return `$scrypt$ln=${log2n},r=${r},p=${p}$${base64(salt)}$${base64(key)}`;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}

/**
 * The stored form of tokens and codes. They are 256 random bits, so a plain hash cannot be
 * reversed.
 */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
