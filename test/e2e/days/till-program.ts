import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import type { JournalDisk } from '../../../main/host/journal/disk.ts';
import { readStaff, writeStaff } from '../../../main/host/staff/staff-file.ts';
import { openTill, type TillOptions } from '../../../main/host/till/open-till.ts';
import { MACHINE_PORTS, type TillPorts } from '../../../main/host/till/ports.ts';
import { CASHIER } from '../../../main/host/till/presence.ts';
import { startHost } from '../../../main/host/till/screen-host.ts';
import type { Ready } from '../../../service/index.ts';
import { hashSecret } from '../../../shared/node/password-hash.ts';
import { instantOf, timeOf } from '../../../shared/time/clock.ts';
import { PLAIN_HOST } from '../../support/page-host.ts';
import { ON_THIS_MACHINE } from '../../support/sold-till.ts';

/** What the test hands to its till in a file, whose path is the first argument. */
export type Handed = Pick<TillOptions, 'directory' | 'settings'> & {
  readonly service: Ready;
  readonly staff: readonly Staff[];
};

export type Staff = {
  readonly name: string;
  readonly role: 'cashier' | 'supervisor';
  readonly pin: string;
};

/** What the test orders while the till runs, in a file, whose path is the second argument. SIGUSR2: read it again. */
export type Orders = {
  /** Number of this order. */
  readonly turn: number;
  /** The till's time of day is this much ahead of the machine's, in milliseconds. */
  readonly ahead: number;
  /** When the power fails; null: not at all. */
  readonly cut: Cut | null;
};

/**
 * The power fails when the till is about to write this text or when half of the write is on the disk, or before the till
 * orders an e-mail or when the service has answered the order and nobody on the till has heard it.
 */
export type Cut = WriteCut | { readonly email: 'before_order' | 'after_answer' };

type WriteCut = {
  readonly file: 'books' | 'journal';
  readonly text: string;
  readonly half: boolean;
};

/*
 * A till in a process of its own, which the test kills. It writes an address for each browser that may open its screen.
 */
const report = (sentence: string) => console.log(sentence);
const [handed = '', orderFile = ''] = process.argv.slice(2);
const { directory, settings, service, staff }: Handed = JSON.parse(readFileSync(handed, 'utf8'));
const readOrders = (): Orders => JSON.parse(readFileSync(orderFile, 'utf8'));
let orders = readOrders();
process.on('SIGUSR2', () => {
  orders = readOrders();
  report(`Order ${orders.turn}.`);
});

function failNow(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

/** The power fails at a write of this disk, as the test orders. */
function failing<Disk extends Pick<JournalDisk, 'write'>>(
  disk: Disk,
  name: WriteCut['file'],
): Disk {
  return {
    ...disk,
    async write(...[file, bytes, position]: Parameters<JournalDisk['write']>) {
      const { cut } = orders;
      const isCut = cut !== null && 'file' in cut && cut.file === name && bytes.includes(cut.text);
      if (!isCut) return disk.write(file, bytes, position);
      if (cut.half) await disk.write(file, bytes.subarray(0, bytes.length / 2), position);
      return failNow();
    },
  };
}

const { clock, random, ids, disk, booksDisk, fetch } = MACHINE_PORTS;
const ports: TillPorts = {
  ...MACHINE_PORTS,
  clock: { ...clock, now: () => timeOf(instantOf(clock.now()) + orders.ahead) },
  disk: failing(disk, 'journal'),
  booksDisk: failing(booksDisk, 'books'),
  /** The power fails at the order of an e-mail, as the test orders. */
  async fetch(input, init) {
    const { cut } = orders;
    const isCut =
      cut !== null && 'email' in cut && /\/receipt\/[^/]+\/email\/$/.test(String(input));
    if (!isCut) return fetch(input, init);
    if (cut.email === 'after_answer') await fetch(input, init);
    return failNow();
  },
};

// A test hashes PINs in a way that only tests know.
if (staff.length > 0 && readStaff(directory, MACHINE_PORTS.files).length === 0) {
  const people = staff.map(async ({ name, role, pin }) => {
    return { id: `s-${name}`, name, role, pin: await hashSecret(pin, random) };
  });
  writeStaff(directory, MACHINE_PORTS.files, await Promise.all(people));
}

const till = await openTill({
  service,
  directory,
  settings,
  presence: CASHIER,
  report,
  ...ON_THIS_MACHINE,
  ports,
});
await startHost({
  ...PLAIN_HOST,
  terminal: till.terminal,
  features: till,
  settings,
  directory,
  assetsDir: join(packageRoot(), 'dist/screens/cashier'),
  displayDir: join(packageRoot(), 'dist/screens/customer-display'),
  clock: ports.clock,
  ids,
  port: 0,
  onLaunchAddress: (address) => report(`Open ${address}`),
});
