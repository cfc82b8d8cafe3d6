import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../shared/protocol/outcome.ts';
import type { ModelService } from '../../../support/model-service.ts';
import { QR_SALE, rest, saleOf, stateOf } from '../../../support/till.ts';
import { answerText, tillWorld } from '../../../support/till-world.ts';

async function outcomeNow(service: ModelService): Promise<Outcome> {
  const read = await service.client.paymentOutcome(service.only().tid);
  if (!read.ok) throw new Error('the model has no such payment');
  return read.value;
}

describe('a result that fits no sale of this till', () => {
  it('is added to the unclaimed list and the journal, and changes no other sale', async () => {
    const { clock, service, memory, hand, till, waiting, again } = tillWorld();
    await waiting();
    const stranger = { ...(await outcomeNow(service)), tid: 'pstranger', pos_tid: '99-other' };
    expect(await hand.event(1, 'payment_authorized', stranger)).toBe(true);
    await rest();
    expect(stateOf(till)).toBe('waiting_scan');
    expect(till.view().unclaimed).toEqual([
      {
        tid: 'pstranger',
        posTid: '99-other',
        money: expect.objectContaining({ asked: 12_500, authorised: 0, captured: 0 }),
        currency: 'NOK',
        code: 1003,
        at: clock.now(),
      },
    ]);
    expect(await hand.event(2, 'payment_authorized', stranger)).toBe(true);
    expect(till.view().unclaimed).toHaveLength(1);

    const { till: next } = await again();
    expect(next.view().unclaimed).toHaveLength(1);
    expect(await next.act('pstranger', 'dismiss')).toMatchObject({ ok: true });
    expect(next.view().unclaimed).toEqual([]);
    await rest();
    expect(memory.records.at(-1)).toMatchObject({ kind: 'claimed', tid: 'pstranger' });
  });

  it('is unclaimed if its pos_tid is that of a sale and its tid is another', async () => {
    const { service, hand, till, waiting } = tillWorld();
    await waiting();
    const twin = { ...(await outcomeNow(service)), tid: 'ptwin' };
    await hand.event(1, 'payment_authorized', twin);
    expect(till.view().unclaimed.map((one) => one.tid)).toEqual(['ptwin']);
  });

  it('is unclaimed also if the event has no object', async () => {
    const { hand, till } = tillWorld();
    const uri = 'https://api.test/merchant/v1/payment_request/plost/outcome/';
    expect(await hand.event(1, 'payment_captured', undefined, [], uri)).toBe(true);
    expect(till.view().unclaimed).toMatchObject([{ tid: 'plost', posTid: null, code: null }]);
  });

  it('is not acknowledged before it is durable', async () => {
    const { service, memory, hand, till, waiting } = tillWorld();
    await waiting();
    const stranger = { ...(await outcomeNow(service)), tid: 'pstranger', pos_tid: '99-other' };
    const failure = { kind: 'full', description: 'full' } as const;
    memory.onAppend(async () => ({ ok: false, failure }));
    expect(await hand.event(1, 'payment_authorized', stranger)).toBe(false);
    expect(till.view().unclaimed).toHaveLength(1);
  });
});

