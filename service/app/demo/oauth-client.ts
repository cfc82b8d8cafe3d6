import { join } from 'node:path';
import { z } from 'zod';
import type { Ids } from '../../../shared/ids/ids.ts';
import { hashMadeSecret } from '../../../shared/node/password-hash.ts';
import { readPrivateFile, writePrivateFile } from '../../../shared/node/private-file.ts';
import { secureRandom } from '../../../shared/node/random.ts';
import type { CustomerProfile } from '../../../shared/protocol/user-info.ts';
import type { Store } from '../../store/store.ts';

/** Printed stickers of the demo. The first one already belongs to the shop. */
const SERIALS = ['0123456789012', '0123456789029', '0123456789036'] as const;

const PLACES: readonly { readonly street: string; readonly code: string; readonly id: string }[] = [
  { street: 'Markveien 35', code: '0554', id: '01019012345' },
  { street: 'Thorvald Meyers gate 61', code: '0555', id: '02028523456' },
  { street: 'Sannergata 6', code: '0557', id: '03037934567' },
];
const VERIFIED = Date.UTC(2025, 8, 1, 9, 30, 0);

const clientFile = z.object({ id: z.string(), secret: z.string(), secret_hash: z.string() });

/** The demo's shortlinks and OAuth client, for the ready line. */
export type DemoConsent = {
  readonly shortlinks: readonly { readonly id: string; readonly serial_number: string }[];
  readonly oauthClient: { readonly id: string; readonly secret: string };
};

/**
 * Writes the demo's stickers, its OAuth client and its customers' data. A second run changes
 * nothing.
 */
export async function seedConsent(
  store: Store,
  directory: string,
  ids: Ids,
  demo: { readonly merchantId: string; readonly customers: readonly { msisdn: string }[] },
): Promise<DemoConsent> {
  await store.shortlinks.addSerials(SERIALS);
  const shortlinks = await seedShortlink(store, ids, demo.merchantId, SERIALS[0]);
  for (const [index, { msisdn }] of demo.customers.entries()) {
    await seedProfile(store, msisdn, index);
  }
  return { shortlinks, oauthClient: await seedClient(store, directory, ids, demo.merchantId) };
}

async function seedShortlink(store: Store, ids: Ids, merchantId: string, serial: string) {
  const known = await store.shortlinks.bySerial(merchantId, serial);
  if (known !== null) return [{ id: known.id, serial_number: serial }];
  const id = ids.shortlink();
  const made = await store.shortlinks.create({
    id,
    merchantId,
    callbackUri: null,
    serialNumber: serial,
    label: 'demo',
    isActive: true,
    created: 0,
  });
  return made.kind === 'created' ? [{ id, serial_number: serial }] : [];
}

async function seedProfile(store: Store, msisdn: string, index: number): Promise<void> {
  const customer = await store.customers.byMsisdn(msisdn);
  const place = PLACES[index];
  if (customer === null || place === undefined) return;
  if ((await store.profiles.read(customer.id)) !== null) return;
  await store.profiles.put(customer.id, profileOf(customer.name, place));
}

function profileOf(name: string, place: (typeof PLACES)[number]): CustomerProfile {
  const [first = '', last = ''] = name.toLowerCase().split(' ');
  return {
    email: `${first}.${last}@example.no`,
    emailVerified: true,
    address: {
      name: 'Hjemme',
      street_address: place.street,
      locality: 'Oslo',
      postal_code: place.code,
      country: 'NO',
      formatted: `${place.street}\n${place.code} Oslo`,
    },
    nationalId: {
      number: place.id,
      jurisdiction: 'no',
      proofs: [
        { source: 'bankid', verifiedAt: VERIFIED },
        { source: 'passport', verifiedAt: VERIFIED },
      ],
    },
  };
}

/** The client's secret is made at the first start and kept next to the users' credentials. */
async function seedClient(store: Store, directory: string, ids: Ids, merchantId: string) {
  const path = join(directory, 'demo-oauth-client.json');
  const kept = await readPrivateFile(path, clientFile);
  if (kept !== null && (await store.oauth.client(kept.id)) !== null) {
    // The hash stays in the file, because the returned value is printed.
    return { id: kept.id, secret: kept.secret };
  }
  const secret = ids.token();
  const made = { id: `app-${ids.short()}`, secret };
  const secretHash = await hashMadeSecret(secret, secureRandom);
  await store.oauth.putClient({
    id: made.id,
    merchantId,
    name: 'Kaffebaren Fordel',
    secretHash,
    redirectUris: DEMO_REDIRECTS,
    version: 1,
  });
  await writePrivateFile(path, { ...made, secret_hash: secretHash });
  return made;
}

/** Redirect addresses of the demo's application. */
export const DEMO_REDIRECTS: readonly string[] = ['http://127.0.0.1:4700/callback'];
