import type { QuestionWords } from '../../../shared/device/questions/question.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';

/** The purchase that the question is about, minor units; null for a question about none. */
export function purchaseOf(asked: QuestionWords): MoneyInteger | null {
  if (asked.kind === 'tip') return asked.price;
  return asked.kind === 'receipt_email' ? asked.amount : null;
}
