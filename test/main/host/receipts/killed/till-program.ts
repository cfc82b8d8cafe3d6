import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalDisk } from '../../../../../main/host/journal/disk.ts';
import { HANDED_OVER_FILE } from '../../../../../main/host/receipts/hand-over.ts';
import {
  type OwnService,
  openTill,
  type TillOptions,
} from '../../../../../main/host/till/open-till.ts';
import { MACHINE_PORTS, type TillPorts } from '../../../../../main/host/till/ports.ts';
import { CASHIER } from '../../../../../main/host/till/presence.ts';
import { ON_THIS_MACHINE } from '../../../../support/sold-till.ts';

/** What the test hands to its till in a file, whose path is the first argument. */
export type Handed = Pick<TillOptions, 'directory' | 'settings'> & {
  readonly service: OwnService;
  /** The payments that a cash register records, one receipt for each; a repeat of one that is known does nothing. */
  readonly payments: number;
  /** Where the power fails; null: nowhere. */
  readonly cut: Cut | null;
};

/**
 * The power fails at this receipt: before or after its entry in the books is written, before the service is asked to take
 * it, or when the service has answered and the till has not noted it.
 */
export type Cut = {
  readonly at: 'before_entry' | 'after_entry' | 'before_put' | 'after_put';
  readonly receipt: number;
};

/* A till in a process of its own, which records payments and hands their receipts over until its power fails. */

const [path = ''] = process.argv.slice(2);
const handed: Handed = JSON.parse(readFileSync(path, 'utf8'));
const { payments, cut } = handed;
const idOf = (payment: number) => `register-${payment}`;

async function failAt(at: Cut['at'], isThere: (receipt: number) => boolean): Promise<void> {
  if (cut?.at !== at || !isThere(cut.receipt)) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
}

const { booksDisk, fetch } = MACHINE_PORTS;
const ports: TillPorts = {
  ...MACHINE_PORTS,
  booksDisk: {
    ...booksDisk,
    async write(...[file, bytes, position]: Parameters<JournalDisk['write']>) {
      const isEntry = (receipt: number) => bytes.includes(`"receipt":${receipt},`);
      await failAt('before_entry', isEntry);
      await booksDisk.write(file, bytes, position);
      await failAt('after_entry', isEntry);
    },
  },
  async fetch(input, init) {
    const code = /\/receipt\/([^/]+)\/$/.exec(String(input))?.[1];
    if (init?.method !== 'PUT' || code === undefined) return fetch(input, init);
    const isPut = (receipt: number) => code.includes(`-R${receipt}.`);
    await failAt('before_put', isPut);
    console.log(`PUT ${code} ${createHash('sha256').update(String(init.body)).digest('hex')}`);
    const response = await fetch(input, init);
    await failAt('after_put', isPut);
    return response;
  },
};

const till = await openTill({
  ...handed,
  ...ON_THIS_MACHINE,
  ports,
  presence: CASHIER,
  report: (sentence) => console.log(sentence),
});
for (let payment = 1; payment <= payments; payment += 1) {
  await till.terminal.tendered({ id: idOf(payment), method: 'Card', amount: 1_000 + payment });
}

const kept = join(handed.directory, HANDED_OVER_FILE);
const look = setInterval(() => {
  if (!existsSync(kept) || JSON.parse(readFileSync(kept, 'utf8')).receipt < payments) return;
  clearInterval(look);
  console.log('All is handed over.');
}, 20);
