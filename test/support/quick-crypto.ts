import crypto, { type KeyObject, type ScryptOptions } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RUN_FOLDER } from './run-folder.ts';

/*
 * RSA keys and key derivations, which are slow on purpose, took a tenth of all processor time of the
 * tests. In a worker, the n-th key of a file is the n-th key of the run; the first file that asks for it
 * makes it. Keys of one file are different from each other, and from those of the seeded data. A key
 * derivation of full cost is computed at a small one, with a different result for each salt and cost.
 * Processes that tests start do neither, and `withRealCrypto` switches both off for a while.
 */

const real = {
  scrypt: crypto.scrypt,
  generateKeyPair: crypto.generateKeyPair,
  generateKeyPairSync: crypto.generateKeyPairSync,
};
const realPair = promisify(real.generateKeyPair);

/** A derivation of this work (N·r·p) or more is computed at `SMALL`. */
const FULL_WORK = 2 ** 17;
const SMALL: ScryptOptions = { N: 2 ** 8, r: 8, p: 1 };
const MODULUS = 2048;

type Encoding = crypto.RSAKeyPairOptions<'pem', 'pem'>['publicKeyEncoding'];
type PairOptions = {
  readonly modulusLength: number;
  readonly publicExponent?: number;
  readonly publicKeyEncoding?: Encoding;
  readonly privateKeyEncoding?: crypto.RSAKeyPairOptions<'pem', 'pem'>['privateKeyEncoding'];
};
type Half = KeyObject | string | Buffer;
type Pair = { readonly publicKey: Half; readonly privateKey: Half };
type Derived = (error: Error | null, key: Buffer) => void;

let drawn = 0;
let installed = false;
/** Callers of `withRealCrypto` that have not ended. */
let callers = 0;

/** Starts a file: its first key is the run's first one. Without a run's folder nothing changes. */
export function beginQuickCrypto(): void {
  drawn = 0;
  if (installed || process.env[RUN_FOLDER] === undefined) return;
  install();
}

/**
 * Runs something with the cryptography of the product. The faster one returns when the last of the callers
 * has ended, because one caller must not take the product's cryptography away from another.
 */
export async function withRealCrypto<T>(run: () => Promise<T>): Promise<T> {
  callers += 1;
  try {
    return await run();
  } finally {
    callers -= 1;
  }
}

/**
 * Each function looks for callers of `withRealCrypto` when it is called: the product keeps some of these
 * functions from its imports on.
 */
function install(): void {
  installed = true;
  const generateKeyPair = (type: string, options: PairOptions, done: (...all: unknown[]) => void) =>
    pairLater(type, options).then(
      ({ publicKey, privateKey }) => done(null, publicKey, privateKey),
      (error) => done(error),
    );
  Object.assign(generateKeyPair, { [promisify.custom]: pairLater });
  Object.assign(crypto, { scrypt: quickScrypt, generateKeyPair, generateKeyPairSync: pairNow });
  syncBuiltinESMExports();
}

function quickScrypt(
  secret: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: ScryptOptions,
  done: Derived,
): void {
  const { N = 1, r = 1, p = 1 } = options;
  if (callers > 0 || N * r * p < FULL_WORK) {
    real.scrypt(secret, salt, length, options, done);
    return;
  }
  const own = crypto.createHash('sha256').update(salt).update(`${N} ${r} ${p}`).digest();
  real.scrypt(secret, own, length, SMALL, done);
}

const isKept = (type: string, options: PairOptions | undefined) =>
  callers === 0 &&
  type === 'rsa' &&
  options?.modulusLength === MODULUS &&
  options.publicExponent === undefined;

function pairNow(type: 'rsa', options: PairOptions): Pair {
  if (!isKept(type, options))
    return Reflect.apply(real.generateKeyPairSync, crypto, [type, options]);
  const file = nextFile();
  const { privateKey } = existsSync(file)
    ? { privateKey: readKey(file) }
    : real.generateKeyPairSync('rsa', { modulusLength: MODULUS });
  return asAsked(keep(file, privateKey), options);
}

async function pairLater(type: string, options: PairOptions): Promise<Pair> {
  if (!isKept(type, options)) return Reflect.apply(realPair, crypto, [type, options]);
  const file = nextFile();
  const { privateKey } = existsSync(file)
    ? { privateKey: readKey(file) }
    : await realPair('rsa', { modulusLength: MODULUS });
  return asAsked(keep(file, privateKey), options);
}

function nextFile(): string {
  const folder = join(process.env[RUN_FOLDER] ?? '', 'rsa-keys');
  mkdirSync(folder, { recursive: true });
  drawn += 1;
  return join(folder, `${drawn}.pem`);
}

const readKey = (file: string) => crypto.createPrivateKey(readFileSync(file));

/** Two workers may make the same key at once; each uses its own, and one of them is kept. */
function keep(file: string, key: KeyObject): KeyObject {
  if (existsSync(file)) return key;
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, key.export({ type: 'pkcs8', format: 'pem' }));
  renameSync(whole, file);
  return key;
}

/** The pair in the form that the caller asked for: as key objects, or exported. */
function asAsked(privateKey: KeyObject, options: PairOptions): Pair {
  const publicKey = crypto.createPublicKey(privateKey);
  const { publicKeyEncoding, privateKeyEncoding } = options;
  return {
    publicKey: publicKeyEncoding ? publicKey.export(publicKeyEncoding) : publicKey,
    privateKey: privateKeyEncoding ? privateKey.export(privateKeyEncoding) : privateKey,
  };
}
