import type { HostBills } from '../../../main/host/bills/bills.ts';
import type { Questions } from '../../../main/host/questions/questions.ts';
import type { Bill, Bills } from '../../../shared/bill/bill.ts';
import type { BillCommand } from '../../../shared/bill/commands.ts';
import { isPaid } from '../../../shared/bill/paid.ts';
import type { BookEntry } from '../../../shared/books/entry.ts';
import type {
  CustomerAnswer,
  QuestionAnswer,
  QuestionWords,
} from '../../../shared/device/questions/question.ts';
import type { QuestionEnd } from '../../../shared/device/questions/step-questions.ts';
import { tipOf } from '../../../shared/device/tips/tips.ts';
import { receiptOfTender, type TenderId, tenderId } from '../../../shared/ids/host-ids.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';
import type { Terminal } from '../../../shared/terminal/index.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import type { QuestionKind } from './kinds.ts';

type Counted =
  | QuestionKind
  | `asked: ${QuestionWords['kind']}`
  | `answered: ${CustomerAnswer['kind']}`;

/** The bill, or the payment of one, for which a question was asked. */
export type Target =
  | { readonly kind: 'member'; readonly bill: string }
  | { readonly kind: 'tip'; readonly bill: string; readonly price: MoneyInteger }
  | { readonly kind: 'email'; readonly tender: TenderId };

type Asked = {
  readonly id: string;
  readonly life: number;
  readonly deadline: Instant;
  /** What the port took; null while it took nothing. */
  taken: CustomerAnswer | null;
  /** Known once the asker has heard the id of its question. */
  target: Target | null;
  /** The tenders that were paid with the tip of its answer. */
  readonly tenders: Set<TenderId>;
};

export type QuestionAuditParts = {
  readonly till: string;
  readonly now: () => Instant;
  readonly find: (finding: string) => void;
  readonly count: (what: Counted) => void;
};

/**
 * Audits the questions of one till. Each number and each address is given once, so the place where it is found says
 * which answer came there. The auditor knows from the askers for which bill or payment each question was asked.
 */
