import type { HostBills } from '../../../main/host/bills/bills.ts';
import { MEMBER_NUMBER } from '../../../shared/bill/member-number.ts';
import type { CommandOf } from '../../../shared/device/commands/table.ts';
import type { Question } from '../../../shared/device/questions/question.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { giveTo, REGISTER_CALLER } from '../../support/host-commands.ts';
import type { Prng } from '../prng.ts';
import type { Till } from '../till.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { QuestionAudit } from './audit.ts';

export type RegisterParts = {
  readonly till: Till;
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly audit: QuestionAudit;
  readonly say: (line: string) => void;
  /** Odds that an answer of the till is lost; the register then gives the command again. */
  readonly lost: number;
  readonly isFinishing: () => boolean;
};

type Ordered = CommandOf<'bill'>;

/** How many numbers a register gives. */
const NUMBERS = 5;
const WORDS = { en: 'Number?', nb: 'Nummer?', de: 'Nummer?', ar: 'الرقم؟' };
const QUESTION: Question = {
  words: { kind: 'texts', texts: WORDS },
  form: { kind: 'text', longest: 40 },
  fallback: null,
  patience: 10 * SECOND,
};

/** A cash register that gives membership numbers to bills by the till's API, typed or asked of the customer. */
export function createRegister(parts: RegisterParts) {
  const { till, time, prng, audit, say, lost } = parts;
  let left = NUMBERS;
  let stopped = false;
  let unanswered: Ordered | null = null;
  let asked: HostBills | null = null;
  let waits: { readonly question: string; readonly bill: string } | null = null;

  async function look(): Promise<void> {
    const bills = till.bills();
    if (bills === null) return;
    if (waits !== null) return readAnswer(bills);
    if (unanswered !== null) {
      if (asked !== bills) await give(bills, unanswered);
      return;
    }
    if (left <= 0 || parts.isFinishing()) return;
    const { open } = bills.view();
    if (open.length === 0) return;
    left -= 1;
    const { id: bill } = prng.pick(open);
    if (prng.chance(0.6)) ask(bill);
    else await order(bills, bill, `R${prng.between(10_000_000, 99_999_999)}`, 'typed');
  }

  function ask(bill: string): void {
    const question = `${till.name}-rq${left}`;
    const done = till.questionHost()?.questions.ask('register', question, QUESTION);
    if (done?.ok !== true) return;
    audit.askedFor(question, { kind: 'member', bill });
    waits = { question, bill };
  }

  async function readAnswer(bills: HostBills): Promise<void> {
    if (waits === null) return;
    const { question, bill } = waits;
    const state = till.questionHost()?.questions.read('register', question);
    if (state === undefined || state.kind === 'open') return;
    waits = null;
    if (state.kind === 'gone') return audit.count('question gone with a restart');
    audit.hears(question, state.end);
    const { answer } = state.end;
    if (answer?.kind === 'text' && MEMBER_NUMBER.test(answer.value)) {
      await order(bills, bill, answer.value, 'asked');
    }
  }

  async function order(
    bills: HostBills,
    bill: string,
    number: string,
    how: 'typed' | 'asked',
  ): Promise<void> {
    const version = bills.view().open.find(({ id }) => id === bill)?.version;
    if (version === undefined) return;
    if (how === 'typed') audit.types(number, bill);
    audit.count('number by the register');
    const id = `${till.name}-rc${left}`;
    await give(bills, { type: 'bill', id, bill, version, act: { act: 'member', number } });
  }

  async function give(bills: HostBills, command: Ordered): Promise<void> {
    unanswered = command;
    asked = bills;
    const answered = await giveTo(bills.commands, REGISTER_CALLER)(command);
    if (till.bills() !== bills) return;
    say(`${till.name}: the register gives a number to ${command.bill}: ${answered.ok}`);
    asked = null;
    if (!prng.chance(lost)) unanswered = null;
  }

  function again(): void {
    if (stopped) return;
    void look();
    time.after(prng.between(1_000, 15_000), again);
  }

  again();
  return {
    isDone: () => waits === null,
    stop: () => {
      stopped = true;
    },
  };
}
