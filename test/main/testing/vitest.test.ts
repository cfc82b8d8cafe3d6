import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import { test } from '../../../main/testing/vitest.ts';

const FAILING = `import { test } from '${join(packageRoot(), 'main/testing/vitest.ts')}';

test('is paid too early', async ({ shop, expect }) => {
  const sale = await shop.till.sell(12_500);
  expect(sale.view().state.kind).toBe('paid');
});
`;

test('a test that fails prints its timeline', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-failing-'));
  try {
    writeFileSync(join(folder, 'failing.test.ts'), FAILING);
    const vitest = join(packageRoot(), 'node_modules/vitest/vitest.mjs');
    // Without the variables of the run that this test belongs to.
    const options = { cwd: folder, env: { PATH: process.env.PATH, NO_COLOR: '1' } };
    // No time limit: the result must not depend on the speed of the machine.
    const args = [vitest, 'run', '--root', folder, '--testTimeout=0', '--hookTimeout=0'];
    const failed = await promisify(execFile)(process.execPath, args, options).catch(
      (error: { readonly stdout?: string; readonly stderr?: string }) => error,
    );
    const { stdout = '', stderr = '' } = failed;
    expect(stdout).toContain('1 failed');
    expect(stderr).toContain('The timeline of "is paid too early":');
    expect(stderr).toMatch(/state {5}sale 1 is waiting_scan/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a timeline has no phone number and no secret', async ({ shop }) => {
  const method = { kind: 'phone', msisdn: shop.customer.msisdn } as const;
  const sale = await shop.till.sell(12_500, { method });
  await shop.customer.approve(sale);
  await sale.becomes('paid');
  const text = shop.timeline();
  expect(text).toContain('sale 1 is paid');
  const { users, customers } = shop.service;
  const hidden = [...users.map(({ secret }) => secret), ...customers.map(({ msisdn }) => msisdn)];
  expect(hidden.filter((value) => text.includes(value))).toEqual([]);
});

test('one clock moves the service and the till', async ({ shop }) => {
  const sale = await shop.till.sell(12_500);
  const before = shop.clock.now();
  await shop.clock.advance(3 * 86_400);
  expect(shop.clock.now() - before).toBe(3 * 86_400_000);
  expect(shop.simulator.now()).toBe(shop.clock.now());
  expect(sale.view().state).toEqual({ kind: 'expired', what: 'request' });
});
