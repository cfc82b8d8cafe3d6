import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../shared/protocol/outcome.ts';
import type { ModelService } from '../../../support/model-service.ts';
import { rest, saleOf, stateOf } from '../../../support/till.ts';
import { tillWorld } from '../../../support/till-world.ts';

async function outcomeNow(service: ModelService): Promise<Outcome> {
  const read = await service.client.paymentOutcome(service.only().tid);
  if (!read.ok) throw new Error('the model has no such payment');
  return read.value;
}

describe('a result that fits no sale of this till', () => {
  it('goes to the unclaimed list, durably, and never to another sale', async () => {
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
        amount: 12_500,
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

  it('is one with the right name and another payment', async () => {
    const { service, hand, till, waiting } = tillWorld();
    await waiting();
    const twin = { ...(await outcomeNow(service)), tid: 'ptwin' };
    await hand.event(1, 'payment_authorized', twin);
    expect(till.view().unclaimed.map((one) => one.tid)).toEqual(['ptwin']);
  });

  it('is taken even without its object', async () => {
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

describe('a late event of this till’s own sales', () => {
  it('is no surprise: it asks about an open sale and changes nothing of an ended one', async () => {
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

  it('prints the sentences of the operator’s service that it does not know as they came', async () => {
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

  it('about another sale is not printed on this one', async () => {
    const { hand, till, waiting } = tillWorld();
    await waiting();
    const before = saleOf(till).log;
    const other = { tid: 'px', pos_id: 'till1', pos_tid: saleOf(till).id };
    const rest = { status: 'pending', status_code: 1003, level: 'info', message: 'No.' };
    await hand.event(4, 'display_message', { ...other, ...rest }, ['opened']);
    expect(saleOf(till).log).toEqual(before);
  });
});
