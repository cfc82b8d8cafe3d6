import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTill } from '../../main/host/till/open-till.ts';
import { CASHIER } from '../../main/host/till/presence.ts';
import { portalTillStatuses } from '../../shared/portal/fleet.ts';
import { until } from '../support/last-resort.ts';
import { merchantBrowser } from '../support/merchant-pages.ts';
import { middayZone } from '../support/midday-zone.ts';
import { startTestService } from '../support/service.ts';
import { ON_THIS_MACHINE } from '../support/sold-till.ts';

it('a till is in the portal when it runs, and is off there when it was closed', async () => {
  const service = await startTestService({ clock: 'system' });
  const directory = mkdtempSync(join(tmpdir(), 'tillkit-status-'));
  try {
    const admin = merchantBrowser(service);
    await admin.signIn(service.users.admin);
    const list = async () => portalTillStatuses.parse((await admin.get('/till-status')).body).items;
    const { base_url, merchant, users } = service.ready;
    const till = await openTill({
      ...ON_THIS_MACHINE,
      presence: CASHIER,
      service: { base_url, merchant, users },
      directory,
      settings: {
        shop: { name: 'Fjord Kaffe', address: null, organisationNumber: '987654321' },
        currency: 'NOK',
        locale: 'nb-NO',
        language: 'nb',
        paidDwellSeconds: 8,
        timeZone: middayZone(Date.now()),
        posId: 'kasse-1',
      },
      report: () => undefined,
    });
    const [running] = await until(list, (items) => items.length > 0);
    expect(running).toMatchObject({ pos_id: 'kasse-1', screen: 'idle', printer: 'none' });
    expect(running?.disk_free_bytes).toBeGreaterThan(0);
    await till.close();
    await until(list, ([one]) => one?.screen === 'off');
  } finally {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});
