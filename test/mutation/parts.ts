/** One part of the code that is mutated, with the tests that must notice. */
export type Part = {
  readonly name: string;
  readonly mutate: readonly string[];
  /** Nothing else is run. */
  readonly tests: readonly string[];
};

const terminal = (names: string) => names.split(' ').map((one) => `shared/terminal/${one}.ts`);
const tests = (folder: string, names: string) =>
  names.split(' ').map((one) => `test/${folder}/${one}.test.ts`);

/** Everything that judges the terminal without a service: its parts and the till as a whole. */
const TERMINAL = [
  'test/shared/terminal/**/*.test.ts',
  ...tests(
    'till',
    'authorise-only bill compaction idle journal-faults journal-full killed-after-approval ' +
      'killed-sale network-faults no-answer pair-decided pair-full-disk ' +
      'races refund-undelivered refunds register-reference restart sale vending-deposit ' +
      'vending-pay-first',
  ),
];

/** What `npm run mutation` knows; a name stands for all parts that begin with it. */
export const PARTS: readonly Part[] = [
  {
    name: 'signing',
    mutate: ['shared/protocol/signing.ts'],
    tests: ['test/shared/client/auth.test.ts', 'test/shared/protocol/signing.test.ts'],
  },
  {
    name: 'money',
    mutate: ['shared/money/**/*.ts'],
    tests: ['test/shared/money/**/*.test.ts'],
  },
  {
    name: 'lines',
    mutate: ['shared/lines/**/*.ts'],
    tests: ['test/shared/lines/**/*.test.ts'],
  },
  {
    name: 'payment',
    mutate: ['shared/payment/**/*.ts'],
    tests: ['test/shared/payment/**/*.test.ts', 'test/conformance/payment-*.test.ts'],
  },
  {
    name: 'terminal-decide',
    mutate: terminal('sale/apply-record sale/next-call sale/outcome-reducer sale/outcome-policy'),
    tests: TERMINAL,
  },
  {
    name: 'terminal-money',
    mutate: terminal('engine/service-client sale/pair start/recover start/compact sale/backoff'),
    tests: TERMINAL,
  },
  {
    name: 'terminal-vending',
    mutate: terminal(
      'vending/simulated sale/vend sale/vend-result sale/vend-facts engine/dispenser',
    ),
    tests: TERMINAL,
  },
  {
    name: 'terminal-refunds',
    mutate: terminal('refunds/*'),
    tests: TERMINAL,
  },
  {
    name: 'terminal-permissions',
    mutate: terminal('permissions/*'),
    tests: TERMINAL,
  },
  {
    name: 'terminal-receipts',
    mutate: terminal('receipts/*'),
    tests: TERMINAL,
  },
  {
    name: 'terminal-codes',
    mutate: terminal('codes/codes codes/stray-scans codes/scan-watch sale/payment-methods'),
    tests: TERMINAL,
  },
  {
    name: 'terminal-core',
    mutate: terminal(
      'sale/answers sale/reduce sale/actions sale/permit sale/transition sale/part-capture ' +
        'sale/renewal sale/sale sale/sale-state sale/code-state sale/money-state sale/parts ' +
        'sale/clock-set view sale/state sale/records',
    ),
    tests: TERMINAL,
  },
  {
    name: 'terminal-shell',
    mutate: terminal(
      'create-terminal components engine/sales engine/live-sale engine/dispatcher ' +
        'engine/run-step engine/calls start/start-sale start/sale-record codes/inbox ' +
        'engine/journal-queue engine/connection engine/orders engine/until engine/sale-ids ' +
        'engine/ended-sales engine/last-payment sale/request-body sale/settings money-orders',
    ),
    tests: TERMINAL,
  },
];
