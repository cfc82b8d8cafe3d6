import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createService } from '../../../../service/index.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { secretHeaders, send } from '../../../support/wire.ts';
import { openAdmin } from '../../admin/run-admin.ts';

it('set-merchant changes the given members, and keeps the others', async () => {
  const { folder, data, done, stop } = openAdmin();
  try {
    await done('create-merchant', '--id', 'shop', '--name', 'Kaffebaren', '--mcc', '5814');
    const secret = /^secret (\S{43})$/m.exec(await done('create-user', 'shop', '--id', 'pos'))?.[1];
    const profile = join(folder, 'profile.json');
    writeFileSync(profile, JSON.stringify({ postal_code: '0555', email: 'hei@kaffebaren.no' }));
    const documents = join(folder, 'documents.json');
    writeFileSync(documents, JSON.stringify([{ gs_object_name: 'lease.pdf' }]));
    await done('set-merchant', 'shop', '--profile', profile, '--documents', documents);
    const said = await done('set-merchant', 'shop', '--auto-release', 'no', '--currency', 'EUR');
    expect(said).toBe(
      'merchant shop: currencies NOK EUR\nan authorisation that ends is held until it is released\n',
    );
    const place = { kind: 'directory', path: data } as const;
    const service = createService({ port: 0, log: 'silent', data: place });
    const { base_url: base } = await service.start();
    try {
      const headers = secretHeaders('shop', 'pos', secret ?? '');
      expect((await send(`${base}/merchant/shop/`, { headers })).json).toMatchObject({
        mcc: 5814,
        auto_release_after_auth_expire: false,
        profile: { postal_code: '0555', email: 'hei@kaffebaren.no', country: null },
        business_documents: [{ gs_object_name: 'lease.pdf', description: null }],
      });
      const euro = await send(`${base}/settlement_account/shop.EUR/`, { headers });
      expect(euro.status).toBe(200);
    } finally {
      await service.stop();
    }
  } finally {
    stop();
  }
});

it('a file that is too large is refused without being read whole', async () => {
  const { folder, done, fails, stop } = openAdmin();
  try {
    await done('create-merchant', '--id', 'shop', '--name', 'Kaffebaren', '--mcc', '5814');
    const file = join(folder, 'large');
    const sentence = (max: number) => `The file ${file} has more than ${max} bytes.`;
    // Sparse: its size is far beyond what a process may hold.
    writeFileSync(file, '');
    truncateSync(file, 2 ** 40);
    const body = sentence(LIMITS.bodyBytesMax);
    expect(await fails(1, 'set-merchant', 'shop', '--profile', file)).toContain(body);
    expect(await fails(1, 'set-merchant', 'shop', '--documents', file)).toContain(body);
    expect(await fails(1, 'set-logo', 'shop', file)).toContain(sentence(LIMITS.logoBytesMax));
    expect(await fails(1, 'import-customers', file)).toContain(sentence(LIMITS.importBytesMax));
    expect(await fails(1, 'set-logo', 'shop', folder)).toContain(
      `The file ${folder} cannot be read.`,
    );
  } finally {
    stop();
  }
});
