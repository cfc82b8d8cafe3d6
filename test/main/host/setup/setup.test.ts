import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { thisMachine } from '../../../../main/host/adapters/machine.ts';
import { NO_MACHINE_ACCESS } from '../../../../main/host/diagnosis/machine-access.ts';
import {
  NO_SYSTEM_SECRETS,
  type SystemSecrets,
} from '../../../../main/host/secrets/choose-store.ts';
import { MACHINE_PORTS } from '../../../../main/host/till/ports.ts';
import { CASHIER } from '../../../../main/host/till/presence.ts';
import { openRemoteTill, type RemoteTill } from '../../../../main/host/till/remote-till.ts';
import type { SetupView } from '../../../../shared/device/bridge/setup.ts';
import { clientOf } from '../../../../shared/device/commands/client.ts';
import type { SetupStep } from '../../../../shared/device/commands/setup.ts';
import { portalUserSecret } from '../../../../shared/portal/contract.ts';
import { HOUR } from '../../../../shared/time/clock.ts';
import { holdHostTime } from '../../../support/host-time.ts';
import { startPairingWorld } from '../pairing/pairing-setup.ts';

let world: Awaited<ReturnType<typeof startPairingWorld>>;
let folder: string;
const tills: RemoteTill[] = [];
beforeAll(async () => {
  world = await startPairingWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  for (const till of tills.splice(0)) await till.close();
});
beforeEach(() => {
  folder = world.folder();
});

const PLAIN = {
  firstCode: null,
  screens: null,
  machineAccess: NO_MACHINE_ACCESS,
  ports: MACHINE_PORTS,
};
const said: string[] = [];
async function open(
  file: 'allowed' | 'refused' = 'allowed',
  system: SystemSecrets = NO_SYSTEM_SECRETS,
): Promise<RemoteTill> {
  const { base_url: baseUrl } = world.service.ready;
  const report = (sentence: string) => said.push(sentence);
  const presence = CASHIER;
  const more = { baseUrl, system, file, machine: thisMachine, presence, report, ...PLAIN };
  const till = await openRemoteTill({ directory: folder, ...more });
  tills.push(till);
  return till;
}

const setupOf = (till: RemoteTill): SetupView | undefined => till.backend.source.snapshot().setup;
const step = (till: RemoteTill, one: SetupStep) =>
  till.backend.dispatch({ type: 'setup', step: one });
const address = () => world.service.ready.base_url;
const stage = (till: RemoteTill) => () => setupOf(till)?.stage.kind ?? 'till';

const saleOf = (till: RemoteTill, id: string) =>
  till.backend.source.snapshot().view.sales.find((sale) => sale.id === id);

/** Starts a sale and waits until its code can be scanned. */
async function startSale(till: RemoteTill): Promise<string> {
  const request = { amount: 4_200, method: { kind: 'qr' } } as const;
  const started = await clientOf(till.backend.dispatch)({ type: 'start_sale', request });
  const id = started.ok ? started.value.id : started.refusal.description;
  await expect.poll(() => saleOf(till, id)?.state.kind).toBe('waiting_scan');
  return id;
}

/** The customer approves a sale, and its till shows the result. */
async function pay(till: RemoteTill, id: string, result = 'paid'): Promise<void> {
  await expect.poll(() => saleOf(till, id)?.tid).toEqual(expect.any(String));
  const tid = saleOf(till, id)?.tid ?? '';
  const { simulator } = world.service.service;
  const { msisdn = '' } = world.service.ready.customers[0] ?? {};
  expect((await simulator.claim(tid, msisdn)).ok).toBe(true);
  expect((await simulator.confirm(tid)).ok).toBe(true);
  await expect.poll(() => saleOf(till, id)?.state.kind).toBe(result);
}

async function pair(till: RemoteTill, code: string): Promise<void> {
  expect((await step(till, { kind: 'pair', address: address(), code, file: 'refused' })).ok).toBe(
    true,
  );
  await expect.poll(stage(till)).toBe('checked');
}

