import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  becomes,
  begin,
  createScanWorld,
  type ScanWorld,
  saleBy,
  saleRequest,
  until,
} from './scan-world.ts';

/* Several sales open at one terminal, as at the tables of a restaurant: each has its own state. */

let world: ScanWorld;

beforeAll(async () => {
  world = await createScanWorld();
});
afterEach(() => world.forget());
afterAll(() => world.end());

const customer = '4798765432';
const table = (label: string) => saleRequest({ kind: 'qr' }, { label, place: 'aside' });
const pay = async (id: string) => {
  const tid = saleBy(world.till(), id).tid ?? '';
  await world.simulator.claim(tid, customer);
  await world.simulator.confirm(tid);
};
const aside = (id: string) => saleBy(world.till(), id).aside;

describe('several sales at one terminal', () => {
  it('end independently: three tables and the counter', async () => {
    const till = await world.start();
    const names = ['Table 1', 'Table 2', 'Table 3'];
    const tables = await Promise.all(names.map((name) => begin(till, table(name))));
    const counter = await begin(till, saleRequest({ kind: 'qr' }));
    expect(new Set([...tables, counter]).size).toBe(4);
    const [one = '', two = '', three = ''] = tables;
    for (const id of [...tables, counter]) await becomes(till, id, 'waiting_scan');
    await pay(two);
    await becomes(till, two, 'paid');
    await till.act(one, 'cancel');
    await becomes(till, one, 'aborted');
    await pay(counter);
    await becomes(till, counter, 'paid');
    expect(saleBy(till, three)).toMatchObject({
      label: 'Table 3',
      aside: true,
      state: { kind: 'waiting_scan' },
    });
    await till.act(three, 'cancel');
    await becomes(till, three, 'aborted');
  });

  it('may be set aside, while the main screen has room for one open sale', async () => {
    const till = await world.start();
    const id = await begin(till, table('Table 1'));
    const counter = await begin(till, saleRequest({ kind: 'qr' }));
    expect(await till.start(saleRequest({ kind: 'qr' }))).toMatchObject({
      ok: false,
      refusal: { type: 'Conflict' },
    });
    await becomes(till, id, 'waiting_scan');
    await becomes(till, counter, 'waiting_scan');
    expect(await till.act(id, 'bring_to_front')).toMatchObject({
      ok: false,
      refusal: { type: 'Conflict' },
    });
    await till.act(counter, 'cancel');
    await becomes(till, counter, 'aborted');
    expect(await till.act(id, 'bring_to_front')).toMatchObject({ ok: true });
    expect(aside(id)).toBe(false);
    expect(await till.act(id, 'set_aside')).toMatchObject({ ok: true });
    expect(aside(id)).toBe(true);
    await till.act(id, 'cancel');
    await becomes(till, id, 'aborted');
  });

  it('by phone can be set aside; the till shows their end until it is dismissed, also after a restart', async () => {
    const till = await world.start();
    const id = await begin(till, saleRequest({ kind: 'phone', msisdn: customer }));
    await becomes(till, id, 'waiting_approval');
    expect(await till.act(id, 'set_aside')).toMatchObject({ ok: true });
    const next = await begin(till, saleRequest({ kind: 'qr' }));
    await world.simulator.confirm(saleBy(till, id).tid ?? '');
    await becomes(till, id, 'paid');
    await till.act(next, 'cancel');
    await becomes(till, next, 'aborted');
    await till.act(next, 'dismiss');
    expect(saleBy(till, id)).toMatchObject({ aside: true, actions: ['dismiss'] });
    await world.stop();
    const later = await world.start();
    expect(saleBy(later, id)).toMatchObject({ aside: true, actions: ['dismiss'] });
    expect(saleBy(later, next).actions).toEqual([]);
    expect(await later.act(id, 'dismiss')).toMatchObject({ ok: true });
    expect(saleBy(later, id).actions).toEqual([]);
  });

  it('keep their place and their label over a restart', async () => {
    const till = await world.start();
    const one = await begin(till, table('Table 1'));
    const two = await begin(till, table('Table 2'));
    await becomes(till, one, 'waiting_scan');
    await becomes(till, two, 'waiting_scan');
    await till.act(two, 'bring_to_front');
    await world.stop();
    const later = await world.start();
    expect([aside(one), aside(two)]).toEqual([true, false]);
    expect(saleBy(later, one).label).toBe('Table 1');
    expect(saleBy(later, two).label).toBe('Table 2');
    // The sale that was in front still occupies the main screen.
    expect((await later.start(saleRequest({ kind: 'qr' }))).ok).toBe(false);
    for (const id of [one, two]) {
      await later.act(id, 'cancel');
      await becomes(later, id, 'aborted');
    }
  });

  it('are not paid by the approval of another sale', async () => {
    const till = await world.start({}, false);
    const before = world.updates().length;
    const ids = await Promise.all([1, 2, 3].map((number) => begin(till, table(`T ${number}`))));
    for (const id of ids) await becomes(till, id, 'waiting_scan');
    const [one = '', two = '', three = ''] = ids;
    await pay(two);
    await becomes(till, two, 'paid');
    expect([one, three].map((id) => saleBy(till, id).state.kind)).toEqual([
      'waiting_scan',
      'waiting_scan',
    ]);
    const captured = world
      .updates()
      .slice(before)
      .map((one) => one.path);
    expect(captured).toEqual([`/payment_request/${saleBy(till, two).tid}/`]);
    for (const id of [one, three]) await till.act(id, 'cancel');
    await until(till, () => till.view().sales.every((sale) => sale.state.kind !== 'aborting'));
  });

  it('are refused with a label that is too long or above the maximum number', async () => {
    const till = await world.start({ openMax: 2 });
    expect(await till.start(table('x'.repeat(101)))).toMatchObject({ ok: false });
    const ids = [await begin(till, table('1')), await begin(till, table('2'))];
    expect(await till.start(table('3'))).toMatchObject({
      ok: false,
      refusal: { type: 'Conflict' },
    });
    for (const id of ids) {
      await till.act(id, 'cancel');
      await becomes(till, id, 'aborted');
    }
  });

  it('have one code per table, up to a maximum; a closed code is removed, also after a restart', async () => {
    const link = await world.makeLink('ws:till.till1');
    const till = await world.start({
      deviceCode: { shortlinkId: link.id, address: link.value },
      codesMax: 2,
    });
    const one = await till.openCode('Table 1');
    const two = await till.openCode('Table 2');
    if (!one.ok || !two.ok) throw new Error('no code');
    expect(await till.openCode('Table 3')).toMatchObject({ ok: false });
    expect(till.view().codes.map((code) => code.label)).toEqual(['Table 1', 'Table 2']);
    expect(await till.closeCode(one.value.id)).toEqual({ ok: true, value: null });
    expect(await till.closeCode(one.value.id)).toMatchObject({ ok: false });
    const gone = await till.start(saleRequest({ kind: 'device_code', code: one.value.id }));
    expect(gone).toMatchObject({ ok: false, refusal: { type: 'Not Found' } });
    await world.stop();
    const later = await world.start();
    expect(later.view().codes.map((code) => code.label)).toEqual(['Table 2']);
  });

  it('start once after a double press on a table’s code', async () => {
    const link = await world.makeLink('ws:till.till1');
    const till = await world.start({ deviceCode: { shortlinkId: link.id, address: link.value } });
    const opened = await till.openCode('Table 1');
    if (!opened.ok) throw new Error('no code');
    const request = saleRequest({ kind: 'device_code', code: opened.value.id }, { place: 'aside' });
    const started = await Promise.all([till.start(request), till.start(request)]);
    expect(started.filter((one) => one.ok)).toHaveLength(1);
    expect(till.view().sales).toHaveLength(1);
    await till.act(opened.value.id, 'cancel');
  });
});
