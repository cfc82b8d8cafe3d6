import { expect, it } from 'vitest';
import { logText } from '../../../../renderer/cashier/sale/log-text.ts';
import { pastText, stateText } from '../../../../renderer/cashier/sale/state-text.ts';
import { money } from '../../../../shared/money/money.ts';
import { NOW, sale } from '../../../screens/cashier/sales.ts';
import { amounts } from '../../../support/amounts.ts';
import { CASHIER_WORDS } from '../../../support/cashier-words.ts';

const WORDS = CASHIER_WORDS.en;
const text = (amount: number) => (amount / 100).toFixed(2);

it('a payment that is refunded in part says what was refunded and what stays paid', () => {
  const paid = sale({ kind: 'paid', at: NOW });
  const part = { ...paid, money: amounts({ captured: 10_500, refunded: 4_200 }) };
  expect(stateText(paid, WORDS, text).text).toBe('The receipt is on the customer’s phone.');
  for (const said of [stateText(part, WORDS, text), pastText(part, WORDS, text)]) {
    expect(said).toEqual({ head: 'Paid', text: '42.00 was refunded. Net paid: 63.00.' });
  }
});

it('the log says the amount of each step', () => {
  const line = (key: 'request_sent' | 'part_taken' | 'paid') =>
    logText({ at: NOW, key, amount: money(5_000) }, '50.00', WORDS);
  expect([line('request_sent'), line('part_taken'), line('paid')]).toEqual([
    'Request sent, 50.00',
    'Captured, 50.00',
    'Paid, 50.00',
  ]);
});
