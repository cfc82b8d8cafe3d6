import { expect, it } from 'vitest';
import { CODE } from '../../shared/protocol/status-codes.ts';
import { actionsOf } from '../../shared/terminal/sale/permit.ts';
import { reduce } from '../../shared/terminal/sale/reduce.ts';
import { openSales } from '../../shared/terminal/sale/sale.ts';
import { settingsOf } from '../../shared/terminal/sale/settings.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createModelService, silence } from '../support/model-service.ts';
import { createMemoryJournal, drive, rest, SETUP, startTill } from '../support/till.ts';
import { tillWorld } from '../support/till-world.ts';
import { saleRequest } from './scan-world.ts';

/*
 * A sale with two codes whose journal lacks the till's choice: the disk was full, then the power failed.
 * The till reads both requests before it chooses one, because one of them may be paid.
 */

const CONFIRM = { kind: 'confirm', additionalAmount: null, credit: false } as const;
const BOTH = saleRequest({ kind: 'qr_and_sticker', sticker: { kind: 'shortlink', id: 'abcde' } });

/** A call without an answer, which ends when the till gives it up. */
async function abortOf(signal: AbortSignal | undefined) {
  await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
  return silence(signal);
}

it('after a power cut the till keeps the paid request and aborts the other one', async () => {
  const clock = createManualClock();
  const service = createModelService(clock);
  const memory = createMemoryJournal();
  const first = startTill({ client: service.client, journal: memory.journal, clock });
  const started = await first.start(BOTH);
  if (!started.ok) throw new Error(started.refusal.description);
  const { id } = started.value;
  await drive(clock, () => service.payments().length === 2);
  await rest();
  // The journal lacks the following events. An older version of the till captured without its journal.
  const written = [...memory.records];
  await first.stop();
  const again = createModelService(clock);
  for (const { request } of service.payments()) await again.client.paymentCreate(request);
  again.happenTo(id, CONFIRM);
  again.happenTo(`_second.${id}`, CONFIRM);
  again.happenTo(id, { kind: 'capture', part: null });

  // The reply about the paid request arrives last.
  again.setFate(({ name, posTid }) =>
    name === 'read' && posTid === id ? 'drop_after' : 'deliver',
  );
  const second = startTill({
    client: again.client,
    journal: createMemoryJournal(written).journal,
    clock,
  });
  const other = () => again.payments().find((one) => one.request.pos_tid === `_second.${id}`);
  await drive(clock, () => again.calls.filter((one) => one.posTid === `_second.${id}`).length >= 2);
  await drive(clock, () => again.calls.filter((one) => one.posTid === id).length >= 3);
  expect(second.sale(id)?.actions).not.toContain('capture');
  expect((await second.act(id, 'capture')).ok).toBe(false);
  again.setFate(() => 'deliver');
  await drive(clock, () => second.sale(id)?.state.kind === 'paid');
  await drive(clock, () => other()?.code === CODE.aborted);
  const captured = again.payments().filter((one) => one.captures.length > 0);
  expect(captured.map((one) => one.request.pos_tid)).toEqual([id]);
  expect(again.calls.filter((one) => one.name === 'capture')).toEqual([]);
  await second.stop();
});

it('the till journals its choice when the disk has room, without another reply of the service', async () => {
  let silent = false;
  const { service, memory, clock, till, started } = tillWorld({
    calls: ({ paymentOutcome }) => ({
      paymentOutcome: (tid, wait, options) =>
        silent ? abortOf(options?.signal) : paymentOutcome(tid, wait, options),
    }),
  });
  const id = await started(BOTH);
  await drive(clock, () => till.sale(id)?.state.kind === 'waiting_scan');
  const full = { kind: 'full', description: 'It is full.' } as const;
  memory.onAppend(async () => ({ ok: false, failure: full }));
  service.happenTo(id, CONFIRM);
  await drive(clock, () => till.sale(id)?.log.some(({ key }) => key === 'approved') === true);
  expect(till.view().notReady).toBe('journal_full');
  silent = true;
  const choices = () => memory.records.filter(({ kind }) => kind === 'chosen');
  expect(choices()).toEqual([]);
  memory.onAppend(async () => ({ ok: true }));
  await drive(clock, () => till.view().notReady === null);
  await rest();
  expect(choices()).toMatchObject([
    { sale: id, leg: 'won' },
    { sale: `_second.${id}`, leg: 'lost' },
  ]);
});

it('the till captures only the chosen request, also if a capture is due', () => {
  const settings = settingsOf(SETUP);
  const body = {
    action: 'sale',
    currency: 'NOK',
    amount: BOTH.amount,
    allow_credit: false,
    pos_id: 'till1',
    pos_tid: '1-a',
    customer: null,
    text: null,
    display_message_uri: 'ws:till',
    callback_uri: 'ws:till',
    success_return_uri: '',
    failure_return_uri: '',
    expires_in: 300,
  } as const;
  const [sale] = openSales({
    v: 1,
    at: 0,
    sale: '1-a',
    kind: 'opened',
    number: 1,
    method: BOTH.method,
    body,
    twin: { sale: '1-a.s', body: { ...body, pos_tid: '1-a.s' } },
  });
  if (sale === undefined) throw new Error('no sale');
  const seen = { code: CODE.auth, expires: 1_000_000, refunded: false, at: 1 };
  const context = { now: 10, serviceNow: 10, pushUp: false, jitter: 0, settings };
  for (const state of ['open', 'lost', 'won'] as const) {
    const leg = { of: 'code', other: '1-a.s', state } as const;
    const ready = {
      ...sale,
      facts: { ...sale.facts, seen, leg },
      run: { ...sale.run, request: 'confirmed' as const, takeAt: 5 },
    };
    const { steps } = reduce(ready, { kind: 'tick' }, context);
    const takes = steps.some((step) => step.kind === 'call' && step.call === 'capture');
    expect(takes, state).toBe(state === 'won');
    const held = { ...ready, facts: { ...ready.facts, goal: 'hold' } } as const;
    expect(actionsOf(held, settings).includes('capture'), state).toBe(state === 'won');
  }
});
