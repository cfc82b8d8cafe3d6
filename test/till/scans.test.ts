import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  becomes,
  begin,
  createScanWorld,
  hasPush,
  type ScanWorld,
  saleBy,
  saleRequest,
  until,
} from './scan-world.ts';

/*
 * Codes that customers scan, and codes of customers, against the real service. Only the content of the
 * code decides to which sale a scan belongs.
 */

let world: ScanWorld;
let link: { id: string; value: string };

beforeAll(async () => {
  world = await createScanWorld();
  link = await world.makeLink('ws:till.till1');
});
afterEach(() => world.forget());
afterAll(() => world.end());

const own = () => ({ deviceCode: { shortlinkId: link.id, address: link.value } });
const [first, second] = ['4798765432', '4791234567'];
const scan = async (argstring: string, msisdn = first, shortlink = link.id) => {
  const scanned = await world.simulator.scan(msisdn, { shortlink, argstring });
  if (!scanned.ok) throw new Error(scanned.refusal.description);
  return scanned.value;
};
const confirm = (id: string) => world.simulator.confirm(saleBy(world.till(), id).tid ?? '');

describe('a customer’s own code', () => {
  it('sends the request only to the customer whose token was read', async () => {
    const till = await world.start();
    const token = await scan('', first, world.sticker.id);
    const id = await begin(till, saleRequest({ kind: 'scan_token', token }));
    await becomes(till, id, 'waiting_approval');
    expect(world.created().at(-1)).toMatchObject({ customer: token, pos_tid: id });
    await confirm(id);
    await becomes(till, id, 'paid');
  });

  it('ends the sale if its token is unknown', async () => {
    const till = await world.start();
    const id = await begin(
      till,
      saleRequest({ kind: 'scan_token', token: 'token:000000000000000000' }),
    );
    await becomes(till, id, 'refused');
    expect(saleBy(till, id).state).toMatchObject({ because: { kind: 'unknown_customer' } });
  });

  it.each(['', 'token:', '4798765432', 'token:1 2', `token:${'1'.repeat(200)}`])(
    'is refused before anything is written if its token is invalid: %j',
    async (token) => {
      const till = await world.start();
      const before = till.view().sales.length;
      const started = await till.start(saleRequest({ kind: 'scan_token', token }));
      expect(started).toMatchObject({ ok: false, refusal: { type: 'validation_error' } });
      expect(till.view().sales).toHaveLength(before);
    },
  );
});

