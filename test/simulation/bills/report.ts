import { QUESTION_KINDS } from '../questions/kinds.ts';

/**
 * Prints what happened to the bills of a run and to the questions to their customers: acts that took effect, then what was
 * refused, repeated and lost, and what never happened to a question.
 */
export function printBills(counts: ReadonlyMap<string, number>): void {
  const lines = (isMeant: (what: string) => boolean) =>
    [...counts]
      .filter(([what]) => isMeant(what))
      .sort(([, one], [, other]) => other - one)
      .map(([what, count]) => `${what} ${count}`)
      .join(', ');
  const isRefused = (what: string) => what.startsWith(REFUSED);
  const isOther = (what: string) => isRefused(what) || what.startsWith(NO_REFUND);
  console.log(`bills: ${lines((what) => !isOther(what) && !isOfQuestion(what))}`);
  console.log(`  ${lines(isRefused)}`);
  console.log(`  ${lines((what) => what.startsWith(NO_REFUND))}`);
  console.log(`questions: ${lines(isOfQuestion)}`);
  const never = QUESTION_KINDS.filter((kind) => !counts.has(kind));
  if (never.length > 0) console.log(`  never: ${never.join(', ')}`);
}

const REFUSED = 'refused';
const NO_REFUND = 'no refund';
const isOfQuestion = (what: string) => QUESTION_KINDS.some((kind) => kind === what);
