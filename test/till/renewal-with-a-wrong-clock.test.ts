import { describe, expect, it, onTestFinished } from 'vitest';
import { createServiceTime } from '../../shared/client/index.ts';
import type { SaleRequest, TerminalClient } from '../../shared/terminal/index.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time/clock.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createModelService } from '../support/model-service.ts';
import {
  createHandPush,
  createMemoryJournal,
  QR_SALE,
  rest,
  saleOf,
  startTill,
} from '../support/till.ts';

/*
 * The service states when a reservation expires. A till whose clock is wrong renews it at the right time by
 * the service's clock, and says on its screen that its clock is wrong.
 */

const LATER: SaleRequest = { ...QR_SALE, mode: { kind: 'authorise' } };

/** A till whose clock is wrong by `wrongBy`. The replies of the service have its time. */
function world(wrongBy: number) {
  const clock = createManualClock();
  clock.set(wrongBy);
  let skew = wrongBy;
  const set = (by: number) => {
    skew += by;
    clock.set(by);
  };
  const service = createModelService({ ...clock, now: () => clock.now() - skew });
  const serviceNow = () => clock.now() - skew;
  const serviceTime = createServiceTime(clock);
  const date = { get: () => new Date(serviceNow()).toUTCString() };
  const { client } = service;
  const dated =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const reply = await call(...args);
      serviceTime.note(date);
      return reply;
    };
  const noting: TerminalClient = {
    paymentCreate: dated(client.paymentCreate),
    paymentOutcome: dated(client.paymentOutcome),
    paymentUpdate: dated(client.paymentUpdate),
    statusCodeRead: dated(client.statusCodeRead),
    serviceTime,
  };
  const hand = createHandPush();
  const till = startTill({
    client: noting,
    clock,
    journal: createMemoryJournal().journal,
    push: hand.push,
    settings: { renew: 'automatic' },
  });
  onTestFinished(() => till.stop());
  const shown: string[] = [];
  till.subscribe(({ clock: state }) => {
    if (state !== shown.at(-1)) shown.push(state);
  });
  const pass = async (time: number, step: number, until: () => boolean = () => false) => {
    for (let gone = 0; gone < time && !until(); gone += step) {
      clock.advance(step);
      await rest();
    }
  };
  const renewals = () => service.calls.filter(({ name }) => name === 'reauth').length;
  return { clock, set, service, serviceNow, hand, till, shown, pass, renewals };
}

async function reserved(wrongBy: number) {
  const one = world(wrongBy);
  await one.till.start(LATER);
  await one.pass(10 * SECOND, SECOND, () => saleOf(one.till).state.kind === 'waiting_scan');
  one.service.confirm();
  await one.pass(MINUTE, SECOND, () => saleOf(one.till).renewal !== null);
  const expires = saleOf(one.till).renewal?.expires ?? 0;
  /** Hours before the expiry at which the till renewed, by the service's clock. */
  const renewedBefore = async () => {
    await one.pass(4 * DAY, MINUTE, () => one.renewals() > 0);
    return Math.round((expires - one.serviceNow()) / HOUR);
  };
  return { ...one, expires, renewedBefore };
}

describe('a till with a wrong clock', () => {
  it.each([-400 * DAY, -5 * DAY, -2 * DAY, 2 * DAY, 5 * DAY, 400 * DAY])(
    'renews a reservation at the same time as a till with the right clock (%i ms)',
    async (wrongBy) => {
      const one = await reserved(wrongBy);
      expect(saleOf(one.till).renewal?.state).toBe('not_yet');
      expect(await one.renewedBefore()).toBe(12);
      expect(saleOf(one.till).state.kind).toBe('authorised');
    },
  );

  it.each([
    [-5 * DAY, 5 * DAY],
    [5 * DAY, -5 * DAY],
    [0, -5 * DAY],
    [0, 5 * DAY],
    [3 * DAY, -7 * DAY],
  ])(
    'renews at the same time if its clock is set meanwhile (%i ms, then by %i ms)',
    async (a, b) => {
      const one = await reserved(a);
      await one.pass(DAY, 10 * MINUTE);
      one.set(b);
      expect(await one.renewedBefore()).toBe(12);
    },
  );
});

describe('the notice of a wrong clock', () => {
  it.each([
    ['ahead', 10 * MINUTE],
    ['behind', -3 * DAY],
  ] as const)(
    '%s: comes at the start of an idle till and goes after the correction',
    async (state, by) => {
      const { hand, shown, pass, till, set } = world(by);
      hand.link(true);
      await pass(20 * SECOND, SECOND);
      expect(till.view().clock).toBe(state);
      set(-by);
      await pass(20 * SECOND, SECOND);
      expect(till.view().clock).toBe('right');
      expect(shown).toEqual(['right', state, 'right']);
    },
  );

  it('comes when the clock of an idle till with push is set to a wrong time', async () => {
    const { hand, pass, till, set } = world(0);
    hand.link(true);
    await pass(MINUTE, SECOND);
    set(DAY);
    await pass(20 * SECOND, SECOND);
    expect(till.view().clock).toBe('ahead');
  });

  it('does not come for a difference of two minutes', async () => {
    const { shown, pass } = world(2 * MINUTE);
    await pass(MINUTE, SECOND);
    expect(shown).not.toContain('ahead');
  });
});
