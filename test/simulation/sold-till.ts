import { scryptSync } from 'node:crypto';
import { join } from 'node:path';
import type { SmallFiles } from '../../main/host/adapters/small-files.ts';
import { NO_MACHINE_ACCESS } from '../../main/host/diagnosis/machine-access.ts';
import type { TillAccess } from '../../main/host/service/access.ts';
import { openTillOf, type Till } from '../../main/host/till/open-till.ts';
import { MACHINE_PORTS, type TillPorts } from '../../main/host/till/ports.ts';
import { CASHIER } from '../../main/host/till/presence.ts';
import type { TillSettings } from '../../shared/device/bridge/contract.ts';
import type { TerminalSetup } from '../../shared/terminal/index.ts';
import { BOOKS_KEY_PEM } from '../support/books.ts';

/** The data folder of a till in a world; the disk of the machine has no such folder. */
export const FOLDER = '/till-of-a-world';
export const JOURNAL = join(FOLDER, 'terminal.journal');
export const BOOKS = join(FOLDER, 'books');

/** The supervisor of each till, who approves whatever is asked. */
export const SAM = { personId: 'sam', pin: '471147' } as const;

/** The cheapest hash that the till accepts, because worlds approve thousands of refunds. */
function cheapHash(secret: string): string {
  const salt = Buffer.alloc(16, 1);
  const key = scryptSync(secret, salt, 32, { N: 2, r: 1, p: 1 });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$scrypt$ln=1,r=1,p=1$${text(salt)}$${text(key)}`;
}

const STAFF = JSON.stringify({
  version: 1,
  people: [{ id: SAM.personId, name: 'Sam', role: 'supervisor', pin: cheapHash(SAM.pin) }],
});

/** What was in the folder before the first life: a supervisor, and the key by which the auditor signs as the till does. */
export function furnish(files: SmallFiles): void {
  files.write(join(FOLDER, 'staff.json'), STAFF, { flush: true });
  files.write(join(FOLDER, 'books-key.json'), JSON.stringify({ private_key: BOOKS_KEY_PEM }), {
    flush: true,
  });
}

export const SETTINGS: TillSettings = {
  shop: { name: 'Shop', address: null, organisationNumber: null },
  currency: 'NOK',
  locale: 'nb-NO',
  language: 'en',
  posId: 'till',
  paidDwellSeconds: 8,
  timeZone: 'UTC',
  cashRounding: { step: 100, half: 'up' },
};

/** Opens the till that is sold with the ports of one life. Rejects as `openTillOf` does. */
export function openSoldTill(
  access: TillAccess,
  posId: string,
  deviceCode: NonNullable<TerminalSetup['deviceCode']>,
  ports: Omit<TillPorts, 'devices' | 'pushBase' | 'env'>,
): Promise<Till> {
  return openTillOf(access, {
    directory: FOLDER,
    settings: { ...SETTINGS, posId },
    presence: CASHIER,
    deviceCode,
    firstCode: null,
    report: () => undefined,
    machineAccess: NO_MACHINE_ACCESS,
    signer: null,
    settlements: null,
    heardShop: null,
    ports: { ...ports, devices: MACHINE_PORTS.devices, pushBase: (base) => base, env: {} },
  });
}
