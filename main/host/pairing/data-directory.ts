import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { readConnection } from './connection-file.ts';

/** Files that identify the data directory of an embedded service. */
const EMBEDDED = ['tillkit.db'] as const;

/**
 * Refuses a data directory of an embedded service: its journal names payments that another service
 * does not know, and a till must not ask one shop about the sales of another.
 */
export function refuseMixedData(directory: string): void {
  if (!EMBEDDED.some((name) => existsSync(join(directory, name)))) return;
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
