import { appendFileSync, readFileSync } from 'node:fs';
import type { BooksDisk } from '../../main/host/books/book-files.ts';
import type { JournalDisk } from '../../main/host/journal/disk.ts';
import type { PrinterPort } from '../../main/host/printing/port.ts';
import { type OwnService, openTill, type TillOptions } from '../../main/host/till/open-till.ts';
import { MACHINE_PORTS } from '../../main/host/till/ports.ts';
import { CASHIER } from '../../main/host/till/presence.ts';
import type { NewLine } from '../../shared/bill/acts.ts';
import { timeOf } from '../../shared/time/clock.ts';
import { giveTo } from '../support/host-commands.ts';
import { ON_THIS_MACHINE } from '../support/sold-till.ts';
import { goods } from '../till/bills-world.ts';

/** What the test hands to its till in a file, whose path is the first argument. */
export type Handed = Pick<TillOptions, 'directory' | 'settings'> & {
  readonly service: OwnService;
  /** The customers who get money for their bottles; a repeat of what is done already does nothing. */
  readonly customers: number;
  /** Steps of the last customer's payout that are done when the power fails; null: it does not fail. */
  readonly after: number | null;
  /** The file of what left the till: `paper 3`, `drawer`. */
  readonly outside: string;
};

/* A till in a process of its own, which pays out returned deposits in cash until its power fails. */

const [path = ''] = process.argv.slice(2);
const handed: Handed = JSON.parse(readFileSync(path, 'utf8'));
const { customers, after, outside } = handed;

const AT = Date.UTC(2026, 10, 30, 12);

let isLast = false;
let steps = 0;

/** One step of a payout: the power fails before it, if the test says so. */
async function step(): Promise<void> {
  if (!isLast) return;
  if (after !== null && steps >= after) {
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  }
  steps += 1;
}

/** A disk whose writes and flushes are steps. */
function stepping<Disk extends Pick<JournalDisk & BooksDisk, 'write' | 'sync'>>(disk: Disk): Disk {
  return {
    ...disk,
    async write(...given: Parameters<JournalDisk['write']>) {
      await step();
      await disk.write(...given);
    },
    async sync(...given: Parameters<JournalDisk['sync']>) {
      await step();
      await disk.sync(...given);
    },
  };
}

const leaves = (what: string) => appendFileSync(outside, `${what}\n`);
const printer: PrinterPort = {
  async print(receipt) {
    await step();
    leaves(`paper ${/-R(\d+)/.exec(JSON.stringify(receipt))?.[1]}`);
    await step();
    return { ok: true };
  },
  state: async () => ({ kind: 'silent' }),
  async openDrawer() {
    await step();
    leaves('drawer');
    await step();
    return { ok: true };
  },
};

const till = await openTill({
  ...ON_THIS_MACHINE,
  ...handed,
  presence: CASHIER,
  report: (sentence) => console.log(sentence),
  ports: {
    ...MACHINE_PORTS,
    // One moment of the day, however slow the machine is: a receipt that is late would not be printed (D-477).
    clock: { ...MACHINE_PORTS.clock, now: () => timeOf(AT) },
    disk: stepping(MACHINE_PORTS.disk),
    booksDisk: stepping(MACHINE_PORTS.booksDisk),
    devices: { ...MACHINE_PORTS.devices, printer: () => printer },
  },
});

const BOTTLES: NewLine = {
  ...goods('Empty bottle', 300, 12),
  kind: 'deposit_return',
  vatRate: null,
};
const toBooks = giveTo(till.books.commands);
const toBills = giveTo(till.bills.commands);
const version = (bill: string) => till.terminal.bills.bills().bills.get(bill)?.version ?? 0;

/** Receipts that were in the printer when the power failed: they can be on paper, so a person looks (D-476). */
const lookedFor = () =>
  (till.printing?.view().jobs ?? []).flatMap(({ state, number }) =>
    state === 'failed' && number !== null ? number : [],
  );

/** Resolves when each of the first receipts is on paper, or a person looks for it. */
async function untilPrinted(receipts: number): Promise<void> {
  const isDone = (receipt: number) =>
    readFileSync(outside, 'utf8').includes(`paper ${receipt}\n`) || lookedFor().includes(receipt);
  const all = Array.from({ length: receipts }, (_, index) => index + 1);
  const { printing } = till;
  if (printing === null) throw new Error('the till has no printer');
  await new Promise<void>((resolve) => {
    const look = () => {
      if (!all.every(isDone)) return;
      stop();
      resolve();
    };
    const stop = printing.subscribe(look);
    look();
  });
}

await toBooks({ type: 'drawer', id: 'float', act: { act: 'float', amount: 20_000 } });
for (let customer = 1; customer <= customers; customer += 1) {
  const bill = `customer-${customer}`;
  await toBills({
    type: 'bill',
    id: `open-${customer}`,
    bill,
    version: version(bill),
    act: { act: 'open', name: bill, lines: [goods('Cola', 2_550), BOTTLES] },
  });
  if (customer === customers) {
    // A paper of before is no step of this payout.
    await untilPrinted(customer - 1);
    isLast = true;
  }
  const paid = await toBills({
    type: 'pay_bill',
    id: `pay-${customer}`,
    bill,
    version: version(bill),
    amount: -1_050,
    tip: 0,
    method: { kind: 'cash' },
  });
  if (!paid.ok) throw new Error(JSON.stringify(paid));
}
await untilPrinted(customers);
console.log(`All is paid out in ${steps} steps.`);
console.log(`A person looks for: ${lookedFor().join(' ')}.`);
await till.close();
