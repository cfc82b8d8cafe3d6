import { describe, expect, it } from 'vitest';
import { createQuestions } from '../../../main/host/questions/questions.ts';
import { createShopQuestions } from '../../../main/host/questions/shop-questions.ts';
import { isMemberNumber } from '../../../renderer/state/member.ts';
import { windowIn } from '../../../renderer/state/mode/mode.ts';
import { createTill } from '../../../renderer/state/till-store.ts';
import type { AnyAnswer, Command } from '../../../shared/device/commands/table.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { cashHost, UNEVEN } from '../../screens/cashier/books-shop.ts';
import { GOODS } from '../../screens/cashier/goods-shop.ts';
import { SETTINGS, view } from '../../screens/cashier/sales.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createRecordingBridge } from '../../support/recording-bridge.ts';
import { createTestDevice } from '../../support/scripted-host.ts';

const settle = () => new Promise((done) => setImmediate(done));

/** Two screens of one till with the rules of bills and of questions behind them; `t9` is the table of somebody else. */
async function openShop(membership = true) {
  const host = cashHost(UNEVEN);
  host.open('t9', 'Table 9', UNEVEN);
  const clock = createManualClock();
  const settings = { ...SETTINGS, membership };
  let next = 0;
  const ids = { message: () => `q${next++}`, short: () => '' };
  const questions = createQuestions({ clock });
  const shop = createShopQuestions(questions, () => settings, ids as never);
  const answerTo = async (command: Command): Promise<AnyAnswer> => {
    if (command.type === 'ask_member') return shop.member();
    if (command.type === 'skip_question') return questions.skip(command.question);
    return host.call(command);
  };
  const { bridge, show, sent, lose } = createRecordingBridge(answerTo);
  const screen = (name: string) => createTill(bridge, createTestDevice(name));
  const tell = async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      show({
        ...{ settings, view: view([]), questions: questions.view() },
        ...{ goods: { ...GOODS, catalogue: null }, bills: host.view() },
      });
      await settle();
    }
  };
  const detach = questions.attach();
  const till = screen('one');
  await tell();
  return {
    ...{ host, till, screen, tell, questions, clock, detach, lose },
    acts: () => sent('bill').map(({ act }) => act),
    deck: () => windowIn(till.store.getState().mode, 'member'),
    customer: async (value: string | null) => {
      const id = questions.view().open?.id ?? '';
      const given =
        value === null ? ({ kind: 'none' } as const) : ({ kind: 'text', value } as const);
      const taken = questions.answer(id, given);
      await tell();
      return taken.ok;
    },
  };
}

const saved = (number: string | null) => ({ act: 'member', number });

describe('a membership number', () => {
  it('is typed without the spaces of the card, saved once and taken off again', async () => {
    const { till, tell, acts, deck, host } = await openShop();
    till.member.open();
    till.member.type('47 11-');
    till.member.take();
    expect(deck()).toMatchObject({ kind: 'member', text: '4711-' });
    till.member.type('4711');
    till.member.take();
    till.member.take();
    await tell();
    expect([acts(), deck(), host.bill('b1').member]).toEqual([[saved('4711')], null, '4711']);
    till.member.open();
    till.member.take();
    till.member.open();
    till.member.type('');
    till.member.take();
    await tell();
    expect(acts()).toEqual([saved('4711'), saved(null)]);
  });

  it('comes from the customer’s screen to the bill for which the cashier has asked', async () => {
    const { till, tell, customer, acts, deck, questions } = await openShop();
    till.member.open();
    void till.member.ask();
    void till.member.ask();
    await tell();
    expect(questions.view().open).toMatchObject({ id: 'q0', words: { kind: 'member' } });
    expect(deck()).toMatchObject({ customer: 'asked' });
    expect(await customer('M 4711')).toBe(true);
    expect([acts(), deck()]).toEqual([[saved('M4711')], null]);
  });

  it('is corrected by the cashier if it is no number, and the deck stays if the customer gives none', async () => {
    const { till, tell, customer, acts, deck, clock } = await openShop();
    till.member.open();
    void till.member.ask();
    await tell();
    await customer('my number');
    // Spaces are left out, so these letters are a number; signs are not.
    expect(acts()).toEqual([saved('mynumber')]);
    till.member.open();
    void till.member.ask();
    await tell();
    await customer('47/11');
    expect(deck()).toMatchObject({ text: '47/11', customer: 'not_asked' });
    void till.member.ask();
    await tell();
    await customer(null);
    expect(deck()).toMatchObject({ text: '47/11', customer: 'no_answer' });
    void till.member.ask();
    await tell();
    clock.advance(46 * SECOND);
    await tell();
    expect([deck(), acts().length]).toMatchObject([{ customer: 'no_answer' }, 1]);
  });

  it('never comes to the next customer’s bill', async () => {
    const { till, tell, customer, acts, questions } = await openShop();
    till.member.open();
    void till.member.ask();
    await tell();
    till.bills.show('t9');
    till.goods.nextCustomer();
    await tell();
    expect(questions.view().open).toBeNull();
    expect(await customer('4711')).toBe(false);
    till.member.open();
    await tell();
    expect(acts()).toEqual([]);
  });

  it('is not taken from the customer once the cashier has closed the deck, also if the till answers late', async () => {
    const { till, tell, acts, questions, deck } = await openShop();
    till.member.open();
    void till.member.ask();
    till.member.leave();
    await tell();
    expect([questions.view().open, deck(), acts()]).toEqual([null, null, []]);
    // The second opening of the deck has a question of its own.
    till.member.open();
    void till.member.ask();
    await tell();
    expect(questions.view().open?.id).toBe('q1');
    till.member.leave();
    await tell();
    expect(questions.view().open).toBeNull();
  });

  it('is typed if nobody can be asked: no screen, another question, a lost answer', async () => {
    const { till, tell, deck, detach, screen, questions, lose } = await openShop();
    const other = screen('two');
    await tell();
    other.bills.show('t9');
    await tell();
    other.member.open();
    void other.member.ask();
    await tell();
    till.member.open();
    void till.member.ask();
    await tell();
    expect(deck()).toMatchObject({ customer: 'not_possible' });
    // The answer to the other screen's question is not this screen's.
    questions.answer('q0', { kind: 'text', value: '4711' });
    await tell();
    expect(deck()).toMatchObject({ text: '', customer: 'not_possible' });
    lose('ask_member');
    void till.member.ask();
    await tell();
    expect(deck()).toMatchObject({ customer: 'not_possible' });
    lose();
    detach();
    void till.member.ask();
    await tell();
    expect(deck()).toMatchObject({ customer: 'not_possible' });
  });

  it('is asked of nobody in a shop without memberships', async () => {
    const { till, tell, deck } = await openShop(false);
    till.member.open();
    void till.member.ask();
    await tell();
    expect(deck()).toMatchObject({ customer: 'not_possible' });
  });
});

it.each([
  ['', true],
  ['4711', true],
  ['A-1.2', true],
  ['-1', false],
  ['4/7', false],
])('%j is a number: %s', (text, is) => {
  expect(isMemberNumber(text)).toBe(is);
});
