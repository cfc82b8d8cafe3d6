import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentMethod, Sticker } from '../../shared/terminal/index.ts';
import { until as waitUntil } from '../support/last-resort.ts';
import {
  becomes,
  begin,
  createScanWorld,
  type ScanWorld,
  saleBy,
  saleRequest,
  until,
} from './scan-world.ts';

/*
 * A sale with the screen's code and a sticker has two payment requests. The first scan decides which
 * one is used, and the till aborts the other. The till captures one payment, also if a second customer
 * approves the other request.
 */

let world: ScanWorld;

beforeAll(async () => {
  world = await createScanWorld();
});
afterEach(() => world.forget());
afterAll(() => world.end());

const [first = '', second = ''] = ['4798765432', '4791234567'];
const sticker = (): Sticker => ({ kind: 'shortlink', id: world.sticker.id });
const both = (): PaymentMethod => ({ kind: 'qr_and_sticker', sticker: sticker() });
const scan = (msisdn: string) => world.simulator.scan(msisdn, { shortlink: world.sticker.id });
const { claim, confirm } = {
  claim: (tid: string, msisdn: string) => world.simulator.claim(tid, msisdn),
  confirm: (tid: string) => world.simulator.confirm(tid),
};

async function shown(push = true): Promise<{ id: string; code: string; sticker: string }> {
  const till = await world.start({}, push);
  const id = await begin(till, saleRequest(both()));
  await becomes(till, id, 'waiting_scan');
  await until(till, () => world.created().some((body) => body.pos_tid === `_second.${id}`));
  const [code, stuck] = [await world.tidOf(id), await untilMade(`_second.${id}`)];
  return { id, code: code ?? '', sticker: stuck };
}

/** Waits for the second request: the till sends both at once, and either may arrive first. */
async function untilMade(posTid: string): Promise<string> {
  const tid = await waitUntil(
    () => world.tidOf(posTid),
    (restored) => restored !== null,
  );
  return tid ?? '';
}

const codeIs = (tid: string, code: number) => world.untilCode(tid, code);
const captures = () =>
  world.updates().filter((one) => JSON.stringify(one.body).includes('"capture"'));

