/** A screen with a gallery: a test that draws every state of it, in both themes and languages. */
export type PicturedApp = {
  readonly gallery: string;
  /** Size of the kept pictures to that of the screen. */
  readonly scale: number;
  /** States whose pictures are kept in docs/screens; all others go to test-artifacts alone. */
  readonly kept: readonly string[];
  /** Theme and language of the kept pictures, as in their names. */
  readonly looks: readonly string[];
};

const ALL = ['light-en', 'light-nb', 'dark-en', 'dark-nb'] as const;

/** Every app that has pictures. A new one gets a line here and calls `keepPicture` in its gallery. */
export const APPS = {
  cashier: {
    gallery: 'test/screens/cashier/gallery.test.ts',
    scale: 0.625,
    kept: [
      ...['first', 'amount', 'waiting-qr', 'approve', 'authorised-failed', 'paid', 'declined'],
      ...['unclear', 'offline', 'sales', 'unclaimed'],
    ],
    looks: ALL,
  },
  goods: {
    gallery: 'test/screens/cashier/goods-gallery.test.ts',
    scale: 0.625,
    kept: ['items', 'item', 'basket', 'discount', 'tables', 'table-split'],
    looks: ALL,
  },
  desk: {
    gallery: 'test/screens/cashier/staff-history-day-gallery.test.ts',
    scale: 0.625,
    kept: [
      ...['idle', 'locked', 'sales', 'refund-part', 'refund-approve', 'day', 'staff'],
      ...['other-till', 'other-till-lines'],
    ],
    looks: ALL,
  },
  cash: {
    gallery: 'test/screens/cashier/cash-gallery.test.ts',
    scale: 0.625,
    kept: [],
    looks: ALL,
  },
  diagnosis: {
    gallery: 'test/screens/cashier/diagnosis.test.ts',
    scale: 0.625,
    kept: ['good', 'wrong'],
    looks: ['light-en', 'dark-nb'],
  },
  kiosk: {
    gallery: 'test/screens/kiosk/gallery.test.ts',
    scale: 0.4,
    kept: ['attract', 'choose', 'scan', 'approve', 'delivering', 'vended', 'missed', 'closed'],
    looks: ['light-en', 'light-nb', 'contrast-nb'],
  },
  setup: {
    gallery: 'test/screens/cashier/setup.test.ts',
    scale: 0.625,
    kept: ['first', 'ready'],
    looks: ALL,
  },
  display: {
    gallery: 'test/screens/customer-display/gallery.test.ts',
    scale: 0.4,
    kept: [
      'idle',
      'code-basket',
      'basket',
      'scan',
      'sticker',
      'approve',
      'reserved',
      'paid',
      'declined',
      'ask',
    ],
    looks: ['light-en', 'light-nb'],
  },
  wallet: {
    gallery: 'test/screens/wallet/gallery.test.ts',
    scale: 1,
    kept: ['approve', 'paid', 'consent', 'receipt', 'list', 'sign-in'],
    looks: ALL,
  },
  portal: {
    gallery: 'test/screens/portal/gallery.test.ts',
    scale: 0.55,
    kept: ['payments', 'settlements', 'tills', 'codes', 'refund-question', 'sign-in'],
    looks: ['light-en', 'dark-nb'],
  },
  react: {
    gallery: 'test/screens/react/gallery.test.ts',
    scale: 0.7,
    kept: ['waiting-qr', 'paid'],
    looks: ['light-en', 'dark-en'],
  },
} as const satisfies Readonly<Record<string, PicturedApp>>;
export type AppName = keyof typeof APPS;

/** Names of every kept picture, without the ending. */
export function keptPictures(): readonly string[] {
  const apps: readonly [string, PicturedApp][] = Object.entries(APPS);
  return apps.flatMap(([app, { kept, looks }]) =>
    kept.flatMap((state) => looks.map((look) => `${app}-${state}-${look}`)),
  );
}

/** Bytes that all kept pictures may take together: they are in every checkout. */
export const KEPT_BYTES_MAX = 4_000_000;