describe('an event of this till’s own sales', () => {
  it('that is late is acknowledged and does not change a sale that has ended', async () => {
    const { service, hand, till, waiting, becomes } = tillWorld();
    await waiting();
    const early = await outcomeNow(service);
    service.confirm();
    await becomes('paid');
    expect(await hand.event(1, 'payment_authorized', early)).toBe(true);
    await rest();
    expect(stateOf(till)).toBe('paid');
    expect(till.view().unclaimed).toEqual([]);
  });

  it('with an unknown label is logged on the sale with the text of the service', async () => {
    const { service, hand, till, waiting } = tillWorld();
    await waiting();
    const say = (message: string, labels: string[]) =>
      hand.event(
        3,
        'display_message',
        {
          tid: service.only().tid,
          pos_id: 'till1',
          pos_tid: saleOf(till).id,
          status: 'pending',
          status_code: 1003,
          level: 'info',
          message,
        },
        labels,
      );
    await say('The request is in the app.', ['delivered']);
    await say('Something quite new.', ['brand_new']);
    const lines = saleOf(till).log.slice(-2);
    expect(lines).toMatchObject([
      { key: 'request_delivered' },
      { key: 'from_service', text: 'Something quite new.' },
    ]);
  });

  it('with another payment id is not logged on the sale', async () => {
    const { hand, till, waiting } = tillWorld();
    await waiting();
    const before = saleOf(till).log;
    const other = { tid: 'px', pos_id: 'till1', pos_tid: saleOf(till).id };
    const rest = { status: 'pending', status_code: 1003, level: 'info', message: 'No.' };
    await hand.event(4, 'display_message', { ...other, ...rest }, ['opened']);
    expect(saleOf(till).log).toEqual(before);
  });
});

const FULL = { ok: false, failure: { kind: 'full', description: 'full' } } as const;
const uriOf = (tid: string) => `https://api.test/merchant/v1/payment_request/${tid}/outcome/`;

describe('an unclaimed result', () => {
  it('has the last reported status, and is written again for each change of it', async () => {
    const { service, memory, hand, till, waiting } = tillWorld();
    await waiting();
    const stranger = { ...(await outcomeNow(service)), tid: 'pstranger', pos_tid: '99-other' };
    await hand.event(1, 'payment_authorized', stranger);
    await hand.event(2, 'payment_captured', { ...stranger, status: 'ok', status_code: 2000 });
    expect(till.view().unclaimed).toMatchObject([{ tid: 'pstranger', code: 2000 }]);
    const written = () => memory.records.filter(({ kind }) => kind === 'unclaimed').length;
    expect(written()).toBe(2);
    await hand.event(3, 'payment_captured', { ...stranger, status: 'ok', status_code: 2000 });
    expect(written()).toBe(2);
  });

  it('that comes again is not acknowledged while the journal cannot be written', async () => {
    const { memory, hand } = tillWorld();
    memory.onAppend(async () => FULL);
    const again = () => hand.event(1, 'payment_captured', undefined, [], uriOf('plost'));
    expect(await again()).toBe(false);
    expect(await again()).toBe(false);
  });

  it('stays if the cashier dismisses it while the journal cannot be written', async () => {
    const { memory, hand, till } = tillWorld();
    await hand.event(1, 'payment_captured', undefined, [], uriOf('plost'));
    memory.onAppend(async () => FULL);
    expect(answerText(await till.act('plost', 'dismiss'))).toMatch(/^Service Unavailable: /);
    expect(till.view().unclaimed).toMatchObject([{ tid: 'plost' }]);
  });

  it('is reported to the screens when it is added and when it is dismissed', async () => {
    const { hand, till } = tillWorld();
    const seen: number[] = [];
    till.subscribe(({ unclaimed }) => seen.push(unclaimed.length));
    await hand.event(1, 'payment_captured', undefined, [], uriOf('plost'));
    await rest();
    expect(seen.at(-1)).toBe(1);
    await till.act('plost', 'dismiss');
    expect(seen.at(-1)).toBe(0);
  });

  it('is shown if it is among the last 200; the journal keeps all', async () => {
    const { memory, hand, till } = tillWorld();
    for (let number = 1; number <= 201; number += 1) {
      await hand.event(number, 'payment_captured', undefined, [], uriOf(`p${number}`));
    }
    const tids = till.view().unclaimed.map(({ tid }) => tid);
    expect([tids.length, tids[0], tids.at(-1)]).toEqual([200, 'p2', 'p201']);
    expect(memory.records.filter(({ kind }) => kind === 'unclaimed')).toHaveLength(201);
  });
});

