import type { HostBills } from '../../../main/host/bills/bills.ts';
import type { QuestionsView } from '../../../shared/device/questions/view.ts';
import { add, type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import type { AlterQuestions } from '../questions/host.ts';
import type { Alter } from '../till.ts';
import type { Planted } from './plant.ts';

const FEATURES: Planted['features'] = {
  bills: {
    ...{ screens: 2, commands: 10, pays: 0.2, lost: 0.1, stale: 0.2 },
    questions: { displays: 2, acts: 40, cut: 0.01 },
  },
};

const RIGHT: Alter = (parts) => parts;

/** A bug of the questions in a till whose other parts are right. */
const questionBug = (name: string, within: number, alter: AlterQuestions): Planted => ({
  ...{ name, part: 'question', within, features: FEATURES },
  plant: () => RIGHT,
  plantQuestions: () => alter,
});

/** A bug of the commands on bills. */
const billBug = (
  name: string,
  within: number,
  change: () => (bills: HostBills) => Partial<HostBills['commands']>,
): Planted => ({
  ...{ name, part: 'question', within, features: FEATURES },
  plant: () => {
    const changed = change();
    return (parts) => ({
      ...parts,
      presentBills: (bills) => ({
        ...bills,
        commands: { ...bills.commands, ...changed(bills) },
      }),
    });
  },
});

/** Gives the number of a bill to the bill to which lines of it go. */
const movesNumber =
  () =>
  (bills: HostBills): Partial<HostBills['commands']> => ({
    async bill(command, caller) {
      const done = await bills.commands.bill(command, caller);
      if (command.act.act !== 'move' || !done.ok) return done;
      const number = done.value.bill?.member ?? null;
      const bill = command.act.to.bill;
      const version = bills.view().open.find(({ id }) => id === bill)?.version;
      if (number === null || version === undefined) return done;
      const act = { act: 'member', number } as const;
      await bills.commands.bill({ id: `${command.id}.m`, bill, version, act }, caller);
      return done;
    },
  });

/** Adds the tip of a bill's last payment to the next one. */
const addsLastTip = () => {
  const tips = new Map<string, MoneyInteger>();
  return (bills: HostBills): Partial<HostBills['commands']> => ({
    pay_bill(command, caller) {
      const last = tips.get(command.bill) ?? ZERO;
      tips.set(command.bill, command.tip);
      return bills.commands.pay_bill({ ...command, tip: add(command.tip, last) }, caller);
    },
  });
};

/** The last question that a customer has answered in this form. */
const lastAnswered = ({ ended }: QuestionsView, kind: 'choice' | 'email') =>
  ended.findLast(({ end }) => end.how === 'answered' && end.answer?.kind === kind);

/** Bugs of membership numbers, tips and addresses that only worlds with questions show. */
export const QUESTIONS: readonly Planted[] = [
  billBug('moves the membership number with lines', 30, movesNumber),
  billBug('takes the tip of a bill again with its next payment', 30, addsLastTip),
  questionBug('takes a late answer for the question that is open now', 5, {
    questions: (questions) => ({
      ...questions,
      answer: (id, given) => {
        const open = questions.view().open?.id ?? id;
        return questions.answer(open, given);
      },
    }),
  }),
  questionBug('takes answers after their deadline', 30, {
    questions: (questions) => ({
      ...questions,
      ask: (asker, id, question) =>
        questions.ask(asker, id, { ...question, patience: question.patience * 100 }),
    }),
  }),
  questionBug('takes the tip of the last customer', 10, {
    shop: (shop, questions) => ({
      ...shop,
      tip: (price) => {
        const last = lastAnswered(questions.view(), 'choice');
        return last === undefined ? shop.tip(price) : { ok: true, value: { id: last.id } };
      },
    }),
  }),
  questionBug('sends a receipt to the address of the last customer', 30, {
    shop: (shop, questions) => ({
      ...shop,
      receiptEmail: (amount) => {
        const last = lastAnswered(questions.view(), 'email');
        return last === undefined
          ? shop.receiptEmail(amount)
          : { ok: true, value: { id: last.id } };
      },
    }),
  }),
];
