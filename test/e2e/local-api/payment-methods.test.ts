import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalTill, startLocalTill } from '../../support/local-till.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/* Each payment method, started by a register and approved by the customer. */

let service: TestService;
let till: LocalTill;
let link: { readonly id: string; readonly serial_number: string };
beforeAll(async () => {
  service = await startTestService({ clock: 'system' });
  const [first] = service.ready.shortlinks;
  if (first === undefined) throw new Error('the demo has no shortlink');
  link = first;
  till = await startLocalTill(service, {
    settings: {
      deviceCode: { shortlinkId: link.id, address: `${service.ready.shortlink_url}/s/${link.id}` },
    },
  });
});
afterAll(async () => {
  await till.stop();
  await service.stop();
});

const customer = () => service.ready.customers[0]?.msisdn ?? '';

async function scan(argstring = ''): Promise<string> {
  const token = await service.service.simulator.scan(customer(), { shortlink: link.id, argstring });
  if (!token.ok) throw new Error(token.refusal.description);
  return token.value;
}

async function start(reference: string, method: object) {
  const { status, sale } = await till.register.start({ reference, amount: 4_200, method });
  expect(status).toBe(201);
  return sale.id;
}

async function confirm(id: string): Promise<void> {
  const { tid } = await till.register.until(id, 'waiting_approval');
  await service.service.simulator.confirm(tid ?? '');
  const paid = await till.register.until(id, 'paid');
  expect(paid.money.captured).toBe(4_200);
}

describe('a register', () => {
  it('starts a sale by phone number', async () => {
    await confirm(await start('W-1', { kind: 'phone', msisdn: customer() }));
  });

  it('starts a sale by the customer’s scanned code', async () => {
    await confirm(await start('W-2', { kind: 'scan_token', token: await scan('counter') }));
  });

  it('starts a sale by the device’s code that the customer scanned before the total', async () => {
    const code = (
      await till.register.call('POST', 'commands/open_code/', { body: { label: 'Table 4' } })
    ).sale.id;
    await scan(code);
    const isScanned = async () =>
      (await till.register.call('GET', 'codes/')).json.codes?.[0]?.state ?? 'none';
    await expect.poll(isScanned).toBe('scanned');
    await confirm(await start('W-3', { kind: 'device_code', code }));
    expect((await till.register.call('GET', 'codes/')).json.codes).toEqual([]);
  });

  it('starts one sale by the screen’s code and the sticker', async () => {
    const sticker = { kind: 'serial', serial: link.serial_number };
    const line = till.register.listen();
    const id = await start('W-4', { kind: 'qr_and_sticker', sticker });
    const { tid } = await till.register.until(id, 'waiting_scan');
    await service.service.simulator.claim(tid ?? '', customer());
    await service.service.simulator.confirm(tid ?? '');
    expect((await till.register.until(id, 'paid')).reference).toBe('W-4');
    await line.frame((frame) => frame.type === 'sale' && frame.sale.state.kind === 'paid');
    const told = line.frames.flatMap((frame) => (frame.type === 'sale' ? [frame.sale.id] : []));
    expect(new Set(told)).toEqual(new Set([id]));
    const again = await till.register.call('GET', 'sales/?reference=W-4');
    expect(again.list.map((sale) => sale.id)).toEqual([id]);
  });
});
