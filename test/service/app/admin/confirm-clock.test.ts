import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createService } from '../../../../service/index.ts';
import { openSqliteStore } from '../../../../service/store/sqlite/open.ts';
import { DAY } from '../../../../shared/time/clock.ts';
import { giveKeys } from '../../../support/seeded-data.ts';
import { openAdmin } from '../../admin/run-admin.ts';

let admin: ReturnType<typeof openAdmin>;
beforeEach(() => {
  admin = openAdmin();
});
afterEach(() => admin.stop());

it('a service two days behind the newest commit is not ready until an operator confirms its clock', async () => {
  await giveKeys(admin.data);
  const data = { kind: 'directory', path: admin.data } as const;
  const service = createService({ data, port: 0, log: 'silent' });
  await service.start();
  await service.stop();
  const store = openSqliteStore(join(admin.data, 'tillkit.db'));
  await store.clockMark.confirm(Date.now() + 2 * DAY);
  await store.close();

  const { base_url: base } = await service.start();
  try {
    const health = async () => {
      const reply = await fetch(new URL('/health/ready', base));
      return { status: reply.status, text: await reply.text() };
    };
    expect(await health()).toMatchObject({
      status: 503,
      text: expect.stringMatching(/"reason":"clock".*48 hours behind the newest commit/),
    });
    const said = await admin.done('confirm-clock');
    expect(String(said)).toMatch(/The time is .* UTC; the newest commit was: .* UTC/);
    await expect.poll(async () => (await health()).status).toBe(200);
  } finally {
    await service.stop();
  }
});
