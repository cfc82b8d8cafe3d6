import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../shared/device/bridge/contract.ts';
import type { AnyAnswer, Command } from '../../../shared/device/commands/table.ts';
import type { QuestionsView } from '../../../shared/device/questions/view.ts';
import { type TipSettings, tipQuestion } from '../../../shared/device/tips/tips.ts';
import { money } from '../../../shared/money/money.ts';
import { SETTINGS, sale } from '../../screens/cashier/sales.ts';
import { openTill } from '../../support/scripted-host.ts';

const TIPS: TipSettings = { ask: 'display', percents: [1_000], amounts: [], patience: 20_000 };
const ASKED: AnyAnswer = { ok: true, value: { id: 'q1' } };
const STARTED: AnyAnswer = { ok: true, value: { bill: null, sale: 'sale-1' } };

const { words, form } = tipQuestion(TIPS, money(700));
const OPEN: QuestionsView = { open: { id: 'q1', words, form, until: 0 }, ended: [] };
const endedWith = (option: string): QuestionsView => ({
  open: null,
  ended: [{ id: 'q1', end: { how: 'answered', answer: { kind: 'choice', option } } }],
});
const NONE: QuestionsView = { open: null, ended: [] };

/** The tip with which the host was told to start a sale. */
function tipOf(paid: Extract<Command, { type: 'pay_bill' }>) {
  const edit = paid.method.kind === 'phone' ? paid.method.tipEdit : 'fixed';
  return paid.tip === 0 && edit === 'fixed' ? 'none' : { amount: paid.tip, edit };
}

/** A till that asks for tips, with a typed amount of 7.00. */
function tillWithTips(tips: TipSettings | null = TIPS) {
  const open = openTill();
  const settings = tips === null ? SETTINGS : { ...SETTINGS, tips };
  const tell = (questions: QuestionsView, more: Partial<Snapshot> = {}) =>
    open.show([], undefined, { settings, questions, ...more });
  tell(NONE);
  const seven = () => {
    for (const digit of [7, 0, 0]) open.till.press({ kind: 'digit', digit });
  };
  seven();
  const starts = () =>
    open.commands.flatMap((one) => (one.type === 'pay_bill' ? [tipOf(one)] : []));
  /** Starts the sale of the typed amount: the host opens its bill first. */
  const start = async () => {
    void open.till.startSale({ kind: 'qr' });
    await open.answer('bill', STARTED);
  };
  const asked = () => open.commands.filter(({ type }) => type === 'ask_tip').length;
  return { ...open, tell, seven, start, starts, asked };
}

/** The state is the question's: the till waits for the customer. */
async function askedTill() {
  const till = tillWithTips();
  await till.start();
  await till.answer('ask_tip', ASKED);
  return till;
}
const settle = () => new Promise((done) => setImmediate(done));

it('starts the sale with the tip that the customer chose, and asks once', async () => {
  const { tell, starts, asked, answer, till } = await askedTill();
  tell(OPEN);
  expect(till.store.getState().mode).toMatchObject({ tip: { price: 700, question: 'q1' } });
  expect(starts()).toEqual([]);
  // Neither a key nor a second start changes what the customer is asked about.
  till.press({ kind: 'digit', digit: 9 });
  await till.startSale({ kind: 'qr' });
  tell(endedWith('p1000'));
  await settle();
  expect(starts()).toEqual([{ amount: 70, edit: 'fixed' }]);
  await answer('pay_bill', STARTED);
  expect([asked(), till.store.getState().mode.kind]).toEqual([1, 'entry']);
});

describe('the tip of a bill', () => {
  /** A till with a bill of one line, which the host has taken. */
  async function withBill(tips: TipSettings = TIPS) {
    const till = tillWithTips(tips);
    till.till.press({ kind: 'clear' });
    till.till.goods.addAmount(money(700));
    await till.answer('bill', { ok: true, value: { bill: null } });
    return till;
  }

  it('is asked once and paid with the bill, in the version that the customer saw', async () => {
    const { tell, asked, answer, sent, till } = await withBill();
    void till.startSale({ kind: 'qr' });
    await settle();
    await answer('ask_tip', ASKED);
    tell(OPEN);
    const bill = till.bills.current();
    if (bill === null) throw new Error('there is no bill');
    // Another screen changes the bill while the customer chooses.
    till.bills.store.setState((state) => ({
      shown: new Map(state.shown).set(bill.id, { ...bill, version: bill.version + 1 }),
    }));
    tell(endedWith('p1000'));
    await settle();
    const paid = { bill: bill.id, version: bill.version, amount: 700, tip: 70 };
    expect(sent('pay_bill')).toMatchObject([{ ...paid, method: { tipEdit: 'fixed' } }]);
    expect(asked()).toBe(1);
  });

  it('is the customer’s on the phone where the shop asks there', async () => {
    const { asked, sent, till } = await withBill({ ...TIPS, ask: 'phone' });
    void till.startSale({ kind: 'qr' });
    await settle();
    expect(sent('pay_bill')).toMatchObject([{ tip: 0, method: { tipEdit: 'by_customer' } }]);
    expect(asked()).toBe(0);
  });
});

it.each([
  ['the customer gives none', endedWith('none')],
  [
    'the deadline has passed',
    {
      open: null,
      ended: [{ id: 'q1', end: { how: 'deadline', answer: { kind: 'choice', option: 'none' } } }],
    },
  ],
  ['the till has restarted', NONE],
] as const)('starts the sale without a tip if %s', async (_, questions) => {
  const { tell, starts } = await askedTill();
  tell(OPEN);
  tell(questions);
  await settle();
  expect(starts()).toEqual(['none']);
});

