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
  /** How many items the till sells, each with a picture; none when left out. */
  readonly items?: number;
};

const KEYPAD = { folder: 'cashier', key: '.keypad .key', answer: '.slip-typing' } as const;
/** A till that sells items begins with the keypad, and shows them once it has read them. */
const FIRST_PICTURE = { folder: 'cashier', key: '.keypad .key', answer: null } as const;
const ITEMS_PAGE = {
  folder: 'cashier',
  key: '.pane-switch .pane-key:last-child',
  answer: '.product',
} as const;
const PIN_PAD = { folder: 'cashier', key: '.pad .key', answer: '.pin-dot-on' } as const;
const KIOSK = { folder: 'kiosk', key: '.key-yellow', answer: null } as const;
const attract = kioskView({ kind: 'attract' }, { goods: GOODS });

/** The measured screens: in an Electron window and in a browser. */
const SCREENS: readonly Screen[] = [
  { name: 'cashier, window', ...KEYPAD, snapshot: till, bridge: 'tillkit' },
  { name: 'cashier, browser', ...KEYPAD, snapshot: till, bridge: null },
  { name: 'cashier, locked', ...PIN_PAD, snapshot: { ...till, backOffice: locked }, bridge: null },
  ...[5, 500].flatMap((items): Screen[] => {
    const shop = {
      ...till,
      goods: { catalogue: `items-${items}`, problem: null, changes: 'possible' },
    };
    const served = { snapshot: shop, bridge: null, items };
    return [
      { name: `cashier, ${items} items`, ...FIRST_PICTURE, ...served },
      { name: `items page, ${items} items`, ...ITEMS_PAGE, ...served },
    ];
  }),
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
    ...SCREENS.map(({ name, folder, snapshot, items = 0 }) => ({
      name,
      items,
      folder: join(root, folder),
      snapshot,
    })),
  ];
  const host = fork(join(import.meta.dirname, 'host.ts'));
  const ask = (question: readonly ServedPage[] | string) => {
    const answer = new Promise<string>((resolve, reject) => {
      const failed = (code: number | null) => reject(new Error(`the host ended with ${code}`));
      host.once('exit', failed);
      host.once('message', (said) => {
        host.off('exit', failed);
        resolve(String(said));
      });
    });
    host.send(question);
    return answer;
  };
  await ask(served);
  const addressOf = (name: string) => () => ask(name);
  return {
    blank: { address: addressOf('blank'), key: 'p', answer: null, preload: null },
    screens: SCREENS.map(({ name, key, answer, snapshot, bridge }) => ({
      ...{ name, address: addressOf(name), key, answer },
      preload: bridge === null ? null : { name: bridge, snapshot },
    })),
    stop: () => host.disconnect(),
  };
}
