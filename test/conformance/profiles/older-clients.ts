import { expect } from 'vitest';
import { member, startTestService } from '../../support/service.ts';
import type { Received } from '../../support/wire.ts';

/* What the tests of older clients share: a service for each profile, a sale, and refusals. */

/** The customer of every payment. */
export const INGRID = '4798765432';

/** Starts a service of each profile: the present one, `settle` and `mcash`. */
export const startProfiles = () =>
  Promise.all([
    startTestService(),
    startTestService({ profile: 'settle' }),
    startTestService({ profile: 'mcash' }),
  ]);

/** Status and sentence of a refusal. */
export const sentence = (reply: Received) => [
  reply.status,
  member(reply.json, 'error_description'),
];

/** Matches {@link sentence} by parts of the sentence, in their order. */
export const says = (status: number, ...parts: readonly string[]) => [
  status,
  expect.stringMatching(new RegExp(parts.join('.*'))),
];

/** The request of a sale; the amount in the form of the client. */
export const sale = (tid: string, amount: unknown) => ({
  action: 'auth',
  currency: 'NOK',
  amount,
  allow_credit: false,
  pos_id: '1',
  pos_tid: tid,
  customer: INGRID,
});
