import { money, ZERO } from '../../../../shared/money/money.ts';
import type { JournalRecord } from '../../../../shared/terminal/index.ts';

const AT = Date.UTC(2026, 0, 5, 8);

/** First record of the sale of this number. */
export function opened(number: number): JournalRecord {
  return {
    v: 1,
    at: AT,
    sale: `sale-${number}`,
    kind: 'opened',
    number,
    method: { kind: 'qr' },
    body: {
      action: 'sale',
      currency: 'NOK',
      amount: money(100 * number),
      allow_credit: false,
      pos_id: 'till1',
      pos_tid: `sale-${number}`,
      customer: null,
      text: 'Smørbrød på Løkka',
      display_message_uri: 'ws:till',
      callback_uri: 'ws:till',
      success_return_uri: '',
      failure_return_uri: '',
      expires_in: 300,
    },
  };
}

export function seen(number: number, code: number): JournalRecord {
  const news = { code, expires: AT + 300_000, additional: ZERO, refunded: false };
  return { v: 1, at: AT, sale: `sale-${number}`, kind: 'seen', ...news };
}

export function aside(number: number): JournalRecord {
  return { v: 1, at: AT, sale: `sale-${number}`, kind: 'aside' };
}
