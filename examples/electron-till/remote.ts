import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemSecrets } from 'tillkit/electron';
import { startTerminal } from 'tillkit/host';

/** The service of the shop, the merchant, and the API user of this till. */
export type Shop = { readonly url: string; readonly merchant: string; readonly user: string };

/**
 * The private key of the till's user, PEM, from the operating system's key store. `given` is stored in
 * place of an earlier one; null reads the stored one.
 */
async function keptKey(file: string, given: string | null): Promise<string> {
  const system = await systemSecrets(process.platform);
  if (system.kind === 'absent') throw new Error(`The key cannot be kept: ${system.because}.`);
  const { cipher } = system;
  if (given !== null) {
    const text = await cipher.protect(given);
    writeFileSync(file, JSON.stringify({ backend: cipher.backend, text }), { mode: 0o600 });
    return given;
  }
  if (!existsSync(file)) throw new Error('This till has no key yet. Enter it once.');
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  // Another key store cannot read it.
  if (kept.backend !== cipher.backend)
    throw new Error('The key store is another one. Enter the key again.');
  return cipher.reveal(kept.text);
}

/** Starts the terminal of a remote service. `given` is the key at the first start, afterwards null. */
export async function startRemoteTill(data: string, shop: Shop, given: string | null) {
  const key = await keptKey(join(data, 'till-key.json'), given);
  return startTerminal(
    {
      data,
      service: { kind: 'remote', ...shop, private_key: { env: 'TILL_KEY' } },
      pos_id: 'kasse-1',
      till_api: { port: 0 },
    },
    // The key is in this object only, and not in the environment that other programs inherit.
    { env: { TILL_KEY: key } },
  );
}
