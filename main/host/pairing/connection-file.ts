import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../../../shared/node/private-file.ts';
import { line, reference } from '../../../shared/protocol/basic.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { PAIRING_RIGHTS } from '../../../shared/protocol/pairing.ts';
import { StartError } from '../start-error.ts';

/** Name of the file in the data directory with the till's service. */
export const CONNECTION_FILE = 'connection.json';

const id = line(LIMITS.userIdMax);
const connectionFile = z.strictObject({
  version: z.literal(1),
  base_url: z.string().max(LIMITS.uriMax),
  merchant_id: id,
  user_id: id,
  /** The kind of credentials; the secret itself is stored elsewhere. */
  credentials: z.enum(['key', 'secret']),
  /** Where the secret is stored; `file` only with the operator's permission. */
  secrets: z.enum(['os', 'file']),
  rights: z.enum(PAIRING_RIGHTS).nullable(),
  pos_id: reference,
  shortlink_id: z.string().max(LIMITS.referenceMax).nullable(),
  shortlink_url: z.string().max(LIMITS.uriMax).nullable(),
});

/** The till's service and identity; it contains no secret. */
export type Connection = z.infer<typeof connectionFile>;

export function hasConnection(directory: string): boolean {
  return existsSync(join(directory, CONNECTION_FILE));
}

/** Reads the connection; null before the first pairing. Throws `StartError` when it is damaged. */
export async function readConnection(directory: string): Promise<Connection | null> {
  const path = join(directory, CONNECTION_FILE);
  try {
    return await readPrivateFile(path, connectionFile);
  } catch {
    throw new StartError(`${path} is not readable. Pair this till again after moving it away.`);
  }
}

/** Writes and flushes the connection; a crash leaves the old one or the new one. */
export async function writeConnection(directory: string, connection: Connection): Promise<void> {
  await writePrivateFile(join(directory, CONNECTION_FILE), connection);
}

/** Name of a connection's secret in the secret store. */
export function secretName({ merchant_id: merchant, user_id: user }: Connection): string {
  return `${merchant}/${user}`;
}

/** Files that identify the data directory of an embedded service. */
const EMBEDDED = ['tillkit.db'] as const;

/** True when a service that is embedded in the till has its data in this directory. */
export const hasOwnService = (directory: string): boolean =>
  EMBEDDED.some((name) => existsSync(join(directory, name)));

/**
 * Refuses a data directory of an embedded service: its journal names payments that another service
 * does not know, and a till must not ask one shop about the sales of another.
 */
export function refuseMixedData(directory: string): void {
  if (!hasOwnService(directory)) return;
  throw new StartError(
    `${directory} holds a till with its own embedded service. Choose another folder with --data.`,
  );
}

/**
 * True when this directory has the journal of a till of another shop or service, whose open sales
 * the new till could never finish. A null merchant is not known yet.
 */
export async function belongsElsewhere(
  directory: string,
  next: { readonly baseUrl: string; readonly merchantId: string | null },
): Promise<boolean> {
  const before = await readConnection(directory);
  if (before === null || !existsSync(join(directory, 'terminal.journal'))) return false;
  const other = next.merchantId !== null && next.merchantId !== before.merchant_id;
  return other || next.baseUrl !== before.base_url;
}

export const OTHER_SHOP =
  'This folder has the sales of a till of another shop. Start with an empty folder: --data.';
