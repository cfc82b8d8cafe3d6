import { describe, expect, it } from 'vitest';
import type { ClientResult } from '../../../../shared/client/index.ts';
import { MONEY_MAX, money } from '../../../../shared/money/money.ts';
import type { Outcome } from '../../../../shared/protocol/outcome.ts';
import {
  makeCall,
  outcomeOf,
  type TerminalClient,
} from '../../../../shared/terminal/engine/service-client.ts';
import type { Call, SaleFacts } from '../../../../shared/terminal/sale/sale.ts';
import { settingsOf } from '../../../../shared/terminal/sale/settings.ts';
import { openedSale } from '../../../support/sales.ts';
import { SETUP } from '../../../support/till.ts';

/* The request that one call sends to the service, and how the reply is converted for the sale. */

const OUTCOME: Outcome = {
  tid: 'p1',
  pos_id: 'till1',
  pos_tid: '1-a',
  currency: 'NOK',
  amount: 1_000,
  additional_amount: 200,
  auth_amount: 700,
  auth_additional_amount: 50,
  captures: [],
  refunds: [],
  status: 'auth',
  status_code: 3008,
  customer: null,
  date_modified: '2026-01-05 08:00:00',
  date_expires: '2026-01-05 09:00:00',
  credit: false,
  interchange_fee: 0,
  transaction_fee: 0,
  attachment_uri: null,
  permissions: null,
};

type Asked = { readonly name: string; readonly args: readonly unknown[] };

/** A client that gives one result to every call, and remembers what it was asked. */
function clientThat<T>(result: ClientResult<T>) {
  const asked: Asked[] = [];
  const fails = result.ok ? null : result;
  const client: TerminalClient = {
    paymentCreate: async (...args) => {
      asked.push({ name: 'create', args });
      return (
        fails ?? {
          ok: true,
          status: result.ok ? result.status : 0,
          value: { id: 'p1', uri: 'http://p/1' },
        }
      );
    },
    paymentOutcome: async (...args) => {
      asked.push({ name: 'outcome', args });
      return fails ?? { ok: true, status: 200, value: OUTCOME };
    },
    paymentUpdate: async (...args) => {
      asked.push({ name: 'update', args });
      return fails ?? { ok: true, status: 204, value: null };
    },
    statusCodeRead: async () => ({ ok: true, status: 200, value: { code: '2000', name: 'OK' } }),
  };
  return { client, asked };
}

const created = { tid: 'p1', uri: 'http://p/1', expires: 1 };
const facts: SaleFacts = { ...openedSale().facts, created };
const settings = settingsOf({ ...SETUP, readDeadline: 11, commandDeadline: 22 });
const { signal } = new AbortController();

async function call(what: Call, of: SaleFacts = facts, result: ClientResult<unknown> = ok(200)) {
  const { client, asked } = clientThat(result);
  const made = await makeCall(what, of, client, settings, signal);
  return { ...made, asked: asked[0] };
}

const ok = (status: number): ClientResult<unknown> => ({ ok: true, status, value: null });

describe('a call to the service', () => {
  it('creates the payment with the body of the sale, within the command deadline', async () => {
    const { asked } = await call('create');
    expect(asked).toEqual({ name: 'create', args: [facts.body, { deadline: 22, signal }] });
  });

  it('reads the outcome of its payment, within the read deadline', async () => {
    const { asked, answer, reached } = await call('read');
    expect(asked).toEqual({ name: 'outcome', args: ['p1', {}, { deadline: 11, signal }] });
    expect(answer).toEqual(outcomeOf(OUTCOME));
    expect(reached).toBe(true);
  });

  it.each(['capture', 'abort', 'release', 'reauth'] as const)(
    'sends the action %s for its payment, without a part if none is pending',
    async (action) => {
      const { asked, answer, reached } = await call(action);
      expect(asked).toEqual({
        name: 'update',
        args: ['p1', { action }, { deadline: 22, signal }],
      });
      expect([answer, reached]).toEqual([{ kind: 'accepted' }, true]);
    },
  );

  it('sends the pending part and its amounts with a capture, and not with an abort', async () => {
    const pending = { id: 'c-1', amount: money(300), additional: money(20) };
    const part = { capture_id: 'c-1', amount: 300, additional_amount: 20, currency: 'NOK' };
    const taken = await call('capture', { ...facts, pending });
    expect(taken.asked?.args[1]).toEqual({ action: 'capture', ...part });
    const aborted = await call('abort', { ...facts, pending });
    expect(aborted.asked?.args[1]).toEqual({ action: 'abort' });
  });
});