it('finds an answer that came before the answer to its own command', async () => {
  const till = tillWithTips();
  await till.start();
  till.tell(endedWith('p1000'));
  await till.answer('ask_tip', ASKED);
  expect(till.starts()).toEqual([{ amount: 70, edit: 'fixed' }]);
});

it('waits while a snapshot from before the question is the last one', async () => {
  const { tell, starts } = await askedTill();
  tell(NONE);
  await settle();
  expect(starts()).toEqual([]);
  tell(OPEN);
  tell(endedWith('p1000'));
  await settle();
  expect(starts()).toEqual([{ amount: 70, edit: 'fixed' }]);
});

it.each([
  ['refuses', { ok: false, refusal: { type: 'Conflict', description: 'No display.' } }],
  ['does not answer', null],
] as const)('starts the sale at once if the host %s', async (_, given) => {
  const till = tillWithTips();
  await till.start();
  await till.answer('ask_tip', given);
  expect(till.starts()).toEqual(['none']);
});

const OVER = { type: 'Conflict', description: 'Not the open question.' } as const;
const REFUSED: AnyAnswer = { ok: false, refusal: OVER };

it('starts the sale at once if the cashier skips and the host is away', async () => {
  const { till, answer, starts } = await askedTill();
  void till.skipTip();
  await answer('skip_question', null);
  await settle();
  expect(starts()).toEqual(['none']);
});

describe.each([
  ['is open in the last snapshot', OPEN],
  ['is in no snapshot yet', NONE],
] as const)('if the cashier skips a question that is over and that %s', (_, before) => {
  it.each([
    ['with the tip that the customer chose in that moment', endedWith('p1000'), 70],
    ['without a tip if the till has restarted', NONE, null],
  ] as const)('the sale starts %s', async (_, questions, tip) => {
    const { till, tell, answer, starts } = await askedTill();
    tell(before);
    void till.skipTip();
    // The refusal comes before the snapshot that says how the question ended.
    await answer('skip_question', REFUSED);
    expect(starts()).toEqual([]);
    tell(questions);
    await settle();
    expect(starts()).toEqual([tip === null ? 'none' : { amount: tip, edit: 'fixed' }]);
  });
});

it('sends a skip that was lost with the connection again, until the host has answered', async () => {
  const { till, link, answer, sent } = await askedTill();
  void till.skipTip();
  const skips = () => sent('skip_question').map(({ question }) => question);
  for (const lost of [['q1'], ['q1', 'q1']]) {
    link(false);
    await answer('skip_question', null);
    expect(skips()).toEqual(lost);
    link(true);
    await settle();
  }
  await answer('skip_question', REFUSED);
  link(false);
  link(true);
  expect(skips()).toEqual(['q1', 'q1', 'q1']);
});

it('starts the sale without a tip after a restart, also if no snapshot had the question', async () => {
  const { tell, link, starts } = await askedTill();
  link(false);
  link(true);
  await settle();
  expect(starts()).toEqual([]);
  tell(NONE);
  await settle();
  expect(starts()).toEqual(['none']);
});

it('asks nobody again when the same sale is tried again', async () => {
  const { till, tell, answer, starts, asked } = await askedTill();
  tell(endedWith('p1000'));
  await settle();
  await answer('pay_bill', { ok: false, refusal: { type: 'Conflict', description: 'No.' } });
  void till.startSale({ kind: 'phone', msisdn: '4798765432' });
  await settle();
  await answer('pay_bill', STARTED);
  const tip = { amount: 70, edit: 'fixed' };
  expect([starts(), asked()]).toEqual([[tip, tip], 1]);
});

it('keeps the tip of a sale that ended without a payment when it is started again', async () => {
  const { till, show, answer, starts, asked } = tillWithTips();
  const declined = sale(
    { kind: 'declined' },
    { id: 's1', amount: money(700), additionalAmount: money(70) },
  );
  show([declined], undefined, { settings: { ...SETTINGS, tips: TIPS }, questions: NONE });
  void till.again(declined, { kind: 'qr' });
  await answer('act', { ok: true, value: null });
  await answer('bill', STARTED);
  expect([starts(), asked()]).toEqual([[{ amount: 70, edit: 'fixed' }], 0]);
});

it('asks about another price, and about the next sale', async () => {
  const { till, tell, answer, asked, seven, start } = await askedTill();
  tell(endedWith('p1000'));
  await settle();
  await answer('pay_bill', { ok: false, refusal: { type: 'Conflict', description: 'No.' } });
  till.press({ kind: 'digit', digit: 5 });
  await start();
  expect(asked()).toBe(2);
  await answer('ask_tip', null);
  await answer('pay_bill', STARTED);
  seven();
  await start();
  expect(asked()).toBe(3);
});

it('lets the phone ask where the shop wants that, and asks nobody here', async () => {
  const { start, starts, asked } = tillWithTips({ ...TIPS, ask: 'phone' });
  await start();
  expect([starts(), asked()]).toEqual([[{ amount: 0, edit: 'by_customer' }], 0]);
});

it('asks nobody in a shop without tips', async () => {
  const { start, starts, asked } = tillWithTips(null);
  await start();
  expect([starts(), asked()]).toEqual([['none'], 0]);
});
