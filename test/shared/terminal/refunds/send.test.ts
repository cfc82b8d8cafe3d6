import { describe, expect, it } from 'vitest';
import type { ClientResult } from '../../../../shared/client/index.ts';
import { money } from '../../../../shared/money/money.ts';
import type { ServiceRefusal } from '../../../../shared/refusals/service-refusal.ts';
import { createRefundRunner } from '../../../../shared/terminal/refunds/queue.ts';
import type { RefundFacts } from '../../../../shared/terminal/refunds/refund.ts';
import {
  attemptRefund,
  type RefundClient,
  readOutcome,
} from '../../../../shared/terminal/refunds/send.ts';
import { settingsOf } from '../../../../shared/terminal/sale/settings.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createModelService, ok, refused, silence } from '../../../support/model-service.ts';
import { openedRecord } from '../../../support/sales.ts';
import { rest, SETUP } from '../../../support/till.ts';

/* One refund at the service: what is sent, what its answers mean, and when it is sent again. */

const settings = settingsOf({ ...SETUP, readDeadline: 11, commandDeadline: 22 });

const FACTS: RefundFacts = {
  id: 'r-1',
  tid: 'p1',
  part: { id: 'r-1', amount: money(300), additional: money(20) },
  whole: false,
  currency: 'NOK',
  text: 'Cold coffee',
  approver: 'Kari',
  approval: 'word-1',
  at: 0,
  end: null,
};

type Fault = Extract<ClientResult<never>, { ok: false }>;
const unexpected = (status: number | null): Fault => ({
  ok: false,
  error: { kind: 'unexpected', status, description: 'Odd.' },
});
const refusal = (status: number, retryAfter: number | null): Fault => ({
  ok: false,
  error: { kind: 'refused', status, type: 'x', description: 'No.', details: null, retryAfter },
});
const noAnswer: Fault = {
  ok: false,
  error: {
    kind: 'no_answer',
    cause: 'network',
    status: null,
    description: 'Nobody.',
    retryAfter: 700,
  },
};

type Shows = 'this refund' | 'this id' | 'another refund' | 'nobody knows' | 'no entry' | 'silence';

/** A client whose refunds get the replies in `sent`, and whose outcome shows what `shows` names. */
async function clientThat(sent: readonly ClientResult<null>[], shows: Shows = 'another refund') {
  const model = createModelService(createManualClock());
  const made = await model.client.paymentCreate(openedRecord().body);
  const asked: unknown[] = [];
  const reads: unknown[] = [];
  const client: RefundClient = {
    paymentRead: async () => refused(404, 'Nobody reads it.'),
    paymentUpdate: async (tid, draft, options) => {
      asked.push([tid, draft, options?.deadline]);
      const reply = sent[Math.min(asked.length, sent.length) - 1];
      if (reply === undefined) throw new Error('the client is broken');
      return reply;
    },
    paymentOutcome: async (tid, wait, options) => {
      reads.push([tid, wait, options?.deadline]);
      if (shows === 'silence') return silence();
      if (shows === 'nobody knows') return refused(404, 'No such payment.');
      if (shows === 'no entry') return refused(401, 'Who are you?');
      const seen = await model.client.paymentOutcome(made.ok ? made.value.id : '', {});
      if (!seen.ok) return seen;
      const id = shows === 'another refund' ? 'r-9' : 'r-1';
      const refund = {
        id,
        amount: shows === 'this id' ? 299 : 300,
        additional_amount: 20,
        chat_message_data_text: null,
      };
      return { ...seen, value: { ...seen.value, refunds: [refund] } };
    },
  };
  return { client, asked, reads };
}

async function attempt(sent: ClientResult<null>, doubtful: boolean, shows?: Shows) {
  const one = await clientThat([sent], shows);
  const { signal } = new AbortController();
  const came = await attemptRefund(FACTS, doubtful, one.client, settings, signal);
  return { came, ...one };
}

const again = (silent: boolean, retryAfter: number | null = null) => ({
  kind: 'again',
  silent,
  retryAfter,
});
const no = (sentence: string, reason: ServiceRefusal) => ({ kind: 'refused', sentence, reason });

