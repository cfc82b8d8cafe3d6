import { money, ZERO } from '../../../../shared/money/money.ts';
import type { JournalRecord } from '../../../../shared/terminal/sale/records.ts';
import { BEGAN, openedRecord, recordOf, seenCode } from '../../../support/sales.ts';

/* Records as a journal has them. */

type At = { readonly v: 1; readonly at: number };
export const at = (time = BEGAN): At => ({ v: 1, at: time });

export function sold(number: number, code = 2000, time = BEGAN): JournalRecord[] {
  const sale = `${number}-a`;
  return [
    openedRecord({ sale, number, at: time }),
    recordOf(sale, { kind: 'created', tid: `p${number}`, uri: null, expires: time }, time),
    recordOf(sale, seenCode(code), time),
  ];
}

export const code = (id: string, number: number, time = BEGAN): JournalRecord => ({
  ...at(time),
  kind: 'code',
  code: id,
  number,
  uri: `http://pay.test/s/${id}`,
});
const sums = (amount: number) => ({ amount: money(amount), additional: ZERO });
export const unclaimed = (tid: string, code: number): JournalRecord => ({
  ...at(),
  kind: 'unclaimed',
  tid,
  outcome: {
    ...{ posTid: null, currency: 'NOK', code, asked: sums(9) },
    ...{ authorised: sums(0), captured: sums(0), refunded: sums(0) },
  },
});
export const refundOpened = (refund: string, tid: string, amount = 400): JournalRecord => ({
  ...at(),
  kind: 'refund_opened',
  refund,
  tid,
  amount: money(amount),
  additional: ZERO,
  currency: 'NOK',
  text: null,
  approval: null,
});
export const refundEnded = (refund: string, how: 'done' | 'refused'): JournalRecord => ({
  ...at(),
  kind: 'refund_ended',
  refund,
  how,
  sentence: how === 'refused' ? 'No.' : '',
});
export const asked = (request: string): JournalRecord => ({
  ...at(),
  kind: 'permission_opened',
  request,
  body: {
    customer: 'msisdn:4712345678',
    pos_id: 'till1',
    pos_tid: request,
    text: null,
    callback_uri: null,
    scope: 'profile',
    expires_in: 300,
  },
});
export const askedCreated = (request: string): JournalRecord => ({
  ...at(),
  kind: 'permission_created',
  request,
  rid: 'r1',
});
export const askedEnded = (request: string): JournalRecord => ({
  ...at(),
  kind: 'permission_ended',
  request,
  how: 'granted',
  sentence: '',
});