describe('an event', () => {
  it('of a sale that has left the screen is acknowledged and not added to the unclaimed list', async () => {
    const { service, hand, till, waiting, becomes } = tillWorld({ settings: { endedShown: 1 } });
    await waiting();
    const { tid } = service.only();
    service.confirm();
    await becomes('paid');
    const second = await till.start(QR_SALE);
    await becomes('waiting_scan');
    if (second.ok) service.happenTo(second.value.id, { kind: 'reject' });
    await becomes('declined');
    await till.start(QR_SALE);
    await rest();
    expect(till.view().sales.map((sale) => sale.tid)).not.toContain(tid);
    expect(await hand.event(1, 'payment_captured', undefined, [], uriOf(tid))).toBe(true);
    expect(till.view().unclaimed).toEqual([]);
  });

  it('of a sale whose create call had no answer makes the till continue the sale', async () => {
    const { service, hand, till, fareSo } = tillWorld();
    fareSo('create', 'drop_after', 1);
    await till.start(QR_SALE);
    await rest();
    expect(stateOf(till)).toBe('creating');
    expect(await hand.event(1, 'payment_pending', await outcomeNow(service))).toBe(true);
    expect(till.view().unclaimed).toEqual([]);
    await rest();
    expect(stateOf(till)).toBe('waiting_scan');
  });

  it('counts every capture with its tip, also after a restart', async () => {
    const { service, hand, till, waiting, again } = tillWorld();
    await waiting();
    const part = (id: string, amount: number, additional_amount: number) => ({
      ...{ id, amount, additional_amount },
    });
    const stranger = {
      ...(await outcomeNow(service)),
      ...{ tid: 'pstranger', pos_tid: '99-other', status: 'auth', status_code: 3008 },
      ...{ amount: 12_500, additional_amount: 1_000, auth_amount: 7_500 },
    };
    const first = { ...stranger, captures: [part('a', 5_000, 1_000)] };
    await hand.event(1, 'payment_captured', first);
    expect(till.view().unclaimed[0]?.money).toMatchObject({ authorised: 7_500, captured: 6_000 });
    const captures = [...first.captures, part('b', 2_500, 0)];
    await hand.event(2, 'payment_captured', { ...first, captures, auth_amount: 5_000 });
    const both = { asked: 13_500, authorised: 5_000, captured: 8_500 };
    expect(till.view().unclaimed.map(({ money }) => money)).toMatchObject([both]);
    const { till: next } = await again();
    expect(next.view().unclaimed.map(({ money }) => money)).toMatchObject([both]);
  });

  it('of a sale that the service has refused is added to the unclaimed list', async () => {
    const { service, hand, till, becomes } = tillWorld();
    service.setRefusal(({ name }) => (name === 'create' ? 400 : null));
    await till.start(QR_SALE);
    await becomes('refused');
    const { id } = saleOf(till);
    service.setRefusal(() => null);
    const object = { tid: 'podd', pos_tid: id, amount: 12_500, currency: 'NOK', status: 'ok' };
    const more = { pos_id: 'till1', status_code: 2000, captures: [], refunds: [] };
    await hand.event(1, 'payment_captured', { ...object, ...more }, [], uriOf('podd'));
    expect(till.view().unclaimed.map(({ tid }) => tid)).toEqual(['podd']);
  });

  it('that is incomplete or of an unknown type is acknowledged and has no effect', async () => {
    const { hand, till, calls } = tillWorld();
    const before = till.view();
    expect(await hand.event(1, 'payment_captured', undefined)).toBe(true);
    expect(await hand.event(2, 'report_ready', undefined, [], uriOf('plost'))).toBe(true);
    expect(await hand.event(3, 'display_message', { message: 'half' })).toBe(true);
    expect(await hand.event(4, 'shortlink_scanned', { id: 'half' })).toBe(true);
    await rest();
    expect(till.view()).toEqual(before);
    expect(calls('read')).toBe(0);
  });
});
