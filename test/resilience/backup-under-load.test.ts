import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { asTill, persist } from '../process/kill-services/ask.ts';
import { audit } from '../process/kill-services/audit.ts';
import { startLoad, type Told } from '../process/kill-services/load.ts';
import { openPlace } from '../process/kill-services/place.ts';
import { createKillableService, type KillableService } from '../process/kill-services/services.ts';
import { openShops } from '../process/kill-services/shops.ts';
import { openAdmin } from '../service/admin/run-admin.ts';
import { LAST_RESORT } from '../support/last-resort.ts';

/*
 * Backups of a service under full load. A backup must contain every payment that the service reported to a
 * till before the backup began, and its ledger must match its payments.
 */

const folder = mkdtempSync(join(tmpdir(), 'tillkit-load-'));
const admin = openAdmin();
afterAll(() => {
  admin.stop();
  rmSync(folder, { recursive: true, force: true });
});

const listed = z.object({ status_code: z.number() });

it(
  'a backup under full load can be restored, has every earlier payment, and balances',
  async () => {
    const place = await openPlace('sqlite');
    const data = place.args[1] ?? '';
    const service = createKillableService(place.args);
    const other = createKillableService(['--data', join(folder, 'restored')]);
    try {
      const shops = await openShops(1, place.args);
      await service.start();
      const load = startLoad([service], shops, 12, null);
      const earlier: (readonly Told[])[] = [];
      for (const name of ['first', 'second', 'third']) {
        const enough = load.sales.filter(({ captured }) => captured).length + 20;
        await expect
          .poll(() => load.sales.filter(({ captured }) => captured).length, {
            timeout: LAST_RESORT,
          })
          .toBeGreaterThan(enough);
        earlier.push(load.sales.filter(({ captured }) => captured));
        const ended = await admin.asProcess(['backup', '--data', data, join(folder, name)]);
        expect([ended.code, ended.err]).toEqual([0, '']);
      }
      await load.finish();
      expect(load.sales.filter(({ strange }) => strange !== null)).toEqual([]);
      const restored = await admin.asProcess([
        ...['restore', join(folder, 'third'), '--data', join(folder, 'restored')],
      ]);
      expect([restored.code, restored.err]).toEqual([0, '']);
      await other.start();
      const known = await stillKnown(other, load.sales);
      for (const told of earlier[2] ?? []) expect(known).toContain(told);
      expect(await audit([other], known, null, () => new Map(), null)).toEqual([]);
      for (const name of ['first', 'second']) {
        expect((await admin.run(['verify', join(folder, name)])).code).toBe(0);
      }
    } finally {
      await Promise.all([service.stop(), other.stop()]);
      await place.remove();
    }
  },
  10 * LAST_RESORT,
);

/** The sales that the restored service has, with the captures that it knows. */
async function stillKnown(
  service: KillableService,
  sales: readonly Told[],
): Promise<readonly Told[]> {
  const known: Told[] = [];
  for (const told of sales) {
    if (told.tid === null) continue;
    const path = `/payment_request/${told.tid}/outcome/`;
    const reply = await persist([service], asTill(told.shop, path));
    if (reply.status === 404) continue;
    const { status_code } = listed.parse(reply.json);
    // A sale that was captured after the backup has no capture there.
    if (status_code !== 2000) told.captured = false;
    known.push(told);
  }
  return known;
}

const hasLimits = spawnSync('prlimit', ['--version']).status === 0;

it.skipIf(!hasLimits)(
  'a backup on a full disk fails with a message and leaves no file; the service continues',
  async () => {
    const place = await openPlace('sqlite');
    const data = place.args[1] ?? '';
    const service = createKillableService(place.args);
    const target = mkdtempSync(join(folder, 'full-'));
    try {
      const shops = await openShops(1, place.args);
      await service.start();
      const pid = String(service.ready()?.pid);
      const leaveRoom = (bytes: number | 'unlimited') =>
        expect(spawnSync('prlimit', ['--pid', pid, `--fsize=${bytes}:`]).status).toBe(0);
      leaveRoom(64 * 1024);
      const backup = () => admin.asProcess(['backup', '--data', data, join(target, 'shop')]);
      const refused = await backup();
      expect([refused.code, refused.out]).toEqual([1, '']);
      expect(refused.err).toMatch(
        /^The disk of \S+ (is full|refused a write); [^\n]+ No part [^\n]+\n$/,
      );
      expect(readdirSync(target)).toEqual([]);
      leaveRoom('unlimited');
      const load = startLoad([service], shops, 2, null);
      await expect.poll(() => load.sales.length, { timeout: LAST_RESORT }).toBeGreaterThan(4);
      await load.finish();
      expect(load.sales.filter(({ strange }) => strange !== null)).toEqual([]);
      expect((await backup()).code).toBe(0);
      expect(existsSync(join(target, 'shop'))).toBe(true);
    } finally {
      await service.stop();
      await place.remove();
    }
  },
);
