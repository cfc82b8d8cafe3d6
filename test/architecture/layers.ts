/**
 * The layers of the product, highest first. A file imports files of its own layer and of lower layers
 * of the list, and nothing above. The diagram in docs/architecture.md is made from this list.
 */
export type Layer = {
  readonly name: string;
  /** Folders and files of the layer, by their paths from the root. */
  readonly places: readonly string[];
  readonly task: string;
};

const service = (folder: string, task: string): Layer => ({
  name: `service/${folder}`,
  places: [`service/${folder}`],
  task,
});

export const DEVICE_LAYERS: readonly Layer[] = [
  {
    name: 'main: commands and windows',
    places: [
      'main/index.ts',
      'main/build',
      'main/commands',
      'main/electron',
      'main/preload',
      'main/start.ts',
      'main/start',
      'main/dev.ts',
      'main/dev',
      'main/create',
      'main/testing',
    ],
    task: 'the Electron shell, the commands and the build',
  },
  {
    name: 'main/host',
    places: ['main/host'],
    task: 'the till on the device: journal, screens, printers',
  },
];

export const SERVICE_LAYERS: readonly Layer[] = [
  {
    name: 'service/index.ts',
    places: ['service/index.ts'],
    task: 'the only entry for other parts',
  },
  service('app', 'options, wiring, start and stop, commands and API of the operator'),
  service('simulator', 'the customer, the clock and faults for tests'),
  service('oauth', 'OAuth pages and endpoints'),
  service('portal', 'the merchant portal'),
  service('wallet', "the customer's pages"),
  service('api', 'the merchant API: endpoints, OpenAPI, profiles'),
  service('web', 'what the requests of all audiences share: failures, guard, last handlers'),
  service('sign-in', 'sessions, one-time codes and limits of sign-ins'),
  service('callbacks', 'outbox delivery: dispatcher, schedule, address guard, event socket'),
  service('pairing', 'pairing of tills by short codes'),
  service('books', 'closed periods of tills, and what differs between till, ledger and settlement'),
  service('fleet', 'what tills say of themselves, and alerts about silent ones'),
  service('receipts', 'receipts of tills: their pages, and orders to send them by e-mail'),
  service('settlements', 'settlements, reports and the sales summary'),
  service('catalogue', 'the catalogue of a shop: versions, pictures, files'),
  service('shortlinks', 'shortlinks and scans'),
  service('payments', 'payments, attachments and their messages'),
  service('permissions', 'permission requests, grants and tokens'),
  service('merchants', 'merchants, users and authentication'),
  service('customers', 'finding the customer that a request names'),
  service('outbox', 'messages of a change, written in its commit'),
  service('store', 'the store port, SQLite and PostgreSQL'),
  service('permissions/rules', 'the life of a permission request, pure'),
];

/**
 * The rooms of the service's audiences. None of them imports another one: what several share is in a lower
 * layer.
 */
export const AUDIENCE_LAYERS: readonly string[] = [
  'service/simulator',
  'service/oauth',
  'service/portal',
  'service/wallet',
  'service/api',
];

export const SCREEN_LAYERS: readonly Layer[] = [
  {
    name: 'renderer: one folder per screen',
    places: [
      'renderer/cashier',
      'renderer/customer-display',
      'renderer/kiosk',
      'renderer/portal',
      'renderer/react',
      'renderer/wallet',
    ],
    task: 'cashier, customer display, kiosk, portal, wallet, React part',
  },
  {
    name: 'renderer: ui, state, i18n',
    places: ['renderer/ui', 'renderer/state', 'renderer/i18n'],
    task: 'what several screens share',
  },
];

/** What only the device uses: its programs and its screens, and neither the service nor its pages. */
export const SHARED_DEVICE_LAYER: Layer = {
  name: 'shared/device',
  places: ['shared/index.ts', 'shared/device'],
  task: 'pure rules of the device: screens and host, till API, kiosk, questions, printing',
};

export const SHARED_LAYERS: readonly Layer[] = [
  { name: 'shared/node', places: ['shared/node'], task: 'helpers for Node.js; never in a screen' },
  {
    name: 'shared',
    places: ['shared'],
    task: 'pure rules: payment machine, engine, protocol, money',
  },
];

/** Columns from the highest layer to the lowest; every column ends in the shared layers. */
export const COLUMNS: readonly (readonly Layer[])[] = [
  [...DEVICE_LAYERS, SHARED_DEVICE_LAYER],
  SERVICE_LAYERS,
  [...SCREEN_LAYERS, SHARED_DEVICE_LAYER],
].map((column) => [...column, ...SHARED_LAYERS]);

/** What a column may import of another column. */
export const BETWEEN_COLUMNS: readonly { readonly from: string; readonly to: string }[] = [
  { from: 'main', to: 'service/index.ts' },
];

/** The most specific layer of a file, or null for a file outside the layers. */
export function layerOf(file: string): Layer | null {
  const layers = [
    ...DEVICE_LAYERS,
    ...SERVICE_LAYERS,
    ...SCREEN_LAYERS,
    SHARED_DEVICE_LAYER,
    ...SHARED_LAYERS,
  ];
  const places = layers.flatMap((layer) => layer.places.map((place) => ({ layer, place })));
  const found = places
    .filter(({ place }) => file === place || file.startsWith(`${place}/`))
    .sort((a, b) => b.place.length - a.place.length);
  return found[0]?.layer ?? null;
}
