import type { Handlers } from '../commands/handlers.ts';
import type { Questions } from './questions.ts';
import type { ShopQuestions } from './shop-questions.ts';

/** The commands on the open question. */
export const questionCommands = (
  questions: Pick<Questions, 'skip' | 'answer'>,
): Handlers<'questions'> => ({
  skip_question: ({ question }) => questions.skip(question),
  answer_question: ({ question, answer }) => questions.answer(question, answer),
});

/** The commands that ask what the shop asks its customers. */
export const shopQuestionCommands = (shop: ShopQuestions): Handlers<'shopQuestions'> => ({
  ask_tip: ({ price }) => shop.tip(price),
  ask_member: () => shop.member(),
  ask_receipt_email: ({ amount }) => shop.receiptEmail(amount),
});
