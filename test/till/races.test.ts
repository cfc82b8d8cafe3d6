import { describe, expect, it } from 'vitest';
import { drive, QR_SALE, rest, saleOf, stateOf } from '../support/till.ts';
import { tillWorld } from '../support/till-world.ts';

describe('the cancellation of a sale', () => {
  it('sends one abort and shows aborting until the service reports the result', async () => {
    const { till, waiting, becomes, act, logKeys, calls } = tillWorld();
    await waiting();
    expect(await act('cancel')).toEqual({ ok: true, value: null });
    expect(stateOf(till)).toBe('aborting');
    expect(await act('cancel')).toEqual({ ok: true, value: null });
    await becomes('aborted');
    expect(calls('abort')).toBe(1);
    expect(logKeys()).toContain('cancelled');
  });

  it('during a payment request without a reply repeats the request and then aborts the payment', async () => {
    const { service, till, becomes, act, fareSo, calls } = tillWorld();
    fareSo('create', 'drop_after', 2);
    await till.start(QR_SALE);
    await rest();
    await act('cancel');
    expect(stateOf(till)).toBe('aborting');
    await becomes('aborted');
    expect(service.payments()).toHaveLength(1);
    expect(calls('create')).toBe(3);
  });

  it('repeats the abort until it is answered', async () => {
    const { service, till, waiting, becomes, act } = tillWorld();
    await waiting();
    service.setFate(() => 'drop_before');
    await act('cancel');
    await becomes('unclear', 10_000);
    expect(saleOf(till).state).toMatchObject({
      known: ['saved_here', 'request_reached_service', 'cancel_was_sent'],
      asking: ['was_it_cancelled'],
    });
    expect(saleOf(till).actions).toEqual(['ask_again', 'set_aside']);
    service.setFate(() => 'deliver');
    await becomes('aborted', 15_000);
  });

  it('shows authorised if the customer approved before the abort, and the cashier may release', async () => {
    const { clock, service, till, waiting, becomes, act, fareSo, calls } = tillWorld();
    await waiting();
    fareSo('abort', 'drop_before', 1);
    await act('cancel');
    service.confirm();
    await becomes('authorised');
    expect(saleOf(till).state).toMatchObject({ because: 'won_abort_race' });
    expect(saleOf(till).actions).toEqual(['capture', 'release', 'ask_again', 'set_aside']);
    clock.advance(60_000);
    await rest();
    expect([calls('capture'), calls('abort')]).toEqual([0, 1]);
    await act('release');
    await becomes('released');
    expect(service.only().captures).toEqual([]);
  });

  it('captures on the cashier’s command if the customer approved before the abort', async () => {
    const { service, waiting, becomes, act, fareSo } = tillWorld();
    await waiting();
    fareSo('abort', 'drop_before', 1);
    await act('cancel');
    service.confirm();
    await becomes('authorised');
    await act('capture');
    await becomes('paid');
    expect(service.only().captures).toHaveLength(1);
  });

  it('shows aborted if the abort arrived and only its reply was lost', async () => {
    const { waiting, becomes, act, fareSo, calls } = tillWorld();
    await waiting();
    fareSo('abort', 'drop_after', 1);
    await act('cancel');
    await becomes('aborted');
    expect(calls('abort')).toBe(1);
  });

  it('releases the amount at an unattended till if the customer approved before the abort', async () => {
    const settings = { policy: 'unattended' } as const;
    const { service, waiting, becomes, act, fareSo } = tillWorld({ settings });
    await waiting();
    fareSo('abort', 'drop_before', 1);
    await act('cancel');
    service.confirm();
    await becomes('released');
    expect(service.only().captures).toEqual([]);
  });
});

describe('the capture of a sale', () => {
  it('shows paid if the capture arrived and only its reply was lost', async () => {
    const { service, waiting, becomes, fareSo, calls } = tillWorld();
    await waiting();
    fareSo('capture', 'drop_after', 1);
    service.confirm();
    await becomes('paid');
    expect(calls('capture')).toBe(1);
    expect(service.only().captures).toHaveLength(1);
  });

  it('is attempted three times, then waits for the cashier, and is repeated on command', async () => {
    const { clock, service, till, waiting, becomes, act, fareSo, logKeys, calls } = tillWorld();
    await waiting();
    fareSo('capture', 'drop_before');
    service.confirm();
    await drive(clock, () => logKeys().includes('take_failed'));
    expect(saleOf(till).state).toMatchObject({ kind: 'authorised', because: 'capture_failed' });
    expect(saleOf(till).actions).toEqual(['capture', 'release', 'ask_again', 'set_aside']);
    expect(calls('capture')).toBe(3);
    clock.advance(60_000);
    await rest();
    expect(calls('capture')).toBe(3);
    service.setFate(() => 'deliver');
    await act('capture');
    await becomes('paid');
  });

  it('waits at least as long as the Retry-After header says', async () => {
    const { clock, service, waiting, becomes, fareSo, calls } = tillWorld();
    await waiting();
    fareSo('capture', 'busy', 1);
    service.confirm();
    await drive(clock, () => calls('capture') === 1);
    const asked = clock.now();
    await becomes('paid');
    expect(clock.now() - asked).toBeGreaterThanOrEqual(2_000);
    expect(calls('capture')).toBe(2);
  });

  it('shows unclear while the service does not answer, and paid after its answer', async () => {
    const { service, till, waiting, becomes, act, logKeys } = tillWorld();
    await waiting();
    service.confirm();
    await becomes('authorised');
    service.setFate(() => 'drop_after');
    await becomes('unclear', 12_000);
    expect(saleOf(till).state).toMatchObject({
      known: ['saved_here', 'request_reached_service', 'was_approved', 'capture_was_sent'],
      asking: ['was_it_taken'],
    });
    expect(saleOf(till).actions).toEqual(['ask_again', 'set_aside']);
    service.setFate(() => 'deliver');
    await act('ask_again');
    await rest();
    expect(stateOf(till)).toBe('paid');
    expect(logKeys()).toContain('no_answer');
    expect(service.only().captures).toHaveLength(1);
  });

  it('does not happen if another client releases the amount; the sale shows aborted', async () => {
    const { service, waiting, becomes } = tillWorld();
    await waiting();
    service.confirm();
    await becomes('authorised');
    service.happen({ kind: 'release' });
    await becomes('aborted');
    expect(service.only().captures).toEqual([]);
  });
});
