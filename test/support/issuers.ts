import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createIssuers } from '../../service/payments/payments.ts';
import type { InstanceKeys } from '../../service/store/instance-keys.ts';
import type { Store } from '../../service/store/store.ts';
import type { Ids } from '../../shared/ids/ids.ts';
import { rootOfBase, serviceAddresses } from '../../shared/protocol/service-addresses.ts';
import type { Clock } from '../../shared/time/clock.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const secret = randomBytes(32);

/** Keys of an installation, which exist as long as the test. */
export const testKeys: InstanceKeys = {
  mac: (purpose, text) =>
    createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url'),
  idToken: async () => ({
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    kid: 'k',
  }),
  prepare: async () => {},
};

/** Issuers with the installation's keys, on a store of a test. */
export function testIssuers(parts: { store: Store; clock: Clock; ids: Ids; base?: () => string }) {
  const { base = () => 'http://service.test/merchant/v1' } = parts;
  const addresses = () =>
    serviceAddresses(rootOfBase(base()), '/merchant/v1', 'http://service.test');
  return createIssuers({ ...parts, keys: testKeys, addresses });
}
