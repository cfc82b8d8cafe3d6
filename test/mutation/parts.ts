/** One part of the code that is mutated, with the tests that must notice. */
export type Part = {
  readonly name: string;
  readonly mutate: readonly string[];
  /** Nothing else is run, in this order: a mutant costs what its tests cost. */
  readonly tests: readonly string[];
};

const terminal = (names: string) => names.split(' ').map((one) => `shared/terminal/${one}.ts`);
const tests = (folder: string, names: string) =>
  names.split(' ').map((one) => `test/${folder}/${one}.test.ts`);
const unit = (names: string) => tests('shared/terminal', names);

/** The till as a whole, on a model of the service and a clock that is moved by hand. */
const TILL = [
  ...unit('sale/reduce codes/inbox'),
  ...tests('e2e/till', 'bill register-reference sale'),
  ...tests(
    'resilience/till',
    'restart no-answer races journal-full old-journal/old-journal compaction pair-full-disk ' +
      'journal-faults network-faults killed-sale',
  ),
];
const MONEY = tests('e2e/till', 'vending-pay-first refunds vending-deposit');
const PARTIAL_CAPTURES = tests('e2e/till', 'authorise-only');

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
    name: 'payment',
    mutate: ['shared/payment/**/*.ts'],
    tests: ['test/shared/payment/**/*.test.ts', 'test/conformance/payment-*.test.ts'],
  },
  {
    name: 'terminal-decide',
    mutate: terminal('sale/apply-record sale/next-call sale/outcome-reducer sale/outcome-policy'),
    tests: [
      ...unit(
        'sale/apply-record sale/apply-record-money sale/next-call sale/outcome-reducer ' +
          'sale/outcome-policy sale/vend',
      ),
      ...TILL,
      ...MONEY,
      ...PARTIAL_CAPTURES,
    ],
  },
  {
    name: 'terminal-money',
    mutate: terminal('engine/service-client sale/pair start/recover start/compact sale/backoff'),
    tests: [
      ...unit('engine/service-client sale/pair start/recover start/compact sale/backoff'),
      ...TILL,
    ],
  },
  {
    name: 'terminal-vending',
    mutate: terminal(
      'vending/simulated sale/vend sale/vend-result sale/vend-facts engine/dispenser',
    ),
    tests: [
      ...unit('sale/vend sale/vend-result engine/dispenser'),
      ...tests('e2e/till', 'vending-deposit vending-pay-first'),
    ],
  },
  {
    name: 'terminal-refunds',
    mutate: terminal('refunds/*'),
    tests: [
      ...unit('refunds/send refunds/queue'),
      ...tests('e2e/till', 'refund-undelivered refunds vending-pay-first'),
    ],
  },
  {
    name: 'terminal-permissions',
    mutate: terminal('permissions/*'),
    tests: unit('permissions/queue permissions/follow'),
  },
  {
    name: 'terminal-receipts',
    mutate: terminal('receipts/*'),
    tests: unit('receipts/layout receipts/queue'),
  },
  {
    name: 'terminal-codes',
    mutate: terminal('codes/codes codes/stray-scans codes/scan-watch sale/payment-methods'),
    tests: [
      ...unit('sale/payment-methods codes/codes codes/stray-scans'),
      ...tests('resilience/till', 'compaction'),
    ],
  },
  {
    name: 'terminal-core',
    mutate: terminal(
      'sale/answers sale/reduce sale/actions sale/permit sale/transition sale/part-capture ' +
        'sale/renewal sale/sale sale/sale-state sale/code-state sale/money-state sale/parts ' +
        'sale/clock-back view sale/state sale/records',
    ),
    tests: [
      ...unit(
        'sale/sale-state sale/permit sale/answers sale/actions view sale/part-capture ' +
          'sale/apply-record sale/apply-record-money sale/next-call sale/outcome-reducer ' +
          'sale/outcome-policy',
      ),
      ...TILL,
      ...PARTIAL_CAPTURES,
    ],
  },
  {
    name: 'terminal-shell',
    mutate: terminal(
      'create-terminal components engine/sales engine/live-sale engine/dispatcher ' +
        'engine/run-step engine/calls start/start-sale start/sale-record codes/inbox ' +
        'engine/journal-queue engine/connection engine/orders engine/until engine/sale-ids ' +
        'engine/ended-sales engine/last-payment sale/request-body sale/settings money-orders',
    ),
    tests: [
      ...unit(
        'engine/connection engine/journal-queue engine/ended-sales engine/sales sale/request-body ' +
          'codes/codes create-terminal start/start-sale engine/calls engine/orders engine/until',
      ),
      ...tests('e2e/till', 'idle'),
      ...TILL,
      ...MONEY,
      ...PARTIAL_CAPTURES,
    ],
  },
];
