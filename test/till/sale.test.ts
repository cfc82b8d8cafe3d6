import { describe, expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import { drive, QR_SALE, rest, saleOf, stateOf } from '../support/till.ts';
import { tillWorld } from '../support/till-world.ts';

const PHONE_SALE = { ...QR_SALE, method: { kind: 'phone', msisdn: '4798765432' } } as const;

describe('a sale by code', () => {
  it('shows the code, then authorised, then capturing, then paid', async () => {
    const { clock, service, till, becomes, logKeys } = tillWorld();
    const seen: string[] = [];
    till.subscribe((view) => {
      const kind = view.sales[0]?.state.kind ?? 'none';
      if (seen.at(-1) !== kind) seen.push(kind);
    });
    const started = await till.start(QR_SALE);
    expect(started).toEqual({ ok: true, value: { id: saleOf(till).id } });
    await becomes('waiting_scan');
    expect(saleOf(till).state).toMatchObject({
      uri: `http://pay.test/p/${service.only().tid}/`,
      expires: clock.now() + 300_000,
    });
    service.confirm();
    await becomes('paid');
    expect(seen).toEqual(['creating', 'waiting_scan', 'authorised', 'capturing', 'paid']);
    expect(logKeys()).toEqual([
      'request_sent',
      'code_shown',
      'approved',
      'reserved',
      'taking',
      'paid',
    ]);
    expect(service.only().captures).toHaveLength(1);
    expect(saleOf(till).actions).toEqual(['dismiss']);
  });

  it('writes the sale before the first request, and every intent before its command', async () => {
    const { service, memory, waiting, becomes } = tillWorld();
    const order: string[] = [];
    memory.onAppend(async (record) => {
      order.push(record.kind === 'intent' ? `intent ${record.what}` : record.kind);
      return { ok: true };
    });
    service.setFate(({ name }) => {
      order.push(`call ${name}`);
      return 'deliver';
    });
    await waiting();
    service.confirm();
    await becomes('paid');
    const commands = order.filter((entry) => entry !== 'call read' && entry !== 'seen');
    expect(commands).toEqual([
      'opened',
      'call create',
      'created',
      'intent capture',
      'call capture',
    ]);
  });

  it('is refused if its customer is unknown', async () => {
    const { till, becomes } = tillWorld();
    await till.start({ ...PHONE_SALE, method: { kind: 'phone', msisdn: '4700000000' } });
    await becomes('refused');
    expect(saleOf(till).state).toMatchObject({ because: { kind: 'unknown_customer' } });
  });

  it('shows declined when the customer declines', async () => {
    const { service, waiting, becomes } = tillWorld();
    await waiting();
    service.happen({ kind: 'reject' });
    await becomes('declined');
  });

  it('shows expired only after the service has reported it', async () => {
    const { till, waiting, becomes } = tillWorld();
    await waiting();
    await becomes('expired', 400_000);
    expect(saleOf(till).state).toEqual({ kind: 'expired', what: 'request' });
  });

  it('captures only on the cashier’s command if capture is manual', async () => {
    const { clock, service, till, waiting, becomes, act, calls } = tillWorld({
      settings: { capture: 'manual' },
    });
    await waiting();
    service.confirm();
    await becomes('authorised');
    clock.advance(60_000);
    await rest();
    expect(calls('capture')).toBe(0);
    expect(saleOf(till).actions).toEqual(['capture', 'release', 'set_aside']);
    await act('capture');
    await becomes('paid');
  });
});

describe('a sale by phone number', () => {
  it('waits for the approval without a code', async () => {
    const { service, till, becomes, logKeys } = tillWorld();
    await till.start(PHONE_SALE);
    await becomes('waiting_approval');
    expect(service.only().request.customer).toBe('msisdn:4798765432');
    expect(service.only().request.success_return_uri).toBeNull();
    service.confirm();
    await becomes('paid');
    expect(logKeys()).not.toContain('code_shown');
  });
});

describe('the start of a sale', () => {
  it('refuses input that the service would refuse, without writing or sending anything', async () => {
    const { service, memory, till } = tillWorld();
    const bad = await till.start({ ...PHONE_SALE, method: { kind: 'phone', msisdn: '12' } });
    expect(bad).toMatchObject({ ok: false, refusal: { type: 'validation_error' } });
    const none = await till.start({ ...QR_SALE, amount: money(0) });
    expect(none).toMatchObject({ ok: false, refusal: { type: 'validation_error' } });
    expect(memory.records).toEqual([]);
    expect(service.calls).toEqual([]);
  });

  it('makes one sale of a double press', async () => {
    const { service, till, becomes } = tillWorld();
    const answers = await Promise.all([till.start(QR_SALE), till.start(QR_SALE)]);
    expect(answers.map((one) => one.ok)).toEqual([true, false]);
    await becomes('waiting_scan');
    expect(await till.start(QR_SALE)).toMatchObject({ refusal: { type: 'Conflict' } });
    expect(service.payments()).toHaveLength(1);
  });

  it('gives sales consecutive numbers, also after a restart', async () => {
    const { service, waiting, becomes, again } = tillWorld();
    await waiting();
    service.confirm();
    await becomes('paid');
    const { till: next } = await again();
    await next.start(QR_SALE);
    expect(next.view().sales.map((sale) => sale.number)).toEqual([2, 1]);
    expect(next.view().sales.map((sale) => sale.aside)).toEqual([false, true]);
  });

  it('is refused after the till has stopped', async () => {
    const { memory, till } = tillWorld();
    await till.stop();
    const late = await till.start(QR_SALE);
    expect(late).toMatchObject({ ok: false, refusal: { type: 'Service Unavailable' } });
    expect(memory.records).toEqual([]);
  });
});

describe('a till with push and polling', () => {
  it('reads the outcome at once after an event, and polls slowly while push is connected', async () => {
    const { clock, service, hand, till, waiting, logKeys, calls } = tillWorld();
    hand.link(true);
    await waiting();
    const before = calls('read');
    clock.advance(2_900);
    await rest();
    expect(calls('read')).toBe(before);
    service.confirm();
    const { tid, request } = service.only();
    const handled = hand.event(1, 'payment_authorized', undefined);
    expect(await handled).toBe(true);
    expect(calls('read')).toBe(before);
    await hand.event(
      2,
      'display_message',
      {
        tid,
        pos_id: request.pos_id,
        pos_tid: request.pos_tid,
        status: 'pending',
        status_code: 1003,
        level: 'info',
        message: 'The customer has opened the request.',
      },
      ['opened'],
    );
    expect(stateOf(till)).toBe('waiting_approval');
    expect(logKeys()).toContain('scanned');
    const outcome = await service.client.paymentOutcome(tid);
    const object = outcome.ok ? outcome.value : null;
    await hand.event(3, 'payment_authorized', object);
    await rest();
    expect(stateOf(till)).toBe('authorised');
  });

  it('reads the outcome after an event and does not trust the event', async () => {
    const { service, hand, till, waiting } = tillWorld();
    await waiting();
    const outcome = await service.client.paymentOutcome(service.only().tid);
    const lie = outcome.ok ? { ...outcome.value, status: 'ok', status_code: 2000 } : null;
    await hand.event(1, 'payment_captured', lie);
    await rest();
    expect(stateOf(till)).toBe('waiting_scan');
  });

  it('polls every second while push is disconnected, also after errors', async () => {
    const { clock, service, till, waiting, becomes, calls } = tillWorld();
    await waiting();
    const before = calls('read');
    clock.advance(0);
    await drive(clock, () => calls('read') >= before + 5, 6_000);
    service.setFate(() => 'drop_before');
    await drive(clock, () => till.view().connection.kind === 'offline', 10_000);
    service.setFate(() => 'deliver');
    service.confirm();
    await becomes('paid', 15_000);
    expect(till.view().connection).toEqual({ kind: 'online', push: false });
  });

  it('shows that it is offline while no sale is open', async () => {
    const { clock, service, till } = tillWorld();
    service.setFate(() => 'drop_before');
    await drive(clock, () => till.view().connection.kind === 'offline', 10_000);
    service.setFate(() => 'deliver');
    await drive(clock, () => till.view().connection.kind === 'online', 10_000);
  });
});
