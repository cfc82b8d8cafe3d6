import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { paymentDraft } from '../support/service.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { secretHeaders, send } from '../support/wire.ts';

/*
 * A full disk: the system refuses each write beyond the first bytes of a file. Reads work. The test removes
 * the limit to make room on the disk.
 */

const hasLimits = spawnSync('prlimit', ['--version']).status === 0;

let service: ServiceProcess;
beforeAll(async () => {
  service = await startServiceProcess();
});
afterAll(async () => {
  await service?.stop();
});

function leaveRoom(bytes: number | 'unlimited'): void {
  const asked = ['--pid', String(service.pid), `--fsize=${bytes}:`];
  expect(spawnSync('prlimit', asked).status).toBe(0);
}

function asTill(method: string, path: string, body?: unknown) {
  const secret = service.users.find(({ id }) => id === 'pos')?.secret ?? '';
  const headers = secretHeaders(service.merchant.id, 'pos', secret);
  return send(service.base_url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
}

const health = () => send(new URL('/health/ready', service.base_url).href);
const readiness = async () => (await health()).status;

const asked = (sale: string) =>
  asTill('POST', '/payment_request/', paymentDraft({ pos_tid: sale }));

describe.skipIf(!hasLimits)('the service on a full disk', () => {
  it('refuses writes with 503, serves reads, and accepts writes again when the disk has room', async () => {
    const before = await asked('before');
    expect(before.status).toBe(201);
    const { id } = z.object({ id: z.string() }).parse(before.json);
    expect(await readiness()).toBe(200);
    leaveRoom(4_096);
    // The service reports the full disk before the first request fails.
    await expect.poll(readiness).toBe(503);
    expect((await health()).json).toMatchObject({ reasons: [{ reason: 'store' }] });
    // Several requests, because each of them must be refused correctly, not only the first.
    for (const sale of ['first', 'second', 'first']) {
      const refused = await asked(sale);
      expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([
        503,
        expect.any(Number),
      ]);
      expect(refused.text).not.toMatch(/SQL|disk I\/O|stack/);
    }
    const moved = await asTill('PUT', `/payment_request/${id}/`, { action: 'abort' });
    expect(moved.status).toBe(503);
    const outcome = () => asTill('GET', `/payment_request/${id}/outcome/`);
    expect(await outcome()).toMatchObject({ status: 200, json: { status: 'pending' } });
    leaveRoom('unlimited');
    // The same request again: made once, however often it was refused.
    expect((await asked('first')).status).toBe(201);
    await expect.poll(readiness).toBe(200);
    expect((await asked('first')).status).toBe(200);
    expect((await asTill('PUT', `/payment_request/${id}/`, { action: 'abort' })).status).toBe(204);
    expect(await outcome()).toMatchObject({ status: 200, json: { status: 'fail' } });
    expect(service.isRunning()).toBe(true);
  });
});
