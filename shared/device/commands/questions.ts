import { z } from 'zod';
import { moneyNonNegative, moneyPositive, reference } from '../../protocol/basic.ts';
import { customerAnswer } from '../questions/answer-schema.ts';
import type { RoomRows } from './row.ts';
import { MADE, NOTHING } from './values.ts';

/** The open question to the customer. */
export const QUESTIONS = {
  skip_question: {
    summary: 'The cashier does not wait for the customer',
    who: { screen: 'cashier', also: ['kiosk'] },
    input: z.object({ question: reference }),
    answer: NOTHING,
  },
  // The customer answers, also while the till is locked; a page may be cashier's and customer's screen in one.
  answer_question: {
    summary: 'The customer’s answer',
    who: { screen: 'nobody', also: ['display'] },
    input: z.object({ question: reference, answer: customerAnswer }),
    answer: NOTHING,
  },
} as const satisfies RoomRows;

/**
 * Questions that the shop has. The answer is the id of the question; the snapshots say how it ended. A register asks with
 * an id and words of its own, `POST /questions/`, and reads the end of these only.
 */
export const SHOP_QUESTIONS = {
  ask_tip: {
    summary: 'Asks the customer for a tip on this price, as the till’s settings say',
    who: { screen: 'cashier', also: ['kiosk'] },
    input: z.object({ price: moneyPositive }),
    answer: MADE,
  },
  ask_member: {
    summary: 'Asks the customer for a membership number, in a shop with memberships',
    who: { screen: 'cashier', also: [] },
    input: z.object({}),
    answer: MADE,
  },
  ask_receipt_email: {
    summary: 'Asks the customer for the address for the receipt of this amount',
    who: { screen: 'cashier', also: [] },
    input: z.object({ amount: moneyNonNegative }),
    answer: MADE,
  },
} as const satisfies RoomRows;
