import { z } from 'zod';
import { moneyPositive, reference } from '../../protocol/basic.ts';
import { customerAnswer } from '../questions/answer-schema.ts';

/** Commands of a screen about questions to the customer. */
export const questionCommands = [
  /**
   * Asks the customer for a tip on this price, as the till's settings say. Answers the id of the question; the
   * snapshots say how it ended.
   */
  z.object({ type: z.literal('ask_tip'), price: moneyPositive }),
  /** Asks the customer for a membership number, in a shop with memberships. Answers the id of the question. */
  z.object({ type: z.literal('ask_member') }),
  /** The cashier does not wait for the customer. */
  z.object({ type: z.literal('skip_question'), question: reference }),
  /** The customer's answer, from a page that is cashier's and customer's screen in one. */
  z.object({ type: z.literal('answer_question'), question: reference, answer: customerAnswer }),
] as const;
