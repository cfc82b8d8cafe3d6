import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQuestions } from '../../../main/host/questions/questions.ts';
import { createShopQuestions } from '../../../main/host/questions/shop-questions.ts';
import { receiptEmailOf } from '../../../renderer/state/receipt-email.ts';
import { createTill } from '../../../renderer/state/till-store.ts';
import type { Bridge, Snapshot } from '../../../shared/device/bridge/contract.ts';
import type { AnyAnswer, Command } from '../../../shared/device/commands/table.ts';
import { money } from '../../../shared/money/money.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { SETTINGS, view } from '../../screens/cashier/sales.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createTestDevice } from '../../support/scripted-host.ts';

const settle = () => new Promise((done) => setImmediate(done));
const KARI = 'kari@home.example';
const AMOUNT = money(12_500);
const sale = (id: string) => ({ kind: 'sale', id }) as const;

type Order = Extract<Command, { type: 'email_receipt' }>;

/** Screens of one till with the rules of questions behind them, and a host that takes orders of e-mails. */
async function openShop(screens = 1) {
  const clock = createManualClock();
  let next = 0;
  const ids = { message: () => `q${next++}`, short: () => '' };
  const questions = createQuestions({ clock });
  const shop = createShopQuestions(
    questions,
    () => SETTINGS,
    ids as never,
    () => true,
  );
  const orders: Order[] = [];
  const answers: (AnyAnswer | 'lost')[] = [];
  const listeners: ((snapshot: Snapshot) => void)[] = [];
  const answerTo = (command: Command): AnyAnswer => {
    if (command.type === 'ask_receipt_email') return shop.receiptEmail(money(command.amount));
    if (command.type === 'skip_question') return questions.skip(command.question);
    if (command.type !== 'email_receipt') return refuseTill('not_here');
    orders.push(command);
    const answer = answers.shift() ?? { ok: true, value: null };
    if (answer === 'lost') throw new Error('the answer was lost');
    return answer;
  };
  const bridge: Bridge = {
    subscribe: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    onLink: () => () => undefined,
    call: async (command) => answerTo(command),
  };
  const tell = async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      for (const listener of listeners)
        listener({ settings: SETTINGS, view: view([]), questions: questions.view() });
      await settle();
    }
  };
  questions.attach();
  const tills = Array.from({ length: screens }, (_, place) =>
    createTill(bridge, createTestDevice(`screen${place}`)),
  );
  await tell();
  return {
    ...{ orders, answers, tell, questions, clock },
    desks: tills.map((till) => ({ ...receiptEmailOf(till), store: till.store })),
    customer: async (value: string | null) => {
      const id = questions.view().open?.id ?? '';
      const given =
        value === null ? ({ kind: 'none' } as const) : ({ kind: 'email', value } as const);
      const taken = questions.answer(id, given);
      await tell();
      return taken.ok;
    },
  };
}

async function openDesk() {
  const shop = await openShop();
  const [desk] = shop.desks;
  if (desk === undefined) throw new Error('the shop has no screen');
  return { ...shop, desk, window: () => desk.store.getState().email };
}