describe('the reply to a call', () => {
  it.each([
    [201, false],
    [200, true],
  ])('status %i of a create call gives existed = %s', async (status, existed) => {
    const { answer, reached } = await call('create', facts, ok(status));
    expect(answer).toEqual({ kind: 'created', tid: 'p1', uri: 'http://p/1', existed });
    expect(reached).toBe(true);
  });

  const refused = (status: number, retryAfter: number | null) =>
    ({
      ok: false,
      error: { kind: 'refused', status, type: 'x', description: 'No.', details: null, retryAfter },
    }) as const;
  const noAnswer = (cause: 'network' | 'cancelled') =>
    ({
      ok: false,
      error: { kind: 'no_answer', cause, status: null, description: 'Nobody.', retryAfter: 700 },
    }) as const;
  const unexpected = (status: number | null) =>
    ({ ok: false, error: { kind: 'unexpected', status, description: 'Odd.' } }) as const;

  const REPLIES = [
    ['a refusal', refused(400, null), { kind: 'refused', status: 400, sentence: 'No.' }, true],
    ['status 429', refused(429, 900), { kind: 'later', retryAfter: 900 }, true],
    ['no answer', noAnswer('network'), { kind: 'silence', retryAfter: 700 }, false],
    ['a cancelled call', noAnswer('cancelled'), { kind: 'silence', retryAfter: 700 }, null],
    ['an unexpected answer', unexpected(200), { kind: 'silence', retryAfter: null }, false],
    [
      'a request that cannot be made',
      unexpected(null),
      { kind: 'refused', status: 0, sentence: 'Odd.' },
      null,
    ],
  ] as const;

  it.each(REPLIES)('%s is handled alike for every call', async (_, result, answer, reached) => {
    for (const what of ['create', 'read', 'capture', 'abort'] as const) {
      expect(await call(what, facts, result), what).toMatchObject({ answer, reached });
    }
  });
});

describe('an outcome', () => {
  const part = (amount: number, additional: number, id: string | null = null) => ({
    id,
    amount,
    additional_amount: additional,
  });
  const back = (amount: number, additional: number) => ({
    ...part(amount, additional, 'r-1'),
    chat_message_data_text: null,
  });

  it('contains the reserved, captured and refunded amounts', () => {
    const captures = [part(300, 20, 'c-1'), part(100, 0)];
    expect(outcomeOf({ ...OUTCOME, captures, refunds: [back(10, 5)] })).toEqual({
      kind: 'outcome',
      code: 3008,
      expires: Date.UTC(2026, 0, 5, 9),
      additional: 200,
      refunded: false,
      authorised: { amount: 700, additional: 50 },
      captures: [
        { id: 'c-1', amount: 300, additional: 20 },
        { id: null, amount: 100, additional: 0 },
      ],
      refunds: [{ id: 'r-1', amount: 10, additional: 5 }],
    });
  });

  it('is refunded once everything captured is refunded, including tips', () => {
    const captures = [part(300, 20), part(100, 0)];
    const refundedBy = (...refunds: ReturnType<typeof back>[]) =>
      outcomeOf({ ...OUTCOME, status_code: 2000, captures, refunds }).refunded;
    expect(refundedBy(back(300, 20), back(100, 0))).toBe(true);
    expect(refundedBy(back(400, 20))).toBe(true);
    // It may be split otherwise than it was taken.
    expect(refundedBy(back(420, 0))).toBe(true);
    expect(refundedBy(back(400, 0))).toBe(false);
    expect(refundedBy()).toBe(false);
    expect(outcomeOf({ ...OUTCOME, status_code: 2000 }).refunded).toBe(false);
  });

  it('is refunded by status code 2400 if it has at least one refund', () => {
    const captures = [part(300, 0)];
    const given = { ...OUTCOME, status_code: 2400, captures };
    expect(outcomeOf({ ...given, refunds: [back(100, 0)] }).refunded).toBe(true);
    expect(outcomeOf(given).refunded).toBe(false);
  });

  it('limits each amount to the range that the journal accepts', () => {
    const odd = { ...OUTCOME, additional_amount: -1, auth_amount: MONEY_MAX + 1 };
    const captures = [part(-5, MONEY_MAX + 5)];
    expect(outcomeOf({ ...odd, captures })).toMatchObject({
      additional: 0,
      authorised: { amount: MONEY_MAX, additional: 50 },
      captures: [{ amount: 0, additional: MONEY_MAX }],
    });
  });
});
