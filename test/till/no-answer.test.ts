import { describe, expect, it } from 'vitest';
import { refusing } from '../support/model-service.ts';
import { drive, QR_SALE, saleOf } from '../support/till.ts';
import { type Calls, tillWorld } from '../support/till-world.ts';

describe('a payment request', () => {
  it('is repeated unchanged until the service answers, one attempt at a time', async () => {
    const { service, waiting, fareSo, calls } = tillWorld();
    fareSo('create', 'drop_after', 3);
    await waiting();
    expect(calls('create')).toBe(4);
    expect(service.payments()).toHaveLength(1);
    expect(service.mostAtOnce()).toBe(1);
  });

  it('makes the sale unclear after eight seconds without an answer, and is still repeated', async () => {
    const { clock, service, till, becomes } = tillWorld();
    service.setFate(() => 'drop_before');
    await till.start(QR_SALE);
    const start = clock.now();
    await becomes('unclear');
    expect(clock.now() - start).toBe(8_000);
    expect(saleOf(till).state).toMatchObject({
      known: ['saved_here'],
      asking: ['did_request_arrive'],
    });
    expect(saleOf(till).actions).toEqual(['ask_again', 'cancel', 'set_aside']);
    service.setFate(() => 'deliver');
    await becomes('waiting_scan', 15_000);
  });

  it('ends the sale as refused if its first reply is a refusal, but not after a lost reply', async () => {
    const wrong = tillWorld({ calls: () => ({ paymentCreate: refusing(401) }) });
    await wrong.till.start(QR_SALE);
    await wrong.becomes('refused');
    expect(saleOf(wrong.till).state).toEqual({
      kind: 'refused',
      because: { kind: 'not_allowed', sentence: 'No.', reason: 'signed_out' },
    });

    let first = true;
    const later: Calls = ({ paymentCreate }) => ({
      paymentCreate: (...args) => {
        if (!first) return refusing(401)();
        first = false;
        return paymentCreate(...args);
      },
    });
    const { service, till, becomes, fareSo } = tillWorld({ calls: later });
    fareSo('create', 'drop_after', 1);
    await till.start(QR_SALE);
    await becomes('unclear');
    expect(service.payments()).toHaveLength(1);
  });
});

describe('the request for the outcome', () => {
  it('is repeated at longer intervals while the service refuses it, and ends with the outcome', async () => {
    let wrong = true;
    let reads = 0;
    const calls: Calls = ({ paymentOutcome }) => ({
      paymentOutcome: (...args) => {
        reads += 1;
        return wrong && reads > 1 ? refusing(404)() : paymentOutcome(...args);
      },
    });
    const { service, waiting, becomes } = tillWorld({ calls });
    await waiting();
    await becomes('unclear', 12_000);
    expect(reads).toBeLessThan(8);
    wrong = false;
    service.confirm();
    await becomes('paid', 20_000);
  });
});

describe('setting a sale aside', () => {
  it('leaves the main screen to the next sale, and the till continues to repeat the request', async () => {
    const { clock, service, till, becomes, act } = tillWorld();
    service.setFate(() => 'drop_before');
    await till.start(QR_SALE);
    const { id } = saleOf(till);
    await becomes('unclear');
    await act('set_aside');
    service.setFate(() => 'deliver');
    expect(await till.start(QR_SALE)).toMatchObject({ ok: true });
    const first = () => till.view().sales.find((sale) => sale.id === id);
    await drive(clock, () => first()?.state.kind === 'waiting_scan', 20_000);
    expect(first()?.aside).toBe(true);
    expect(saleOf(till).aside).toBe(false);
  });

  it('is refused while the sale waits for a scan, and so is a capture', async () => {
    const { till, waiting, act } = tillWorld();
    await waiting();
    expect(await act('set_aside')).toMatchObject({ ok: false, refusal: { type: 'Conflict' } });
    expect(await act('capture')).toMatchObject({ ok: false, refusal: { type: 'Conflict' } });
    expect(await till.act('nobody', 'cancel')).toMatchObject({ refusal: { type: 'Not Found' } });
  });
});