describe('the first run', () => {
  it('pairs by code and opens the till on the same screen', async () => {
    const till = await open();
    const seen: string[] = [];
    till.backend.source.subscribe((snapshot) => seen.push(snapshot.setup?.stage.kind ?? 'till'));
    expect(setupOf(till)).toMatchObject({ stage: { kind: 'asking' }, why: 'first' });
    expect((await till.backend.dispatch({ type: 'refresh' })).ok).toBe(false);
    await pair(till, (await world.issue('first-1')).code);
    expect(setupOf(till)?.facts).toMatchObject({ posId: 'first-1' });
    await step(till, { kind: 'finish' });
    await expect.poll(stage(till)).toBe('till');
    expect(till.backend.source.snapshot().settings.posId).toBe('first-1');
    expect((await till.backend.dispatch({ type: 'refresh' })).ok).toBe(true);
    expect((await step(till, { kind: 'again' })).ok).toBe(false);
    expect(new Set(seen)).toEqual(new Set(['working', 'checked', 'till']));
    await till.close();
    expect(stage(await open())()).toBe('till');
  });

  it('opens with a currency that the shop does not take, and says so at the start', async () => {
    const till = await open();
    await pair(till, (await world.issue('first-jpy')).code);
    await step(till, { kind: 'finish' });
    await expect.poll(stage(till)).toBe('till');
    await till.close();
    const path = join(folder, 'settings.json');
    const settings = Object(JSON.parse(readFileSync(path, 'utf8')));
    writeFileSync(path, JSON.stringify({ ...settings, currency: 'JPY' }));

    said.length = 0;
    const again = await open();
    const other = () => again.backend.source.snapshot().otherCurrency;
    await expect.poll(other).toEqual({ accepted: ['NOK'] });
    expect(said).toContainEqual(expect.stringContaining('takes JPY, but the shop takes NOK'));
    // No sale was needed for it, and the till works on.
    expect(again.backend.source.snapshot().view.sales).toEqual([]);
    expect((await again.backend.dispatch({ type: 'refresh' })).ok).toBe(true);
  });

  it('stores no key without permission to use a file, and reports the missing key store', async () => {
    const till = await open('refused');
    expect(setupOf(till)?.secrets).toBe('ask');
    const { code } = await world.issue('first-2');
    await step(till, { kind: 'pair', address: address(), code, file: 'refused' });
    await expect.poll(() => setupOf(till)?.problem?.kind).toBe('no_secret_store');
    await step(till, { kind: 'pair', address: address(), code, file: 'allowed' });
    await expect.poll(stage(till)).toBe('checked');
    await till.close();
    // What was allowed once is a setting of that till now.
    expect(stage(await open('refused'))()).toBe('till');
  });

  it('accepts a typed secret, and a key that the till created and the portal registered', async () => {
    const made = await world.portal.post('/users', { id: 'by-hand' });
    const { secret } = portalUserSecret.parse(made.body);
    const till = await open();
    const who = {
      kind: 'connect',
      address: address(),
      merchantId: world.service.ready.merchant.id,
      userId: 'by-hand',
      posId: 'kasse-1',
      file: 'allowed',
    } as const;
    await step(till, { ...who, secret: 'this is wrong' });
    await expect.poll(stage(till)).toBe('checked');
    expect(setupOf(till)?.stage).toMatchObject({ done: false });
    expect((await step(till, { kind: 'finish' })).ok).toBe(false);
    await step(till, { kind: 'again' });
    await step(till, { ...who, secret });
    await expect.poll(() => setupOf(till)?.stage).toMatchObject({ done: true });

    await step(till, { kind: 'again' });
    await step(till, { kind: 'make_key', file: 'allowed' });
    await expect.poll(stage(till)).toBe('key_made');
    const shown = setupOf(till)?.stage;
    const pubkey = shown?.kind === 'key_made' ? shown.publicKey : '';
    expect(JSON.stringify(setupOf(till))).not.toContain('PRIVATE');
    await world.portal.post('/users/by-hand/key', { pubkey });
    await step(till, { ...who, secret: null });
    await expect.poll(() => setupOf(till)?.stage).toMatchObject({ done: true });
    await step(till, { kind: 'finish' });
    await expect.poll(stage(till)).toBe('till');
    expect(till.backend.source.snapshot().settings.shop.name).toBe(
      world.service.ready.merchant.name,
    );
  });

  it('refuses invalid input without losing the current step', async () => {
    const till = await open();
    const odd: readonly unknown[] = [
      { type: 'setup', step: { kind: 'cook' } },
      { type: 'setup', step: null },
      { type: 'setup' },
      null,
      {
        type: 'setup',
        step: { kind: 'pair', address: 'x'.repeat(5_000), code: '', file: 'allowed' },
      },
    ];
    for (const command of odd) expect((await till.backend.dispatch(command)).ok).toBe(false);
    await step(till, { kind: 'pair', address: 'ftp://x', code: '00000000', file: 'allowed' });
    await expect.poll(() => setupOf(till)?.problem?.kind).toBe('bad_address');
    await step(till, { kind: 'pair', address: address(), code: 'short', file: 'allowed' });
    await expect.poll(() => setupOf(till)?.problem?.kind).toBe('bad_code');
    await step(till, { kind: 'pair', address: address(), code: '00000000', file: 'allowed' });
    await expect.poll(() => setupOf(till)?.problem?.kind).toBe('unknown_code');
    expect(stage(till)()).toBe('asking');
  });

  it('refuses a second step while one runs', async () => {
    const till = await open();
    const { code } = await world.issue('first-3');
    const one = { kind: 'pair', address: address(), code, file: 'allowed' } as const;
    const both = [step(till, one), step(till, one)];
    expect(stage(till)()).toBe('working');
    expect((await Promise.all(both)).map(({ ok }) => ok)).toEqual([true, false]);
    await expect.poll(stage(till)).toBe('checked');
  });
});

