import { fork } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import type { BackOfficeView } from '../../../shared/bridge/back-office.ts';
import type { Snapshot } from '../../../shared/bridge/contract.ts';
import { SETTINGS, view } from '../../screens/cashier/sales.ts';
import { BACK_OFFICE } from '../../screens/cashier/staff-history-day.ts';
import { viewOf } from '../../screens/customer-display/page.ts';
import { GOODS, view as kioskView } from '../../screens/kiosk/views.ts';
import type { Served } from './host.ts';
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
  readonly shown: unknown;
  readonly key: string;
  readonly answer: string | null;
  /** What the preload calls its bridge; null for a screen that a browser shows. */
  readonly bridge: string | null;
};

const KEYPAD = { folder: 'cashier', key: '.keypad .key', answer: '.slip-typing' } as const;
const PIN_PAD = { folder: 'cashier', key: '.pad .key', answer: '.pin-dot-on' } as const;
const KIOSK = { folder: 'kiosk', key: '.key-yellow', answer: null } as const;
const attract = kioskView({ kind: 'attract' }, { goods: GOODS });

/** Every screen that a till, a kiosk or a customer waits for, as a window and in a browser. */
const SCREENS: readonly Screen[] = [
  { name: 'cashier, window', ...KEYPAD, shown: till, bridge: 'tillkit' },
  { name: 'cashier, browser', ...KEYPAD, shown: till, bridge: null },
  { name: 'cashier, locked', ...PIN_PAD, shown: { ...till, backOffice: locked }, bridge: null },
  { name: 'kiosk, window', ...KIOSK, shown: attract, bridge: 'tillkitKiosk' },
  { name: 'kiosk, browser', ...KIOSK, shown: attract, bridge: null },
  {
    ...{ name: 'display, window', folder: 'customer-display', shown: viewOf(null) },
    ...{ key: 'h1', answer: null, bridge: 'tillkitDisplay' },
  },
];

export type Named = Subject & { readonly name: string };
export type Subjects = {
  readonly blank: Subject;
  readonly screens: readonly Named[];
  stop(): void;
};

/** Serves the built screens below `root`, and the blank page, from a process of their own. */
export async function openSubjects(
  root: string = join(packageRoot(), 'dist/screens'),
): Promise<Subjects> {
  const served: Served[] = [
    { name: 'blank', folder: null, shown: null },
    ...SCREENS.map(({ name, folder, shown }) => ({ name, folder: join(root, folder), shown })),
  ];
  const host = fork(join(import.meta.dirname, 'host.ts'));
  const told = new Promise<readonly (readonly [string, string])[]>((resolve, reject) => {
    host.once('message', (addresses: readonly (readonly [string, string])[]) => resolve(addresses));
    host.once('exit', (code) => reject(new Error(`the host ended with ${code}`)));
  });
  host.send(served);
  const addresses = new Map(await told);
  const at = (name: string) => addresses.get(name) ?? '';
  return {
    blank: { address: at('blank'), key: 'p', answer: null, preload: null },
    screens: SCREENS.map(({ name, key, answer, shown, bridge }) => ({
      ...{ name, address: at(name), key, answer },
      preload: bridge === null ? null : { name: bridge, snapshot: shown },
    })),
    stop: () => host.disconnect(),
  };
}