describe('one attempt of a refund', () => {
  it('sends the payment id, the refund id, the amounts, the currency and the text', async () => {
    const { came, asked, reads } = await attempt(ok(204, null), false);
    const numbers = { amount: 300, additional_amount: 20, currency: 'NOK' };
    const draft = { action: 'refund', refund_id: 'r-1', ...numbers, text: 'Cold coffee' };
    expect(asked).toEqual([['p1', draft, 22]]);
    expect([came, reads]).toEqual([{ kind: 'done' }, []]);
  });

  it.each([
    ['the service does not answer', noAnswer, again(true, 700), again(true, 700)],
    ['the answer is unexpected', unexpected(200), again(true), again(true)],
    ['it cannot be sent', unexpected(null), no('Odd.', 'settings'), again(false)],
    ['the service asks to wait', refusal(429, 900), again(false, 900), again(false, 900)],
    ['the key is not known', refusal(401, null), no('No.', 'signed_out'), again(false)],
    ['the key has no permission', refusal(403, null), no('No.', 'signed_out'), again(false)],
  ] as const)('%s: a repeated attempt may end differently', async (_, sent, first, repeat) => {
    expect((await attempt(sent, false)).came).toEqual(first);
    const second = await attempt(sent, true);
    expect(second.came).toEqual(repeat);
    expect(second.reads).toEqual([]);
  });

  it('that the service refuses counts as done if the outcome shows this refund', async () => {
    for (const doubtful of [true, false]) {
      const judged = async (shows: Shows) =>
        (await attempt(refusal(409, null), doubtful, shows)).came;
      expect(await judged('this refund')).toEqual({ kind: 'done' });
      expect(await judged('another refund')).toEqual(no('No.', 'used_before'));
      // An earlier refund with this id and another amount.
      expect(await judged('this id')).toEqual(no('No.', 'used_before'));
      expect(await judged('nobody knows')).toEqual(no('No.', 'used_before'));
      expect(await judged('silence')).toEqual(again(false));
      // A user without the right to read the payment does not know whether the refund was made.
      expect(await judged('no entry')).toEqual(again(false));
    }
    expect((await attempt(refusal(400, null), false)).reads).toEqual([['p1', {}, 11]]);
  });

  it('reads the outcome of its payment', async () => {
    const { client } = await clientThat([]);
    const { signal } = new AbortController();
    expect(await readOutcome('p1', client, settings, signal)).toMatchObject({
      ok: true,
      status: 200,
      value: { kind: 'outcome', refunds: [{ id: 'r-9', amount: 300 }] },
    });
    const away = await clientThat([], 'silence');
    expect(await readOutcome('p1', away.client, settings, signal)).toMatchObject({ ok: false });
  });
});

describe('a refund that is sent until its end is known', () => {
  async function run(sent: readonly ClientResult<null>[], doubtful = false, shows?: Shows) {
    const clock = createManualClock();
    const one = await clientThat(sent, shows);
    const ends: unknown[] = [];
    const told: string[] = [];
    const times: number[] = [];
    const runner = createRefundRunner({
      client: {
        ...one.client,
        paymentUpdate: (...args) => {
          times.push(clock.now());
          return one.client.paymentUpdate(...args);
        },
      },
      clock,
      settings,
      onEnd: async ({ id }, end) => {
        ends.push([id, end.kind, end.kind === 'refused' ? end.sentence : '']);
      },
      onOutcome: (tid, { kind }) => told.push(`${tid} ${kind}`),
    });
    const pass = async (time: number) => {
      for (let gone = 0; gone < time; gone += 500) {
        clock.advance(500);
        await rest();
      }
    };
    runner.start(FACTS, doubtful);
    await rest();
    const [first = 0] = times;
    return { ...one, clock, ends, told, runner, pass, gaps: () => times.map((at) => at - first) };
  }

  it('ends once, and the runner then reads and reports the outcome', async () => {
    const one = await run([ok(204, null)]);
    expect([one.ends, one.told]).toEqual([[['r-1', 'done', '']], ['p1 outcome']]);
    await one.pass(60_000);
    expect([one.asked.length, one.ends.length, one.clock.armed()]).toEqual([1, 1, 0]);
  });

  it('is repeated after a pause, and not before the time that the service requests', async () => {
    const one = await run([noAnswer, noAnswer, refusal(429, 3_000), ok(204, null)]);
    await one.pass(20_000);
    expect(one.gaps()).toEqual([0, 1_000, 2_000, 5_000]);
    expect(one.ends).toEqual([['r-1', 'done', '']]);
  });

  it('is repeated if the service refuses the credentials after a lost answer', async () => {
    const one = await run([noAnswer, refusal(403, null), ok(204, null)]);
    await one.pass(20_000);
    expect(one.ends).toEqual([['r-1', 'done', '']]);
    const patient = await run([refusal(429, null), refusal(403, null)]);
    await patient.pass(20_000);
    expect(patient.ends).toEqual([['r-1', 'refused', 'No.']]);
  });

  it('that comes from the journal is repeated after a 403, because it may have arrived', async () => {
    const one = await run([refusal(403, null), ok(204, null)], true);
    await one.pass(5_000);
    expect(one.ends).toEqual([['r-1', 'done', '']]);
  });

  it('is repeated after the client throws', async () => {
    const one = await run([]);
    await one.pass(3_000);
    expect(one.asked.length).toBeGreaterThan(1);
    expect(one.ends).toEqual([]);
  });

  it('makes the runner read the outcome at most five times after its end', async () => {
    const one = await run([ok(204, null)], false, 'silence');
    await one.pass(60_000);
    expect([one.reads.length, one.told, one.ends.length]).toEqual([5, [], 1]);
  });

  it('is neither repeated nor reported after the runner stops', async () => {
    const one = await run([noAnswer, ok(204, null)]);
    one.runner.stop();
    await one.pass(60_000);
    expect([one.asked.length, one.ends, one.clock.armed()]).toEqual([1, [], 0]);
  });
});