export function createQuestionAudit({ till, now, find, count }: QuestionAuditParts) {
  const asked = new Map<string, Asked>();
  /** The bills to which a number was given; by its question, until the asker is known. */
  const numbers = new Map<string, { readonly bill: string } | { readonly question: string }>();
  const addresses = new Map<
    string,
    { readonly tender: TenderId } | { readonly question: string }
  >();
  /** The bill from which all lines went to a bill that was made for them. */
  const renamed = new Map<string, string>();
  const orders = new Map<string, string>();
  const tips = new Map<string, { readonly tip: MoneyInteger; readonly amount: MoneyInteger }>();
  let life = 0;
  let bills: () => Bills | null = () => null;

  /** A bill and those of which it is the whole. */
  function lineOf(bill: string): readonly string[] {
    const before = renamed.get(bill);
    return before === undefined ? [bill] : [bill, ...lineOf(before)];
  }

  /** What a number or an address was given for; null for an answer of which no asker knows. */
  function targetOf<T extends object>(
    given: T | { readonly question: string } | undefined,
  ): T | Target | null {
    if (given === undefined) return null;
    return 'question' in given ? (asked.get(given.question)?.target ?? null) : given;
  }

  function checkNumber(number: string, bill: string, where: string): void {
    const given = numbers.get(number);
    const target = targetOf(given);
    const owner = target !== null && 'bill' in target ? target.bill : null;
    if (owner === null || !lineOf(bill).includes(owner)) {
      const whose = given === undefined ? 'nobody gave' : `was given for ${owner ?? 'nothing'}`;
      find(`${till}: ${where} has the number ${number}, which ${whose}`);
    }
  }

  function checkNumbers(): void {
    for (const { id, member } of bills()?.bills.values() ?? []) {
      if (member !== null) checkNumber(member, id, `bill ${id}`);
    }
  }

  function noteLate(id: string): void {
    const known = asked.get(id);
    if (known === undefined) return;
    if (known.life !== life) count('late answer: after a restart');
    else if (now() >= known.deadline) count('late answer: after the deadline');
    else count('late answer: the question has ended');
    const bill = known.target !== null && 'bill' in known.target ? known.target.bill : null;
    const now_ = bill === null ? undefined : bills()?.bills.get(bill);
    if (now_ !== undefined && isPaid(now_)) count('late answer: after the bill was paid');
  }

  /** Bills after a start, or at the end. */
  function watchCommands(book: Terminal['bills']): Terminal['bills'] {
    life += 1;
    bills = book.bills;
    checkNumbers();
    return {
      ...book,
      command: async (command, permit) => {
        noteWhole(command, book.bills().bills.get(command.bill));
        const done = await book.command(command, permit);
        if (command.act === 'move' || command.act === 'member') checkNumbers();
        return done;
      },
    };
  }

  /** A bill whose lines all go to a new one keeps its number there. */
  function noteWhole(command: BillCommand, bill: Bill | undefined): void {
    if (command.act !== 'move' || command.to.kind !== 'new' || bill === undefined) return;
    if (bill.version !== command.version) return;
    const units = new Map(command.lines.map(({ line, quantity }) => [line, quantity]));
    if (bill.lines.every(({ id, quantity }) => units.get(id) === quantity)) {
      renamed.set(command.to.bill, command.bill);
    }
  }

  const takenBy = (tender: TenderId) =>
    [...asked.values()].filter((one) => one.tenders.has(tender));

  return {
    count,
    watchTerminal: (terminal: Terminal): Terminal => ({
      ...terminal,
      bills: watchCommands(terminal.bills),
    }),
    /** Notes with which tip each payment was ordered. */
    watchBills: (host: HostBills): HostBills => ({
      ...host,
      commands: {
        ...host.commands,
        pay_bill: (command, caller) => {
          tips.set(tenderId(command.id), { tip: command.tip, amount: command.amount });
          return host.commands.pay_bill(command, caller);
        },
      },
    }),
    /** The port of the questions of one life: which question is open, and what it takes. */
    watch(questions: Questions): Questions {
      const mine = life;
      return {
        ...questions,
        ask(asker, id, question) {
          const done = questions.ask(asker, id, question);
          if (done.ok && !asked.has(id)) {
            const deadline = now() + question.patience;
            asked.set(id, {
              id,
              life: mine,
              deadline,
              taken: null,
              target: null,
              tenders: new Set(),
            });
            count(asker === 'register' ? 'asked by the register' : `asked: ${question.words.kind}`);
          }
          return done;
        },
        answer(id, given) {
          const before = questions.view().open?.id ?? null;
          const done = questions.answer(id, given);
          if (!done.ok) {
            noteLate(id);
            return done;
          }
          count(`answered: ${given.kind}`);
          const known = asked.get(id);
          if (before !== id) find(`${till}: an answer to ${id} was taken while ${before} was open`);
          else if (known === undefined) find(`${till}: an answer to ${id}, which nobody asked`);
          else if (known.taken !== null) find(`${till}: ${id} was answered twice`);
          else if (now() >= known.deadline) find(`${till}: ${id} was answered after its deadline`);
          if (known !== undefined) known.taken = given;
          return done;
        },
        skip(id) {
          const done = questions.skip(id);
          if (done.ok) count('skipped');
          return done;
        },
      };
    },
    /** The asker has heard the id of the question that it asked for this. */
    askedFor(id: string, target: Target): void {
      const known = asked.get(id);
      if (known === undefined) return;
      if (known.target !== null) find(`${till}: question ${id} is asked for a second time`);
      known.target = target;
    },
    /** A customer answers this question with this content, which nobody else gives. */
    gives(question: string, answer: CustomerAnswer): void {
      if (answer.kind === 'text') numbers.set(answer.value, { question });
      if (answer.kind === 'email') addresses.set(answer.value, { question });
    },
    /** A person of the shop gives this number to a bill. */
    types: (number: string, bill: string) => void numbers.set(number, { bill }),
    /** A person of the shop types this address for a payment. */
    typesAddress: (address: string, tender: TenderId) => void addresses.set(address, { tender }),
    /** An asker ends its question: it reads this end. */
    hears(id: string, end: QuestionEnd): void {
      if (end.how === 'deadline') count('ended by its deadline');
      const taken = asked.get(id)?.taken ?? null;
      const given: QuestionAnswer | null = taken === null || taken.kind === 'none' ? null : taken;
      const isSame = JSON.stringify(end.answer) === JSON.stringify(given);
      if (end.how === 'answered' && !isSame) find(`${till}: ${id} ended with another answer`);
    },
    /** A screen orders a payment with the tip of the last question that it asked for this bill and price. */
    pays(
      tender: TenderId,
      question: string | null,
      tip: MoneyInteger,
      heard: QuestionEnd | null,
    ): void {
      const known = question === null ? undefined : asked.get(question);
      const target = known?.target;
      if (known === undefined || target?.kind !== 'tip') {
        if (tip > 0)
          find(`${till}: tender ${tender} has a tip of ${tip} that nobody was asked for`);
        return;
      }
      const taken = known.taken === null || known.taken.kind === 'none' ? null : known.taken;
      const given = tipOf(target.price, taken);
      if (tip > 0 && tip !== given)
        find(`${till}: tender ${tender} has a tip of ${tip}, ${given} was given`);
      if (heard?.how === 'answered' && tip !== given)
        find(`${till}: tender ${tender} lost its tip of ${given}`);
      if (tip > 0) known.tenders.add(tender);
    },
    /** The service is asked to send the receipt of this entry to an address. */
    emailed(receipt: string, order: string, address: string): void {
      count('e-mail ordered');
      const given = addresses.get(address);
      const target = targetOf(given);
      const tender = target !== null && 'tender' in target ? target.tender : null;
      if (tender === null || receiptOfTender(tender) !== receipt) {
        find(
          `${till}: the receipt ${receipt} goes to ${address}, which was given for ${tender ?? 'nothing'}`,
        );
      }
      const content = `${receipt} ${address}`;
      const other = orders.get(order) ?? content;
      orders.set(order, content);
      if (other !== content) find(`${till}: order ${order} is for ${other} and for ${content}`);
    },
    /** Compares at the end: numbers of bills and receipts, tips of payments, and that nobody waits. */
    finish(questions: Questions | null, facts: readonly BookEntry['fact'][]): void {
      checkNumbers();
      const open = questions?.view().open ?? null;
      const deadline = asked.get(open?.id ?? '')?.deadline ?? Number.POSITIVE_INFINITY;
      if (now() > deadline) find(`${till}: question ${open?.id} is open for ever`);
      for (const bill of bills()?.bills.values() ?? []) {
        for (const { id, state, amount, tip } of bill.tenders) {
          const ordered = tips.get(id);
          if (state !== 'paid' || ordered === undefined) continue;
          const isWhole = amount === ordered.amount;
          if (tip > ordered.tip || (isWhole && tip !== ordered.tip)) {
            find(`${till}: tender ${id} has a tip of ${tip}, ${ordered.tip} was ordered`);
          }
          if (tip > 0 && takenBy(id).length > 0) count('tip paid');
        }
      }
      const paid = new Set(
        [...(bills()?.bills.values() ?? [])].flatMap(({ tenders }) =>
          tenders.filter(({ state }) => state === 'paid').map(({ id }) => id),
        ),
      );
      for (const { id, tenders } of asked.values()) {
        const times = [...tenders].filter((tender) => paid.has(tender)).length;
        if (times > 1) find(`${till}: the tip of question ${id} was taken ${times} times`);
      }
      for (const fact of facts) {
        if (fact.kind !== 'receipt' || fact.bill === null || fact.member === undefined) continue;
        count('number on a receipt');
        checkNumber(fact.member, fact.bill.id, `receipt ${fact.id}`);
      }
    },
  };
}

export type QuestionAudit = ReturnType<typeof createQuestionAudit>;
