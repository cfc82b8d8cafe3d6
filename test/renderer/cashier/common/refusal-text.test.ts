import { describe, expect, it } from 'vitest';
import {
  failureText,
  problemText,
  refusalText,
  refusedRefundText,
} from '../../../../renderer/cashier/common/refusal-text.ts';
import { type AmountText, stateText } from '../../../../renderer/cashier/sale/state-text.ts';
import { LANGUAGES } from '../../../../renderer/i18n/language.ts';
import { createMerchantClient } from '../../../../shared/client/index.ts';
import { money } from '../../../../shared/money/money.ts';
import { ERRORS, type ErrorType } from '../../../../shared/protocol/errors.ts';
import { classOf, STATUS_CATALOGUE } from '../../../../shared/protocol/status-codes.ts';
import { paymentFailure } from '../../../../shared/refusals/payment-failure.ts';
import {
  PROBLEM_TYPES,
  problemOf,
  type TillProblem,
} from '../../../../shared/refusals/problem-types.ts';
import { SERVICE_REFUSALS, serviceRefusal } from '../../../../shared/refusals/service-refusal.ts';
import { refuseTill } from '../../../../shared/refusals/till-problem.ts';
import type { JournalRecord } from '../../../../shared/terminal/sale/records.ts';
import type { SaleView } from '../../../../shared/terminal/sale/state.ts';
import { CASHIER_WORDS } from '../../../support/cashier-words.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryJournal, drive, startTill } from '../../../support/till.ts';

/*
 * A cashier reads what happened and what to do, in the language of the screen. Each refusal of the service
 * and of the till is followed to its sentence.
 */

/** What only programs say: names of members, types of errors, status codes, formats. */
const API_WORDS =
  /\w_\w|error|field|json|http|null|undefined|valid_|pos_|uri\b|\bid\b|\b[1-5]\d{2,3}\b|"|\{|\}/i;

function expectForPeople(text: string): void {
  expect(text).not.toMatch(API_WORDS);
  expect(text).toMatch(/[.?]$/);
}

const typeNames = Object.keys(ERRORS) as ErrorType[];
const problemNames = Object.keys(PROBLEM_TYPES) as TillProblem[];

/** Members of a request for money that the service can find at fault. */
const FIELDS = [
  ...['currency', 'amount', 'additional_amount', 'customer', 'line_items', 'text', 'pos_id'],
  ...['pos_tid', 'expires_in', 'allow_credit', 'display_message_uri', 'success_return_uri'],
];
const SECRET = 'Some fields are not valid; error_details names each of them. {"pos_id": 1}';

/** A till whose service gives every request this reply; the sale after the reply. */
async function saleAfter(status: number, type: string, details: object | null) {
  const clock = createManualClock();
  const reply = async () =>
    new Response(
      JSON.stringify({ error_type: type, error_description: SECRET, error_details: details }),
      { status, headers: { 'content-type': 'application/json' } },
    );
  const client = createMerchantClient({
    baseUrl: 'http://127.0.0.1/merchant/v1',
    merchantId: 'kaffebar',
    userId: 'till1',
    credentials: { kind: 'secret', secret: 'not-a-real-secret' },
    clock,
    fetch: reply,
  });
  const { journal, records } = createMemoryJournal();
  const till = startTill({ client, journal, clock });
  const started = await till.start({ amount: money(12_500), text: null, method: { kind: 'qr' } });
  if (!started.ok) throw new Error(started.refusal.description);
  const current = () => till.sale(started.value.id);
  await drive(clock, () => current()?.state.kind !== 'creating', 30_000);
  const view = current();
  await till.stop();
  if (view === null) throw new Error('the till has lost its sale');
  return { view, records };
}

const plain: AmountText = (amount, currency) => `${amount} ${currency}`;
const textsOf = (sale: SaleView) =>
  LANGUAGES.map((language) => stateText(sale, CASHIER_WORDS[language], plain));

