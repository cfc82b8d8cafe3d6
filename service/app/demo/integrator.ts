import { join } from 'node:path';
import { z } from 'zod';
import { generateRsaKeyPair } from '../../../shared/node/key-pair.ts';
import { readPrivateFile, writePrivateFile } from '../../../shared/node/private-file.ts';
import type { Store } from '../../store/store.ts';

const file = z.object({ id: z.string(), private_key_pem: z.string(), public_key_pem: z.string() });

/** The demo's integrator, for the ready line. */
export type DemoIntegrator = z.infer<typeof file>;

const FILE = 'demo-integrator.json';
const ID = 'kasseint';

/** Creates the demo's integrator at the first start. Every later start finds the same one. */
export async function demoIntegrator(directory: string): Promise<DemoIntegrator> {
  const path = join(directory, FILE);
  const kept = await readPrivateFile(path, file);
  const integrator = kept ?? (await createIntegrator());
  if (kept === null) await writePrivateFile(path, integrator);
  return integrator;
}

/** Writes the integrator if the store does not have it or has another key for it. */
export async function seedIntegrator(store: Store, integrator: DemoIntegrator): Promise<void> {
  const stored = await store.integrators.read(integrator.id);
  if (stored?.publicKey === integrator.public_key_pem) return;
  const publicKey = integrator.public_key_pem;
  const netmask = stored?.netmask ?? null;
  await store.integrators.put({ id: integrator.id, name: 'Kassehuset', netmask, publicKey });
}

async function createIntegrator(): Promise<DemoIntegrator> {
  const pair = await generateRsaKeyPair();
  return { id: ID, private_key_pem: pair.privateKey, public_key_pem: pair.publicKey };
}
