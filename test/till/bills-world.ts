import { onTestFinished } from 'vitest';
import { type BillRules, type BillsOptions, openBills } from '../../main/host/bills/bills.ts';
import type { Giver } from '../../main/host/commands/handlers.ts';
import type { NewLine } from '../../shared/bill/acts.ts';
import type { Bill } from '../../shared/bill/bill.ts';
import { pieces } from '../../shared/bill/quantity.ts';
import type { ScreenAct } from '../../shared/device/commands/bills.ts';
import type { AnyAnswer } from '../../shared/device/commands/table.ts';
import { money } from '../../shared/money/money.ts';
import { billIn, dispatchOf } from '../support/host-commands.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createModelService } from '../support/model-service.ts';
import { createMemoryJournal, drive, rest, startTill } from '../support/till.ts';
import { PLAIN_BILLS } from '../support/till-parts.ts';

/* A till with bills and several screens. The test decides when its power is cut. */

/** A line of so many pieces. */
export function goods(name: string, price: number, count = 1): NewLine {
  return {
    kind: 'goods',
    product: name.toLowerCase().replaceAll(' ', '-'),
    name,
    unit: 'piece',
    quantity: pieces(count),
    price: money(price),
    vatRate: '0.25',
    options: [],
    note: null,
  };
}

type Kept = {
  readonly clock: ReturnType<typeof createManualClock>;
  readonly service: ReturnType<typeof createModelService>;
  readonly memory: ReturnType<typeof createMemoryJournal>;
};

type Otherwise = Partial<Pick<BillsOptions, 'staff' | 'language'>> & {
  readonly giver?: () => Giver | null;
  readonly rules?: () => Partial<BillRules>;
};

let commands = 0;
/** The id of a new command. */
export const newId = () => {
  commands += 1;
  return `c${commands}`;
};

/** Starts a till with bills; it stops with its test. */
export function billsWorld(otherwise: Otherwise = {}) {
  const clock = createManualClock(1_000_000);
  return openWorld(
    { clock, service: createModelService(clock), memory: createMemoryJournal() },
    otherwise,
  );
}
export type BillsWorld = ReturnType<typeof openWorld>;

function openWorld(kept: Kept, otherwise: Otherwise) {
  const { clock, service, memory } = kept;
  const { records } = createMemoryJournal(memory.records).journal;
  const terminal = startTill({
    client: service.client,
    journal: { ...memory.journal, records },
    clock,
  });
  const { giver, ...parts } = otherwise;
  const bills = openBills({
    ...PLAIN_BILLS,
    terminal,
    ...parts,
    rules: () => ({ ...PLAIN_BILLS.rules(), ...otherwise.rules?.() }),
  });
  onTestFinished(() => {
    bills.stop();
    // The journal of a till that was killed never answers.
    void terminal.stop();
  });
  const run = dispatchOf(terminal, { bills }, giver);
  const bill = (id: string): Bill => {
    const found = terminal.bills.bills().bills.get(id);
    if (found === undefined) throw new Error(`no bill ${id}`);
    return found;
  };
  return {
    ...kept,
    terminal,
    bills,
    run,
    bill,
    /** The open bills, as each screen lists them. */
    list: () => bills.view().open.map(({ name, due }) => `${name ?? '-'} ${due}`),
    screen: () => screenOf(run),
    /** Until the last sale has this state. */
    becomes: (kind: string) =>
      drive(clock, () => terminal.view().sales[0]?.state.kind === kind).then(rest),
    /** The sums that the service has captured. */
    captured: () =>
      service.payments().flatMap(({ captures }) => captures.map(({ amount }) => Number(amount))),
    /** A till that reads what was durable at this moment, or after so many records. */
    restart: (after = memory.records.length) => {
      memory.onAppend(() => new Promise(() => undefined));
      const left = createMemoryJournal(memory.records.slice(0, after));
      return openWorld({ clock, service, memory: left }, otherwise);
    },
  };
}

type Run = BillsWorld['run'];

/** A screen that knows of each bill what the last answer to it said. */
function screenOf(run: Run) {
  const seen = new Map<string, Bill>();
  async function call(command: object): Promise<AnyAnswer> {
    const answered = await run(command);
    const bill = billIn(answered);
    if (bill !== undefined) seen.set(bill.id, bill);
    return answered;
  }
  const version = (bill: string) => seen.get(bill)?.version ?? 0;
  return {
    call,
    see: (bill: string) => call({ type: 'read_bill', bill }),
    seen: (bill: string) => seen.get(bill),
    act: (bill: string, act: ScreenAct, more: object = {}) =>
      call({ type: 'bill', id: newId(), bill, version: version(bill), act, ...more }),
    pay: (bill: string, amount: number, more: object = {}) =>
      call({
        ...{ type: 'pay_bill', id: newId(), bill, version: version(bill), amount, tip: 0 },
        method: { kind: 'phone', method: { kind: 'qr' } },
        ...more,
      }),
  };
}

/** What an answer says to a person. */
export const outcome = (answered: AnyAnswer): string =>
  answered.ok ? 'done' : String(answered.refusal.details?.reason);