describe('a refusal of the service', () => {
  it.each(typeNames)(
    '%s has a sentence in each language on the screen of the sale',
    async (type) => {
      const { view } = await saleAfter(ERRORS[type], type, null);
      // Where the service may have taken the request, the sale is unclear and not refused.
      const known =
        ERRORS[type] === 429 || ERRORS[type] >= 500 ? ['unclear', 'creating'] : ['refused'];
      expect(known).toContain(view.state.kind);
      const texts = textsOf(view);
      for (const { head, text } of texts) expectForPeople(`${head}. ${text}`);
      expect(new Set(texts.map(({ text }) => text)).size).toBe(LANGUAGES.length);
    },
  );

  it.each(FIELDS)('about %s has one too, and none repeats the service', async (field) => {
    const { view } = await saleAfter(400, 'validation_error', { [field]: [`${field} is wrong`] });
    expect(view.state.kind).toBe('refused');
    for (const { text } of textsOf(view)) {
      expectForPeople(text);
      expect(text).not.toContain(`${field} is wrong`);
    }
  });

  it('of another service, whose types nobody knows, has one too', async () => {
    for (const [status, type] of [
      [400, 'INVALID_REQUEST'],
      [402, 'pay_us'],
      [403, 'Forbidden'],
      [418, 'teapot'],
    ] as const) {
      const { view } = await saleAfter(status, type, null);
      expect(view.state.kind).toBe('refused');
      for (const { text } of textsOf(view)) expectForPeople(text);
    }
  });

  it('names the currency when the shop has no account in it', async () => {
    const details = { currency: ['the merchant has no settlement account in JPY, only in NOK'] };
    const { view, records } = await saleAfter(400, 'validation_error', details);
    expect(stateText(view, CASHIER_WORDS.en, plain).text).toMatch(
      /cannot take payments in this currency/,
    );
    // Support finds the service's own sentence in the journal.
    const refused = records.find(({ kind }: JournalRecord) => kind === 'refused');
    expect(refused).toMatchObject({ because: { sentence: SECRET, reason: 'currency' } });
  });

  it('of a refund has a sentence in each language', () => {
    for (const reason of SERVICE_REFUSALS) {
      const texts = LANGUAGES.map((language) => refusedRefundText(reason, CASHIER_WORDS[language]));
      texts.forEach(expectForPeople);
      expect(new Set(texts).size).toBe(LANGUAGES.length);
    }
  });

  it('is told by its type, and by its status where the type is not of the table', () => {
    for (const type of typeNames) {
      const { status, details } = { status: ERRORS[type], details: null };
      const known = serviceRefusal({ status, type, details });
      expect(SERVICE_REFUSALS).toContain(known);
      expect(serviceRefusal({ status, type: 'made up', details })).toBe(known);
    }
    expect(serviceRefusal({ status: 0, type: '', details: null })).toBe('settings');
  });
});

describe('a failed payment', () => {
  const failures = [...STATUS_CATALOGUE.keys()].filter((code) => classOf(code) === 'failure');

  it.each([...failures, 4_999, 5_999])('with code %i has a sentence in each language', (code) => {
    const texts = LANGUAGES.map((language) => failureText(code, CASHIER_WORDS[language]));
    texts.forEach(expectForPeople);
    expect(new Set(texts).size).toBe(LANGUAGES.length);
  });

  it('tells the reasons apart that a person can act on', () => {
    const named = failures.filter((code) => paymentFailure(code) !== 'other');
    expect(named.map((code) => STATUS_CATALOGUE.get(code))).toEqual([
      'INSUFFICIENT_FUNDS',
      'AMOUNT_LIMIT_EXCEEDED',
      'PERIODIC_AMOUNT_LIMIT_EXCEEDED',
      'LOGICAL_DUPLICATE',
      'CREDIT_ACCOUNT_REQUIRES_CID',
      'DAILY_LIMIT_EXCEEDED',
      'ACCOUNT_DEACTIVATED',
    ]);
  });
});

describe('a refusal of the till', () => {
  it.each(problemNames)('%s has a sentence in each language', (reason) => {
    const { refusal } = refuseTill(reason, SECRET);
    const texts = LANGUAGES.map((language) => refusalText(refusal, CASHIER_WORDS[language]));
    texts.forEach(expectForPeople);
    expect(new Set(texts).size).toBe(LANGUAGES.length);
    expect(problemOf(refusal)).toBe(reason);
  });

  it.each(typeNames)('without a reason, of type %s, has one too', (type) => {
    for (const details of [undefined, { reason: 'no_such_reason' }, { reason: 7 }]) {
      const refusal = { type, description: SECRET, ...(details && { details }) };
      for (const language of LANGUAGES) {
        expectForPeople(problemText({ ok: false, refusal }, CASHIER_WORDS[language]));
      }
    }
  });

  it('also one that did not come, because the till did not answer', () => {
    for (const language of LANGUAGES) {
      expectForPeople(refusalText(null, CASHIER_WORDS[language]));
      expectForPeople(problemText(null, CASHIER_WORDS[language]));
    }
  });
});

describe.each(LANGUAGES)('the receipt of another till, in %s,', (language) => {
  it('is named with its number and its till, and the sentence says where it is refunded', () => {
    for (const problem of ['receipt_foreign', 'other_currency', 'receipt_not_found'] as const) {
      const { refusal } = refuseTill(problem, undefined, { receipt: 'till2-R12' });
      const text = refusalText(refusal, CASHIER_WORDS[language]);
      expect(text).toContain('till2-R12');
      expectForPeople(text);
      expect(refusalText(refuseTill(problem).refusal, CASHIER_WORDS[language])).toBe(
        CASHIER_WORDS[language].problems[problem],
      );
    }
  });
});
