import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../../../shared/node/private-file.ts';

/** Protects secrets so that a copied disk does not reveal them. */
export type Cipher = {
  /** Stored with the secrets, because one backend cannot read another's data. */
  readonly backend: string;
  readonly protect: (text: string) => Promise<string>;
  readonly reveal: (text: string) => Promise<string>;
};

/** The result of reading a secret; `unreadable` says what to do. */
export type SecretRead =
  | { readonly kind: 'found'; readonly secret: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly description: string };

/** The till's secrets by name: its key or its secret. */
export interface SecretStore {
  /** `os`: protected by the operating system; `file`: a file readable by this user only. */
  readonly place: 'os' | 'file';
  read(name: string): Promise<SecretRead>;
  write(name: string, secret: string): Promise<void>;
  /** Deletes every secret except those named. */
  keepOnly(names: readonly string[]): Promise<void>;
}

export const SECRETS_FILE = 'secrets.json';
const secretsFile = z.strictObject({
  backend: z.string().max(50),
  secrets: z.record(z.string().max(300), z.string().max(20_000)),
});
type SecretsFile = z.infer<typeof secretsFile>;

/** The backend of a file that only its permissions protect. */
const PLAIN: Cipher = {
  backend: 'file',
  protect: async (text) => text,
  reveal: async (text) => text,
};

/**
 * Keeps secrets in one file of the data directory, readable by its owner only, protected by
 * `cipher` or plain when `cipher` is null. It does not read a file of another backend; a new
 * pairing replaces it.
 */
export function openSecretStore(directory: string, cipher: Cipher | null): SecretStore {
  const path = join(directory, SECRETS_FILE);
  const { backend, protect, reveal } = cipher ?? PLAIN;

  async function load(): Promise<SecretsFile | { readonly description: string }> {
    try {
      const file = await readPrivateFile(path, secretsFile);
      if (file === null) return { backend, secrets: {} };
      if (file.backend === backend) return file;
      return { description: otherBackend(file.backend, backend) };
    } catch {
      return { description: `The secrets in ${path} are damaged. Pair this till again.` };
    }
  }

  /** The secrets to keep on a write; an unreadable file is replaced. */
  async function known(): Promise<SecretsFile['secrets']> {
    const file = await load();
    return 'description' in file ? {} : file.secrets;
  }

  return {
    place: cipher === null ? 'file' : 'os',
    async read(name) {
      const file = await load();
      if ('description' in file) return { kind: 'unreadable', description: file.description };
      const kept = Object.hasOwn(file.secrets, name) ? file.secrets[name] : undefined;
      if (kept === undefined) return { kind: 'none' };
      try {
        return { kind: 'found', secret: await reveal(kept) };
      } catch {
        return { kind: 'unreadable', description: LOCKED };
      }
    },
    async write(name, secret) {
      const secrets = { ...(await known()), [name]: await protect(secret) };
      await writePrivateFile(path, { backend, secrets });
    },
    async keepOnly(names) {
      const kept = Object.entries(await known()).filter(([name]) => names.includes(name));
      await writePrivateFile(path, { backend, secrets: Object.fromEntries(kept) });
    },
  };
}

const LOCKED =
  'The operating system does not give the till’s secret out. Unlock its key store, or pair this ' +
  'till again.';

function otherBackend(was: string, is: string): string {
  return (
    `The till's secrets were kept by ${was}, and this start would use ${is}. Start it as before, ` +
    'or pair this till again.'
  );
}
