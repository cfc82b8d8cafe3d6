import { join } from 'node:path';
import { z } from 'zod';
import type { Ids } from '../../../shared/ids/ids.ts';
import { generateRsaKeyPair } from '../../../shared/node/key-pair.ts';
import { readPrivateFile, writePrivateFile } from '../../../shared/node/private-file.ts';
import { agreement } from '../../../shared/protocol/agreement.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { PosInput } from '../../../shared/protocol/pos.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { readLogo } from '../../merchants/logo.ts';
import { changeMerchant } from '../../merchants/merchant-access.ts';
import type { Merchant, Store } from '../../store/store.ts';
import { demoLogo } from './logo.ts';
import { type DemoConsent, seedConsent } from './oauth-client.ts';
import { type DemoUser, demoUsers, type WantedUser } from './secrets.ts';

const TERMS: Merchant['terms'] = {
  authorisationLife: LIMITS.authorisationLife,
  transactionFeeBasisPoints: 100,
  interchangeBasisPoints: 25,
};

const SHOP: Merchant = {
  id: 'kaffebar',
  name: 'Kaffebaren Løkka',
  terms: TERMS,
  paymentLimit: null,
};

const SHOP_DETAILS = {
  legalEntity: 'kaffebaren-as',
  organizationId: '999888777',
  mcc: 5_814,
  integrationType: 'api',
  application: { status: 'approved', comment: null },
} as const;

/** The text that the demo shop prints on its receipts. */
const SHOP_RECEIPT = {
  name: SHOP.name,
  address: 'Thorvald Meyers gate 40, 0555 Oslo',
  organisationNumber: '923 456 783 MVA',
};

/** A second merchant, for tests of access across merchants. */
const NEIGHBOUR: Merchant = {
  id: 'bokkafe1',
  name: 'Bokkafeen Torshov',
  terms: TERMS,
  paymentLimit: null,
};

const USERS: readonly WantedUser[] = [
  { merchantId: SHOP.id, id: 'pos', withKey: false },
  { merchantId: SHOP.id, id: 'admin', withKey: true },
  { merchantId: NEIGHBOUR.id, id: 'neighbour', withKey: true },
];

const POINTS_OF_SALE: readonly PosInput[] = [
  { id: 'kasse-1', name: 'Kasse 1', type: 'store', location: null },
];

const CUSTOMERS: readonly { readonly msisdn: string; readonly name: string }[] = [
  { msisdn: '4798765432', name: 'Ingrid Solheim' },
  { msisdn: '4791234567', name: 'Jonas Bakke' },
  { msisdn: '4740567890', name: 'Amina Haugen' },
];

/** The data that the demo created, for the ready line. */
export type Demo = {
  readonly merchantId: string;
  readonly shop: typeof SHOP_RECEIPT;
  readonly users: readonly DemoUser[];
  readonly integrator: DemoIntegrator;
  readonly neighbour: { readonly merchantId: string; readonly users: readonly DemoUser[] };
  readonly pos: readonly PosInput[];
  readonly consent: DemoConsent;
  readonly customers: readonly { readonly msisdn: string; readonly name: string }[];
};

/**
 * Writes the demo's merchants, users, point of sale and customers. A second run changes nothing but a currency that the
 * shop does not take yet. Throws for a currency that is none.
 */
export async function seedDemo(
  store: Store,
  directory: string,
  ids: Ids,
  currency: string | null,
): Promise<Demo> {
  // The keys are generated in parallel on the engine's threads.
  const [users, integrator] = await Promise.all([
    demoUsers(directory, USERS, ids),
    demoIntegrator(directory),
  ]);
  for (const merchant of [SHOP, NEIGHBOUR]) {
    // An operator may have changed the agreement, so only a missing merchant is written.
    if ((await store.merchants.read(merchant.id)) === null) await store.merchants.put(merchant);
  }
  await seedIntegrator(store, integrator);
  await seedShopRecord(store, integrator.id);
  if (currency !== null) await seedCurrency(store, currency);
  for (const user of users) await seedUser(store, user);
  for (const pos of POINTS_OF_SALE) await store.pos.create(SHOP.id, pos);
  for (const { msisdn, name } of CUSTOMERS) {
    const known = await store.customers.byMsisdn(msisdn);
    if (known === null) await store.customers.put({ id: ids.short(), msisdn, name });
  }
  const people = { merchantId: SHOP.id, customers: CUSTOMERS };
  const consent = await seedConsent(store, directory, ids, people);
  const of = (merchantId: string) => users.filter((user) => user.merchant_id === merchantId);
  return {
    merchantId: SHOP.id,
    shop: SHOP_RECEIPT,
    users: of(SHOP.id),
    integrator,
    neighbour: { merchantId: NEIGHBOUR.id, users: of(NEIGHBOUR.id) },
    pos: POINTS_OF_SALE,
    consent,
    customers: CUSTOMERS,
  };
}

/** The shop's record apart from its terms. Changes by the operator stay. */
async function seedShopRecord(store: Store, integratorId: string): Promise<void> {
  const record = await store.merchants.record(SHOP.id);
  if (record === null || record.details.organizationId !== null) return;
  const details = { ...record.details, ...SHOP_DETAILS };
  await store.merchants.putRecord({ ...record, integratorId, details });
  const logo = readLogo(demoLogo());
  if (logo.ok) await store.merchants.putLogo(SHOP.id, logo.value);
}

/** Gives the shop an account in one more currency. */
async function seedCurrency(store: Store, currency: string): Promise<void> {
  const done = await changeMerchant(store, SHOP.id, (record) => {
    const { currencies } = record.agreement;
    if (currencies.includes(currency)) return answer(record);
    const more = { ...record.agreement, currencies: [...currencies, currency] };
    const checked = validate(agreement, more);
    return checked.ok ? answer({ ...record, agreement: checked.value }) : checked;
  });
  if (!done.ok) throw new Error(done.refusal.description);
}

async function seedUser(store: Store, demo: DemoUser): Promise<void> {
  const stored = await store.users.read(demo.merchant_id, demo.id);
  const publicKey = demo.key?.public_key_pem ?? null;
  if (stored?.secretHash === demo.secret_hash && stored.publicKey === publicKey) return;
  await store.users.put(demo.merchant_id, {
    id: demo.id,
    label: 'demo',
    netmask: stored?.netmask ?? null,
    secretHash: demo.secret_hash,
    publicKey,
    version: (stored?.version ?? 0) + 1,
  });
}

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