describe('the device’s code', () => {
  it('sends the request to the customer whose scan names the sale', async () => {
    const till = await world.start(own());
    await hasPush(till);
    const id = await begin(till, saleRequest({ kind: 'device_code', code: null }));
    expect(saleBy(till, id).state).toMatchObject({
      kind: 'waiting_scan',
      uri: `${link.value}${id}`,
    });
    // No request is sent before a customer has scanned.
    expect(world.created().filter((body) => body.pos_tid === id)).toEqual([]);
    const token = await scan(id);
    await becomes(till, id, 'waiting_approval');
    expect(world.created().filter((body) => body.pos_tid === id)).toMatchObject([
      { customer: token },
    ]);
    await confirm(id);
    await becomes(till, id, 'paid');
    expect(saleBy(till, id).log.map((line) => line.key)).toContain('scanned');
  });

  it('waits for the total after a scan, also over a restart of the till', async () => {
    const till = await world.start(own());
    await hasPush(till);
    const opened = await till.openCode('Table 4');
    if (!opened.ok) throw new Error(opened.refusal.description);
    const { id, uri } = opened.value;
    expect(uri).toBe(`${link.value}${id}`);
    const token = await scan(id);
    await until(till, () => till.view().codes[0]?.state === 'scanned');
    await world.stop();
    const later = await world.start(own());
    expect(later.view().codes).toMatchObject([{ id, label: 'Table 4', state: 'scanned' }]);
    expect(await begin(later, saleRequest({ kind: 'device_code', code: id }))).toBe(id);
    await becomes(later, id, 'waiting_approval');
    expect(world.created().at(-1)).toMatchObject({ customer: token, pos_tid: id });
    expect(saleBy(later, id)).toMatchObject({ label: 'Table 4' });
    expect(later.view().codes).toEqual([]);
    await confirm(id);
    await becomes(later, id, 'paid');
  });

  it('keeps the first customer if two scan it before the total', async () => {
    const till = await world.start(own());
    await hasPush(till);
    const opened = await till.openCode();
    if (!opened.ok) throw new Error(opened.refusal.description);
    const { id } = opened.value;
    const token = await scan(id, first);
    await until(till, () => till.view().codes[0]?.state === 'scanned');
    const late = await scan(id, second);
    await until(till, () => till.view().scans.some((one) => one.token === late));
    await begin(till, saleRequest({ kind: 'device_code', code: id }));
    await becomes(till, id, 'waiting_approval');
    expect(world.created().at(-1)).toMatchObject({ customer: token, pos_tid: id });
    await till.act(id, 'cancel');
    await becomes(till, id, 'aborted');
  });

  it('assigns a scan that arrived while the till was off to its sale only', async () => {
    const till = await world.start(own());
    const one = await begin(
      till,
      saleRequest({ kind: 'device_code', code: null }, { place: 'aside' }),
    );
    const two = await begin(
      till,
      saleRequest({ kind: 'device_code', code: null }, { place: 'aside' }),
    );
    await world.stop();
    const token = await scan(two);
    const later = await world.start(own());
    await becomes(later, two, 'waiting_approval');
    expect(saleBy(later, one).state.kind).toBe('waiting_scan');
    expect(world.created().at(-1)).toMatchObject({ customer: token, pos_tid: two });
    await later.act(one, 'cancel');
    await later.act(two, 'cancel');
    await becomes(later, two, 'aborted');
  });

  it('does not assign a scan without a known code to the waiting sale', async () => {
    const till = await world.start(own());
    await hasPush(till);
    const id = await begin(till, saleRequest({ kind: 'device_code', code: null }));
    const stray = await scan(`${id}x`);
    // This till has a new journal, so it may also list scans of earlier tests.
    const isStray = (one: { readonly token: string }) => one.token === stray;
    await until(till, () => till.view().scans.some(isStray));
    expect(saleBy(till, id).state.kind).toBe('waiting_scan');
    expect(till.view().scans.find(isStray)).toMatchObject({ argstring: `${id}x` });
    expect(world.created().filter((body) => body.customer === stray)).toEqual([]);
    // After the cashier has chosen that customer, the till does not offer the scan again.
    await till.act(id, 'cancel');
    const chosen = await begin(till, saleRequest({ kind: 'scan_token', token: stray }));
    await becomes(till, chosen, 'waiting_approval');
    expect(till.view().scans.filter(isStray)).toEqual([]);
    await till.act(chosen, 'cancel');
    await becomes(till, chosen, 'aborted');
  });

  it('accepts no scan after its sale was cancelled', async () => {
    const till = await world.start(own());
    await hasPush(till);
    const id = await begin(till, saleRequest({ kind: 'device_code', code: null }));
    await till.act(id, 'cancel');
    expect(saleBy(till, id).state.kind).toBe('aborted');
    const next = await begin(till, saleRequest({ kind: 'device_code', code: null }));
    const late = await scan(id);
    await until(till, () => till.view().scans.some((one) => one.token === late));
    expect(saleBy(till, next).state.kind).toBe('waiting_scan');
    expect(world.created().filter((body) => body.pos_tid === id)).toEqual([]);
    await till.act(next, 'cancel');
  });

  it('sends the request to the first customer who scans, and lists a second scan separately', async () => {
    const till = await world.start(own());
    await hasPush(till);
    const id = await begin(till, saleRequest({ kind: 'device_code', code: null }));
    const token = await scan(id, first);
    await becomes(till, id, 'waiting_approval');
    const late = await scan(id, second);
    await until(till, () => till.view().scans.some((one) => one.token === late));
    const bodies = world.created().filter((body) => body.pos_tid === id);
    expect(bodies.map((body) => body.customer)).toEqual([token]);
    await confirm(id);
    await becomes(till, id, 'paid');
  });

  it('finds the scan without push', async () => {
    const till = await world.start(own(), false);
    const id = await begin(till, saleRequest({ kind: 'device_code', code: null }));
    await scan(id);
    await becomes(till, id, 'waiting_approval');
    await confirm(id);
    await becomes(till, id, 'paid');
  });

  it('sends an identical request again after a power cut that followed the scan', async () => {
    const till = await world.start(own());
    await hasPush(till);
    const id = await begin(till, saleRequest({ kind: 'device_code', code: null }));
    world.onWire((one) => (one.method === 'POST' ? 'drop_after' : 'deliver'));
    await scan(id);
    await until(till, () => world.created().some((body) => body.pos_tid === id));
    await world.stop();
    world.onWire(() => 'deliver');
    const later = await world.start(own());
    await becomes(later, id, 'waiting_approval');
    const bodies = world.created().filter((body) => body.pos_tid === id);
    expect(bodies.length).toBeGreaterThan(1);
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    await confirm(id);
    await until(later, () => ['authorised', 'paid'].includes(saleBy(later, id).state.kind));
    // After a restart the cashier may have to start the capture.
    await later.act(id, 'capture');
    await becomes(later, id, 'paid');
  });

  it('expires if no customer scans it', async () => {
    const till = await world.start({ ...own(), expiresInSeconds: 1 });
    const id = await begin(till, saleRequest({ kind: 'device_code', code: null }));
    await becomes(till, id, 'expired');
    expect(world.created().filter((body) => body.pos_tid === id)).toEqual([]);
  });

  it('is refused if the till has no shortlink', async () => {
    const till = await world.start();
    const started = await till.start(saleRequest({ kind: 'device_code', code: null }));
    expect(started).toMatchObject({ ok: false });
    expect(await till.openCode()).toMatchObject({ ok: false });
  });
});