describe('screen code and sticker together', () => {
  it('are paid by the sticker if it is scanned first, and the screen’s code is aborted', async () => {
    const { id, code, sticker: stuck } = await shown();
    const till = world.till();
    await scan(first);
    await becomes(till, id, 'waiting_approval');
    await codeIs(code, 4019);
    expect(saleBy(till, id)).toMatchObject({ id, tid: stuck });
    await confirm(stuck);
    await becomes(till, id, 'paid');
    expect(till.view().sales).toHaveLength(1);
    expect(saleBy(till, id).log.map((line) => line.key)).toContain('other_code_closed');
  });

  it('are paid by the screen’s code if it is scanned first, and the sticker is aborted', async () => {
    const { id, code, sticker: stuck } = await shown();
    const till = world.till();
    await claim(code, first);
    await becomes(till, id, 'waiting_approval');
    await codeIs(stuck, 4019);
    await confirm(code);
    await becomes(till, id, 'paid');
    expect(saleBy(till, id)).toMatchObject({ id, tid: code });
    // A customer that scans the sticker now gets no request.
    await scan(second);
    expect(await world.codeOf(stuck)).toBe(4019);
  });

  it.each([
    ['with push', true],
    ['without push', false],
  ])(
    'take one payment and release the other if two customers approve at once, %s',
    async (_, push) => {
      const before = captures().length;
      const { id, code, sticker: stuck } = await shown(push);
      const till = world.till();
      // The till gets no message before both have approved.
      world.onWire(() => 'drop_before');
      await scan(second);
      await claim(code, first);
      await Promise.all([confirm(code), confirm(stuck)]);
      world.onWire(() => 'deliver');
      await becomes(till, id, 'paid');
      const paid = saleBy(till, id).tid;
      await codeIs(paid === code ? stuck : code, 4019);
      expect(await world.codeOf(paid ?? '')).toBe(2000);
      expect(
        new Set(
          captures()
            .slice(before)
            .map((one) => one.path),
        ).size,
      ).toBe(1);
    },
  );

  it('are both aborted by a cancellation, each by its tid', async () => {
    const { id, code, sticker: stuck } = await shown();
    await world.till().act(id, 'cancel');
    await becomes(world.till(), id, 'aborted');
    await codeIs(code, 4019);
    await codeIs(stuck, 4019);
    const aborts = world.updates().filter((one) => one.path.includes(code));
    expect(aborts.length).toBeGreaterThan(0);
  });

  it('show the cashier an approval that arrived during the cancellation, once', async () => {
    const { id, code, sticker: stuck } = await shown();
    const till = world.till();
    world.onWire((one) => (one.method === 'PUT' ? 'drop_before' : 'deliver'));
    await till.act(id, 'cancel');
    await scan(second);
    await confirm(stuck);
    await becomes(till, id, 'authorised');
    world.onWire(() => 'deliver');
    expect(saleBy(till, id)).toMatchObject({
      tid: stuck,
      state: { because: 'won_abort_race' },
      actions: ['capture', 'release', 'ask_again', 'set_aside'],
    });
    await codeIs(code, 4019);
    await till.act(id, 'release');
    await becomes(till, id, 'released');
  });

  it('are paid by the screen’s code if the sticker is unknown', async () => {
    const till = await world.start();
    const none: Sticker = { kind: 'serial', serial: '0000000000000' };
    const id = await begin(till, saleRequest({ kind: 'qr_and_sticker', sticker: none }));
    await becomes(till, id, 'waiting_scan');
    const tid = saleBy(till, id).tid ?? '';
    await claim(tid, first);
    await confirm(tid);
    await becomes(till, id, 'paid');
  });

  it('are both ended by a customer who declines, also without push', async () => {
    const { id, code, sticker: stuck } = await shown(false);
    await claim(code, first);
    await world.simulator.reject(code);
    await becomes(world.till(), id, 'declined');
    await codeIs(stuck, 4019);
  });

  it('are paid by the remaining code after many other sales have ended', async () => {
    const till = await world.start({ endedShown: 1 });
    const none: Sticker = { kind: 'serial', serial: '0000000000000' };
    const method = { kind: 'qr_and_sticker', sticker: none } as const;
    const id = await begin(till, saleRequest(method, { place: 'aside', label: 'Table 1' }));
    await becomes(till, id, 'waiting_scan');
    for (let sale = 0; sale < 3; sale += 1) {
      const other = await begin(till, saleRequest({ kind: 'qr' }, { place: 'aside' }));
      await becomes(till, other, 'waiting_scan');
      await till.act(other, 'cancel');
      await until(till, () => till.sale(other)?.state.kind !== 'aborting');
    }
    const tid = saleBy(till, id).tid ?? '';
    await claim(tid, first);
    await confirm(tid);
    await becomes(till, id, 'paid');
  });

  it('end in one capture after a power cut, and the other request is aborted', async () => {
    const { id, code, sticker: stuck } = await shown();
    const before = captures().length;
    world.onWire((one) => (one.method === 'PUT' ? 'hold' : 'deliver'));
    await scan(first);
    await becomes(world.till(), id, 'waiting_approval');
    await world.stop();
    // Both customers approve while the till is off.
    await claim(code, second);
    await Promise.all([confirm(code), confirm(stuck)]);
    world.onWire(() => 'deliver');
    const later = await world.start();
    await becomes(later, id, 'authorised');
    await codeIs(code, 4019);
    expect(saleBy(later, id)).toMatchObject({ tid: stuck, state: { because: 'recovered' } });
    await later.act(id, 'capture');
    await becomes(later, id, 'paid');
    expect(
      new Set(
        captures()
          .slice(before)
          .map((one) => one.path),
      ).size,
    ).toBe(1);
    expect(await world.codeOf(code)).toBe(4019);
  });

  it('are both released by an unattended till after a restart', async () => {
    const { id, code, sticker: stuck } = await shown();
    await world.stop();
    await claim(code, first);
    await confirm(code);
    const later = await world.start({ policy: 'unattended' });
    await becomes(later, id, 'released');
    await codeIs(code, 4019);
    await codeIs(stuck, 4019);
  });
});
