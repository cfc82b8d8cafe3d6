import { describe, expect, it } from 'vitest';
import { CODE } from '../../shared/protocol/status-codes.ts';
import type { Terminal } from '../../shared/terminal/index.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createModelService } from '../support/model-service.ts';
import { createHandPush, createMemoryJournal, drive, rest, startTill } from '../support/till.ts';
import { saleRequest } from './scan-world.ts';

/*
 * Every order of events of a sale with two requests, up to a length: both customers, the cashier, the
 * network, a power cut. In every order the till captures at most once.
 */

const EVENTS = [
  'code_scanned',
  'sticker_scanned',
  'code_approved',
  'sticker_approved',
  'cancel',
  'answers_lost',
  'power_cut',
  'time',
] as const;
type Event = (typeof EVENTS)[number];

const CONFIRM = { kind: 'confirm', additionalAmount: null, credit: false } as const;
const LENGTH = 3;

/** One order of events, from the start of the sale until nothing is left to decide. */
async function live(events: readonly Event[], policy: 'attended' | 'unattended') {
  const clock = createManualClock();
  const service = createModelService(clock);
  let memory = createMemoryJournal();
  let hand = createHandPush();
  let till: Terminal = start();

  function start(): Terminal {
    const { journal } = memory;
    return startTill({
      client: service.client,
      journal,
      clock,
      push: hand.push,
      settings: { policy, expiresInSeconds: 3 },
    });
  }

  const started = await till.start(
    saleRequest({ kind: 'qr_and_sticker', sticker: { kind: 'shortlink', id: 'abcde' } }),
  );
  if (!started.ok) throw new Error(started.refusal.description);
  const { id } = started.value;
  const stuck = `_second.${id}`;
  await rest();

  const tell = async (posTid: string, label: string) => {
    const payment = service.payments().find((one) => one.request.pos_tid === posTid);
    if (payment === undefined) return;
    const object = { tid: payment.tid, pos_id: 'till1', pos_tid: posTid, status: 'pending' };
    const more = { status_code: 1003, level: 'info', message: 'x' };
    await hand.event(1, 'display_message', { ...object, ...more }, ['display', label]);
  };
  const act: Record<Event, () => unknown> = {
    code_scanned: () => tell(id, 'opened'),
    sticker_scanned: () => tell(stuck, 'delivered'),
    code_approved: () => service.happenTo(id, CONFIRM),
    sticker_approved: () => service.happenTo(stuck, CONFIRM),
    cancel: () => till.act(id, 'cancel'),
    answers_lost: () => service.setFate(({ name }) => (name === 'read' ? 'deliver' : 'drop_after')),
    power_cut: async () => {
      await till.stop();
      memory = createMemoryJournal(memory.records);
      hand = createHandPush();
      till = start();
    },
    time: () => clock.advance(400),
  };
  for (const event of events) {
    await act[event]();
    await rest();
  }
  service.setFate(() => 'deliver');
  // The cashier captures whenever the till offers it.
  const decide = () => {
    const view = till.sale(id);
    if (view?.actions.includes('capture')) void till.act(id, 'capture');
    return service.payments().every((one) => isEnd(one.code)) && isEnd(codeOf(view?.state.kind));
  };
  await drive(clock, decide, 900_000);
  await till.stop();
  return { id, service, view: till.sale(id), shown: till.view().sales };
}

const isEnd = (code: number) => code !== CODE.pending && code !== CODE.auth;
const OPEN = ['creating', 'waiting_scan', 'waiting_sticker', 'waiting_approval', 'authorised'];
const UNDER_WAY = ['capturing', 'aborting', 'releasing', 'unclear'];
const codeOf = (kind = 'creating') => ([...OPEN, ...UNDER_WAY].includes(kind) ? CODE.pending : 0);

function* orders(length: number): Generator<readonly Event[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (const before of orders(length - 1)) for (const event of EVENTS) yield [...before, event];
}

describe('every order of the events of a sale with two codes', () => {
  it.each(['attended', 'unattended'] as const)(
    'leads to at most one capture, and the till shows it, %s',
    async (policy) => {
      let worlds = 0;
      let paid = 0;
      for (const events of orders(LENGTH)) {
        const { service, view, shown } = await live(events, policy);
        const named = `${policy}: ${events.join(', ')}`;
        const taken = service.payments().filter((one) => one.captures.length > 0);
        expect(taken.length, named).toBeLessThanOrEqual(1);
        expect(taken.flatMap((one) => one.captures).length, named).toBeLessThanOrEqual(1);
        // The till shows paid exactly if a payment was captured.
        expect(view?.state.kind === 'paid', named).toBe(taken.length === 1);
        if (taken[0] !== undefined) expect(view?.tid, named).toBe(taken[0].tid);
        expect(shown.filter((sale) => sale.state.kind === 'paid').length, named).toBe(taken.length);
        worlds += 1;
        paid += taken.length;
      }
      expect(worlds).toBe(EVENTS.length ** LENGTH);
      expect(paid).toBeGreaterThan(worlds / 6);
    },
  );
});
