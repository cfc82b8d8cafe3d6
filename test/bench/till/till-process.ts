import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScreenSources } from '../../../main/host/bridge/screen-source.ts';
import { DEVICE_SCREEN } from '../../../main/host/screens/screens.ts';
import { type OwnService, openTill, type TillOptions } from '../../../main/host/till/open-till.ts';
import { CASHIER } from '../../../main/host/till/presence.ts';
import type { NewLine } from '../../../shared/bill/acts.ts';
import { quantity } from '../../../shared/bill/quantity.ts';
import { money, ZERO } from '../../../shared/money/money.ts';
import { giveTo } from '../../support/host-commands.ts';
import { ON_THIS_MACHINE } from '../../support/sold-till.ts';

/** What the bench hands to its till, as the only argument. */
export type Handed = Pick<TillOptions, 'settings'> & {
  readonly service: OwnService;
  /** The cost of a sale is measured when as many were made. */
  readonly at: readonly number[];
  /** Sales of one measurement. */
  readonly measured: number;
};

/** What the till prints once it has made as many sales. */
export type Measured = {
  readonly sales: number;
  /** Milliseconds of processor time for a sale. */
  readonly perSale: number;
  readonly mebibytes: number;
};

const LINE: NewLine = {
  ...{ kind: 'goods', product: 'cake', name: 'Cake', unit: 'piece', vatRate: '0.25' },
  ...{ quantity: quantity(1_000), price: money(2_500), options: [], note: null },
};

/* A till in a process of its own. It sells for cash to one screen and prints what a sale costs. */

const handed: Handed = JSON.parse(process.argv[2] ?? '');
const { settings, service } = handed;
const directory = mkdtempSync(join(tmpdir(), 'tillkit-bench-till-'));
const till = await openTill({
  directory,
  settings,
  presence: CASHIER,
  service,
  report: () => undefined,
  ...ON_THIS_MACHINE,
});
const source = createScreenSources(till.terminal, settings, till)(DEVICE_SCREEN);
let isStale = false;
source.subscribe(() => {
  if (isStale) return;
  isStale = true;
  // The host makes at most one snapshot for the changes of a moment.
  setImmediate(() => {
    isStale = false;
    JSON.stringify(source.snapshot());
  });
});

const give = giveTo(till.bills.commands);
let sales = 0;
async function sell(): Promise<void> {
  sales += 1;
  const bill = `bill-${sales}`;
  const opened = { act: 'open', name: null, lines: [LINE] } as const;
  const amount = LINE.price;
  const answers = [
    await give({ type: 'bill', id: `open-${sales}`, bill, version: 0, act: opened }),
    await give({
      ...{ type: 'pay_bill', id: `pay-${sales}`, bill, version: 1, amount, tip: ZERO },
      method: { kind: 'cash' },
    }),
  ];
  if (answers.some(({ ok }) => !ok)) throw new Error(`not sold: ${JSON.stringify(answers)}`);
}

for (const place of handed.at) {
  while (sales < place - handed.measured) await sell();
  globalThis.gc?.();
  const before = process.cpuUsage();
  while (sales < place) await sell();
  const { user, system } = process.cpuUsage(before);
  const perSale = (user + system) / 1_000 / handed.measured;
  globalThis.gc?.();
  const mebibytes = process.memoryUsage().heapUsed / 2 ** 20;
  const measured: Measured = { sales: place, perSale, mebibytes };
  console.log(JSON.stringify(measured));
}
await till.close();
rmSync(directory, { recursive: true, force: true });
process.exit(0);