describe('a receipt by e-mail', () => {
  it('is ordered once for the typed address, and the address is forgotten', async () => {
    const { desk, window, orders } = await openDesk();
    desk.open(sale('s1'), AMOUNT);
    desk.type('kari@home');
    await desk.order();
    expect(orders).toEqual([]);
    desk.type(KARI);
    await Promise.all([desk.order(), desk.order()]);
    expect(orders).toMatchObject([{ of: sale('s1'), email: KARI }]);
    expect([window(), desk.store.getState().emailed]).toEqual([null, sale('s1')]);
  });

  it('has the same order after a lost answer, and another one for another address', async () => {
    const { desk, window, orders, answers } = await openDesk();
    answers.push('lost', refuseTill('email_not_yet'));
    desk.open(sale('s1'), AMOUNT);
    desk.type(KARI);
    await desk.order();
    expect(window()).toMatchObject({ stage: 'typing', ended: { kind: 'refused', answer: null } });
    await desk.order();
    expect(window()).toMatchObject({ text: KARI, ended: { kind: 'refused' } });
    desk.type('ola@home.example');
    await desk.order();
    const ids = orders.map(({ id }) => id);
    expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
  });

  it('goes to the address that the customer types on the display', async () => {
    const { desk, window, orders, questions, tell, customer } = await openDesk();
    desk.open(sale('s1'), AMOUNT);
    void desk.ask();
    await tell();
    void desk.ask();
    await tell();
    expect(window()).toMatchObject({ stage: 'asked' });
    expect(questions.view().open?.words).toEqual({ kind: 'receipt_email', amount: AMOUNT });
    expect(await customer(KARI)).toBe(true);
    expect(orders).toMatchObject([{ of: sale('s1'), email: KARI }]);
  });

  it('is not ordered for an address that the service does not take, and the cashier reads it', async () => {
    const { desk, window, orders, tell, customer } = await openDesk();
    desk.open(sale('s1'), AMOUNT);
    void desk.ask();
    await tell();
    expect(await customer('kåre@blåbær.example')).toBe(true);
    expect([orders, window()]).toMatchObject([
      [],
      { stage: 'typing', ended: { kind: 'wrong_address' } },
    ]);
  });

  it('asks nobody any more when its window closes, and a late answer orders nothing', async () => {
    const { desk, orders, questions, tell, customer } = await openDesk();
    desk.open(sale('s1'), AMOUNT);
    void desk.ask();
    await tell();
    desk.leave();
    await tell();
    expect(questions.view().open).toBeNull();
    desk.open(sale('s2'), AMOUNT);
    expect(await customer(KARI)).toBe(false);
    expect(orders).toEqual([]);
  });

  it.each(['nobody is there', 'no address', 'deadline'] as const)(
    'can be typed after a question without an answer: %s',
    async (how) => {
      const { desk, window, orders, tell, customer, clock, questions } = await openDesk();
      if (how === 'nobody is there') {
        const question = { kind: 'confirmation' } as const;
        const texts = { en: 'x', nb: 'x', de: 'x', ar: 'x' };
        questions.ask('register', 'other', {
          ...{ words: { kind: 'texts', texts }, form: question, fallback: null, patience: SECOND },
        });
      }
      desk.open(sale('s1'), AMOUNT);
      const asked = desk.ask();
      await tell();
      if (how === 'no address') await customer(null);
      if (how === 'deadline') clock.advance(91 * SECOND);
      await tell();
      await asked;
      const kind = how === 'nobody is there' ? 'not_possible' : 'no_address';
      expect(window()).toMatchObject({ stage: 'typing', ended: { kind } });
      desk.type(KARI);
      await desk.order();
      expect(orders).toHaveLength(1);
    },
  );

  it('never goes to a person of another payment, whatever comes late, on two screens', async () => {
    const step = fc.record({
      screen: fc.constantFrom(0, 0, 0, 1),
      /** What was begun has ended before the next step. */
      settles: fc.boolean(),
      act: fc.constantFrom(
        // A question whose window closes before its answer must be frequent.
        ...(['open', 'open', 'open', 'ask', 'ask', 'ask', 'answer', 'answer', 'answer'] as const),
        ...(['type', 'order', 'leave', 'lose'] as const),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { desks, orders, answers, tell, questions } = await openShop(2);
        /** The payment of each address: the one whose amount the person saw in the window or in the question. */
        const meant = new Map<string, string>();
        const amountOf = (number: number) => money(1_000 + number);
        const paymentOf = (amount: number) => `s${amount - 1_000}`;
        for (const [number, { screen, act, settles }] of steps.entries()) {
          const desk = desks[screen];
          if (desk === undefined) continue;
          const address = `a${number}@home.example`;
          const window = desk.store.getState().email;
          const open = questions.view().open;
          if (act === 'open') desk.open(sale(`s${number}`), amountOf(number));
          if (act === 'type' && window !== null) {
            meant.set(address, paymentOf(window.amount));
            desk.type(address);
          }
          if (act === 'order') void desk.order();
          if (act === 'ask') void desk.ask();
          if (act === 'answer' && open?.words.kind === 'receipt_email') {
            meant.set(address, paymentOf(open.words.amount));
            questions.answer(open.id, { kind: 'email', value: address });
          }
          if (act === 'leave') desk.leave();
          if (act === 'lose') answers.push('lost');
          if (settles) await tell();
        }
        await tell();
        for (const { of, email } of orders)
          expect([email, of.id]).toEqual([email, meant.get(email)]);
      }),
      { numRuns: 300 },
    );
  });
});
