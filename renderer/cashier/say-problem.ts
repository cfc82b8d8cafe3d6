import type { BridgeAnswer } from '../../shared/bridge/contract.ts';
import type { CashierWords } from '../i18n/cashier.ts';
import { reasonOf } from '../state/desk.ts';

/** A refusal of the desk in the cashier's language; the host's own sentence where there is no word. */
export function sayProblem(answer: BridgeAnswer | null, words: CashierWords): string {
  const reason = reasonOf(answer) ?? '';
  const known = Object.entries(words.deskProblems).find(([key]) => key === reason);
  if (known !== undefined) return known[1];
  return answer?.ok === false ? answer.refusal.description : words.problemNoHost;
}