describe('a paired till that starts again', () => {
  it('requires a new pairing when the old one was revoked, and reports the reason', async () => {
    const till = await open();
    const { code, pairing } = await world.issue('again-1');
    await pair(till, code);
    await world.portal.remove(`/pairings/${pairing.id}`);
    await till.close();
    const after = await open();
    expect(setupOf(after)).toMatchObject({ why: 'refused', facts: { posId: 'again-1' } });
    expect(said.at(-1)).toMatch(/was revoked/);
    await pair(after, (await world.issue('again-1')).code);
    await step(after, { kind: 'finish' });
    await expect.poll(stage(after)).toBe('till');
  });

  it('requires a new pairing when its key is unreadable', async () => {
    const till = await open();
    await pair(till, (await world.issue('again-2')).code);
    await till.close();
    writeFileSync(join(folder, 'secrets.json'), '{}');
    expect(setupOf(await open())).toMatchObject({ why: 'unreadable' });
  });

  it('opens the till while its service does not answer', async () => {
    const till = await open();
    await pair(till, (await world.issue('again-3')).code);
    await till.close();
    const path = join(folder, 'connection.json');
    const silent = 'http://127.0.0.1:9/merchant/v1';
    writeFileSync(path, readFileSync(path, 'utf8').replace(address(), silent));
    const more = { system: NO_SYSTEM_SECRETS, file: 'refused', machine: thisMachine } as const;
    const alone = await openRemoteTill({
      directory: folder,
      baseUrl: null,
      presence: CASHIER,
      report: () => undefined,
      ...PLAIN,
      ...more,
    });
    tills.push(alone);
    expect(stage(alone)()).toBe('till');
    await expect(open()).rejects.toThrow(/holds a till of http:\/\/127\.0\.0\.1:9/);
  });

  it('sells at once with a clock that is hours wrong, and while the clock is corrected', async () => {
    const time = holdHostTime();
    try {
      const till = await open();
      await pair(till, (await world.issue('again-6')).code);
      await step(till, { kind: 'finish' });
      await expect.poll(stage(till)).toBe('till');
      const first = await startSale(till);
      await till.close();

      time.set(-7 * HOUR);
      said.length = 0;
      const after = await open();
      expect(stage(after)()).toBe('till');
      expect(said.join()).toMatch(/clock is off by -25\d\d\d s.*Set the clock/);
      // The sale of the last run goes on; its cashier decides about it.
      await pay(after, first, 'authorised');
      await after.backend.dispatch({ type: 'act', saleId: first, action: 'capture' });
      await expect.poll(() => saleOf(after, first)?.state.kind).toBe('paid');

      const second = await startSale(after);
      time.set(7 * HOUR);
      await pay(after, second);
      const third = await startSale(after);
      time.set(3 * HOUR);
      await pay(after, third);
    } finally {
      time.release();
    }
  });

  it('cannot be paired with another shop while it has sales of the first one', async () => {
    const till = await open();
    await pair(till, (await world.issue('again-4')).code);
    await step(till, { kind: 'finish' });
    await expect.poll(stage(till)).toBe('till');
    await till.close();
    const path = join(folder, 'connection.json');
    const own = readFileSync(path, 'utf8');
    writeFileSync(path, own.replace(/"merchant_id": "[^"]+"/, '"merchant_id": "someone-else"'));
    const other = await open();
    expect(setupOf(other)).toMatchObject({ why: 'unreadable' });
    const { code } = await world.issue('again-5');
    await step(other, { kind: 'pair', address: address(), code, file: 'allowed' });
    await expect.poll(() => setupOf(other)?.problem?.kind).toBe('other_shop');
  });
});
