import { fork } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import type { Snapshot } from '../../../shared/device/bridge/contract.ts';
import { SETTINGS, view } from '../../screens/cashier/sales.ts';
import { BACK_OFFICE } from '../../screens/cashier/staff-history-day.ts';
import { viewOf } from '../../screens/customer-display/page.ts';
import { GOODS, view as kioskView } from '../../screens/kiosk/views.ts';
import type { ServedPage } from './host.ts';
import type { Subject } from './load.ts';

const till: Snapshot = { settings: SETTINGS, view: view([]) };
const [ingrid] = BACK_OFFICE.staff;
const locked: BackOfficeView = {
  ...{ ...BACK_OFFICE, state: 'locked', personId: null },
  staff: ingrid === undefined ? [] : [ingrid],
};

type Screen = {
  readonly name: string;
  readonly folder: string;
  readonly snapshot: unknown;
  readonly key: string;
  readonly answer: string | null;
  /** The name of the preload's bridge in an Electron window. Null for a screen in a browser. */
  readonly bridge: string | null;
};

const KEYPAD = { folder: 'cashier', key: '.keypad .key', answer: '.slip-typing' } as const;
const PIN_PAD = { folder: 'cashier', key: '.pad .key', answer: '.pin-dot-on' } as const;
const KIOSK = { folder: 'kiosk', key: '.key-yellow', answer: null } as const;
const attract = kioskView({ kind: 'attract' }, { goods: GOODS });

/** The measured screens: in an Electron window and in a browser. */
const SCREENS: readonly Screen[] = [
  { name: 'cashier, window', ...KEYPAD, snapshot: till, bridge: 'tillkit' },
  { name: 'cashier, browser', ...KEYPAD, snapshot: till, bridge: null },
  { name: 'cashier, locked', ...PIN_PAD, snapshot: { ...till, backOffice: locked }, bridge: null },
  { name: 'kiosk, window', ...KIOSK, snapshot: attract, bridge: 'tillkitKiosk' },
  { name: 'kiosk, browser', ...KIOSK, snapshot: attract, bridge: null },
  {
    ...{ name: 'display, window', folder: 'customer-display', snapshot: viewOf(null) },
    ...{ key: 'h1', answer: null, bridge: 'tillkitDisplay' },
  },
];

export type NamedSubject = Subject & { readonly name: string };
export type Subjects = {
  readonly blank: Subject;
  readonly screens: readonly NamedSubject[];
  stop(): void;
};

/** Serves the blank page and the built screens below `root` from a separate process. */
export async function openSubjects(
  root: string = join(packageRoot(), 'dist/screens'),
): Promise<Subjects> {
  const served: ServedPage[] = [
    { name: 'blank', folder: null, snapshot: null },
    ...SCREENS.map(({ name, folder, snapshot }) => ({
      name,
      folder: join(root, folder),
      snapshot,
    })),
  ];
  const host = fork(join(import.meta.dirname, 'host.ts'));
  const answer = new Promise<readonly (readonly [string, string])[]>((resolve, reject) => {
    host.once('message', (addresses: readonly (readonly [string, string])[]) => resolve(addresses));
    host.once('exit', (code) => reject(new Error(`the host ended with ${code}`)));
  });
  host.send(served);
  const addresses = new Map(await answer);
  const addressOf = (name: string) => addresses.get(name) ?? '';
  return {
    blank: { address: addressOf('blank'), key: 'p', answer: null, preload: null },
    screens: SCREENS.map(({ name, key, answer, snapshot, bridge }) => ({
      ...{ name, address: addressOf(name), key, answer },
      preload: bridge === null ? null : { name: bridge, snapshot },
    })),
    stop: () => host.disconnect(),
  };
}
