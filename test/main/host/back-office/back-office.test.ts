import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandNames, rowOf } from '../../../../shared/device/commands/table.ts';
import { idIn } from '../../../support/host-commands.ts';
import {
  type BackOfficeSetup,
  CASHIER_PIN,
  hire,
  openBackOfficeSetup,
  reasonOf,
  SUPERVISOR_PIN,
} from './back-office-setup.ts';

let world: BackOfficeSetup;
let people: { marte: string; ingrid: string };
beforeEach(async () => {
  world = await openBackOfficeSetup();
  people = await hire(world);
});
afterEach(() => world.stop());

const TYPES = commandNames();
const leastOf = (name: string) => rowOf(name)?.who.screen;

/** A command of each type that the host understands. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  start_sale: { request: { amount: 100, method: { kind: 'qr' } } },
  act: { saleId: 'sale-1', action: 'cancel' },
  open_code: {},
  close_code: { codeId: 'code-1' },
  refresh: {},
  setup: { step: { kind: 'again' } },
  unlock: { personId: 'nobody', pin: '0000' },
  lock: {},
  present: {},
  staff: { change: { kind: 'add', name: 'Ola', role: 'cashier', pin: '1234' } },
  approve: { personId: 'nobody', pin: '0000', tid: 'p1', amount: 100 },
  refund: { approvalId: 'none' },
  refundable: { tid: 'p1' },
  history: { filter: {} },
  day: {},
  read_goods: {},
  change_goods: { version: '1', change: { kind: 'set_sold_out', id: 'p1', sold_out: true } },
  approve_bill: {
    ...{ personId: 'nobody', pin: '0000', bill: 'b1', version: 1 },
    act: { act: 'remove', line: 'line:l1:0' },
  },
  bill: { id: 'c1', bill: 'b1', version: 0, act: { act: 'open', name: null, lines: [] } },
  pay_bill: { id: 'c2', bill: 'b1', version: 1, amount: 100, tip: 0, method: { kind: 'cash' } },
  read_bill: { bill: 'b1' },
  show_bill: { bill: null },
  restore_bill: {},
  ask_tip: { price: 100 },
  ask_member: {},
  ask_receipt_email: { amount: 100 },
  email_receipt: { of: { kind: 'sale', id: 'sale-1' }, id: 'e1', email: 'kari@home.example' },
  saw_refused_receipts: { receipt: 1 },
  remove_screen: { screen: 's-1' },
  skip_question: { question: 'q1' },
  answer_question: { question: 'q1', answer: { kind: 'none' } },
  print_receipt: { saleId: 'sale-1' },
  print_test_page: {},
  print_day: {},
  print_job: { jobId: 'job-1', act: 'again' },
  print_seen: { notice: 'notice-1' },
  diagnose: {},
  support_bundle: {},
  scanner: { profile: null },
  read_scale: {},
  set_scale: { act: 'tare' },
  first_code: { code: '1234' },
  drawer: { id: 'd1', act: { act: 'no_sale', reason: 'change' } },
  count_drawer: { id: 'd2', counted: [] },
  read_report: { period: null },
  print_report: { period: null, on: 'printer' },
  receipts: { filter: {} },
  read_receipt: { receipt: 1 },
  find_receipt: { receipt: 1 },
  open_receipt: { code: 'till1-R1.x' },
  find_tender: { tender: 'tender:c2' },
  print_booked: { receipt: 1 },
  print_refund: { refund: 'r-1' },
  find_bill: { bill: 'b1' },
  approve_bill_refund: {
    ...{ personId: 'nobody', pin: '0000', amount: 100 },
    refund: { bill: 'b1', lines: [{ line: 0, quantity: 1_000 }], reason: null },
  },
  refund_bill: {
    ...{ id: 'c9', bill: 'b1', approval: 'a1', reason: null },
    lines: [{ line: 0, quantity: 1_000 }],
  },
  saw_missed_close: {},
  approve_receipt_refund: {
    ...{ personId: 'nobody', pin: '0000', amount: 100 },
    refund: { receipt: 1, lines: null, amount: 100, tip: 0 },
  },
  refund_receipt: { id: 'd4', receipt: 1, lines: null, amount: 100, tip: 0, approval: 'none' },
  approve_close: {
    ...{ personId: 'nobody', pin: '0000' },
    close: { id: 'd3', counted: null, keep: 0, openBills: [] },
  },
  close_period: { id: 'd3', counted: null, keep: 0, openBills: [] },
};

const command = (type: string) => ({ type, ...Object(EXAMPLES[type]) });
const refusedFor = async (type: string) => reasonOf(await world.call(command(type)));

describe('the table of roles', () => {
  it('is tried with an example of every command', () => {
    expect(Object.keys(EXAMPLES).toSorted()).toEqual([...TYPES].toSorted());
  });

  it('permits changes of staff and scanner to supervisors and refunds with an approval only', () => {
    expect(leastOf('staff')).toBe('supervisor');
    expect(leastOf('scanner')).toBe('supervisor');
    expect(leastOf('refund')).toBe('approval');
    const free = TYPES.filter((type) => leastOf(type) === 'nobody').toSorted();
    // The customer answers, whoever is at the till, and the scale is asked without a person.
    const asked = ['answer_question', 'read_scale'];
    expect(free).toEqual([...asked, 'lock', 'refresh', 'setup', 'unlock'].toSorted());
  });

  it('permits only commands that need no role at a locked till', async () => {
    await world.call({ type: 'lock' });
    world.till.asked.length = 0;
    for (const type of TYPES) {
      const free = leastOf(type) === 'nobody';
      const reason = await refusedFor(type);
      if (free) expect(reason, type).not.toBe('locked');
      else expect(reason, type).toBe('locked');
    }
    // Nothing reached the terminal but the look at open sales.
    expect(world.till.asked).toEqual(['refresh']);
  });

  it('permits a cashier the commands of cashiers and refuses those of supervisors', async () => {
    await world.call({ type: 'lock' });
    await world.call({ type: 'unlock', personId: people.ingrid, pin: CASHIER_PIN });
    for (const type of TYPES.filter((one) => one !== 'lock')) {
      const reason = await refusedFor(type);
      if (leastOf(type) === 'supervisor') expect(reason, type).toBe('role');
      else expect(['role', 'locked'], type).not.toContain(reason);
    }
  });

  it('permits a supervisor everything except a refund without an approval', async () => {
    // The code for the first supervisor opens nothing at a till with staff.
    for (const type of TYPES.filter((one) => !['lock', 'first_code'].includes(one))) {
      expect(['role', 'locked'], type).not.toContain(await refusedFor(type));
    }
    expect(reasonOf(await world.call(command('refund')))).toBe('approval_expired');
    expect(world.till.asked.some((one) => Object.hasOwn(Object(one), 'refund'))).toBe(false);
  });

  it('permits a sale on a till without staff, and refuses approvals and refunds', async () => {
    const empty = await openBackOfficeSetup();
    try {
      expect((await empty.call(command('start_sale'))).ok).toBe(true);
      expect(reasonOf(await empty.call(command('approve')))).toBe('no_supervisor');
      expect(reasonOf(await empty.call(command('refund')))).toBe('approval_expired');
    } finally {
      empty.stop();
    }
  });
});

describe('a supervisor’s approval of a refund', () => {
  const ask = { type: 'approve', tid: 'p1', amount: 4_500, text: 'Sold out' } as const;
  const asCashier = async () => {
    await world.call({ type: 'lock' });
    await world.call({ type: 'unlock', personId: people.ingrid, pin: CASHIER_PIN });
  };
  const refunds = () => world.till.asked.filter((one) => Object.hasOwn(Object(one), 'refund'));

  it('is given by PIN at a cashier’s screen and permits one refund of one payment', async () => {
    await asCashier();
    const word = await world.call({ ...ask, personId: people.marte, pin: SUPERVISOR_PIN });
    const approvalId = idIn(word);
    expect((await world.call({ type: 'refund', approvalId })).ok).toBe(true);
    const request = {
      tid: 'p1',
      amount: 4_500,
      text: 'Sold out',
      refundId: `_approved.${approvalId}`,
    };
    expect(refunds()).toEqual([{ refund: request }]);
    // The same again is the same refund, by its id.
    await world.call({ type: 'refund', approvalId });
    expect(refunds()).toEqual([{ refund: request }, { refund: request }]);
  });

  it('is given for the lines that are returned, which the engine checks', async () => {
    await asCashier();
    const lines = [{ index: 1, quantity: '1', total: 4_500 }];
    const approve = { ...ask, lines, personId: people.marte, pin: SUPERVISOR_PIN };
    const word = await world.call(approve);
    await world.call({ type: 'refund', approvalId: idIn(word) });
    expect(refunds()).toMatchObject([{ refund: { tid: 'p1', amount: 4_500, lines } }]);
    expect(await world.call({ type: 'refundable', tid: 'p1' })).toMatchObject({
      value: { refundable: { items: [], refunded: [] } },
    });
  });

  it('cannot be given by a cashier or with a wrong PIN', async () => {
    await asCashier();
    const own = await world.call({ ...ask, personId: people.ingrid, pin: CASHIER_PIN });
    expect(reasonOf(own)).toBe('role');
    const wrong = await world.call({ ...ask, personId: people.marte, pin: CASHIER_PIN });
    expect(reasonOf(wrong)).toBe('wrong_pin');
    expect(refunds()).toEqual([]);
  });

  it('is void once the person is no longer a supervisor', async () => {
    const pin = '9999';
    const change = { kind: 'add', name: 'Kari', role: 'supervisor', pin };
    const added = await world.call({ type: 'staff', change });
    const kari = idIn(added);
    const word = await world.call({ ...ask, personId: kari, pin });
    const demoted = { kind: 'role', personId: kari, role: 'cashier' };
    expect((await world.call({ type: 'staff', change: demoted })).ok).toBe(true);
    const approvalId = idIn(word);
    expect(reasonOf(await world.call({ type: 'refund', approvalId }))).toBe('approval_expired');
    expect(refunds()).toEqual([]);
  });
});
