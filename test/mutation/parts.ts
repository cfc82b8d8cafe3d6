/** One part of the code that is mutated, with the tests that must notice. */
export type Part = {
  readonly name: string;
  readonly mutate: readonly string[];
  /** Nothing else is run, in this order: a mutant costs what its tests cost. */
  readonly tests: readonly string[];
};

const terminal = (names: string) => names.split(' ').map((one) => `shared/terminal/${one}.ts`);
const tests = (names: string) =>
  names.split(' ').map((one) => `test/shared/terminal/${one}.test.ts`);

/** The till as a whole, on a model of the service and a clock that is moved by hand. */
const TILL = tests(
  'reducer lines register unclaimed restart undecided races journal-full old-journal/old-journal ' +
    'pains/ways-journal pains/ways-pair-full-disk pains/sim-journal',
);
const MONEY = tests('pains/money-pay-first pains/money-refunds pains/money-vending');
const PARTS_TAKEN = tests('pains/money-capture');

/** What `npm run mutation` knows; a name stands for all parts that begin with it. */
export const PARTS: readonly Part[] = [
  {
    name: 'signing',
    mutate: ['shared/protocol/signing.ts'],
    tests: ['test/shared/client/signing.test.ts', 'test/shared/protocol/signing*.test.ts'],
  },
  {
    name: 'money',
    mutate: ['shared/money/**/*.ts'],
    tests: ['test/shared/money/**/*.test.ts'],
  },
  {
    name: 'payment',
    mutate: ['shared/payment/**/*.ts'],
    tests: ['test/shared/payment/**/*.test.ts'],
  },
  {
    name: 'terminal-decide',
    mutate: terminal('apply plan outcome-seen'),
    tests: [
      ...tests('apply apply-money plan outcome-seen outcome-policy vending/vend'),
      ...TILL,
      ...MONEY,
      ...PARTS_TAKEN,
    ],
  },
  {
    name: 'terminal-money',
    mutate: terminal('caller pair recover waits'),
    tests: [...tests('caller pair recover compact waits'), ...TILL],
  },
  {
    name: 'terminal-vending',
    mutate: terminal('vending/*'),
    tests: tests(
      'vending/vend vending/vended vending/dispenser pains/money-vending pains/money-pay-first',
    ),
  },
  {
    name: 'terminal-refunds',
    mutate: terminal('refunds/*'),
    tests: tests(
      'refunds/send refunds/desk refunds/give-back pains/money-refunds pains/money-pay-first',
    ),
  },
  {
    name: 'terminal-permissions',
    mutate: terminal('permissions/*'),
    tests: tests('permissions/desk permissions/follow'),
  },
  {
    name: 'terminal-receipts',
    mutate: terminal('receipts/*'),
    tests: tests('receipts/layout receipts/desk'),
  },
  {
    name: 'terminal-codes',
    mutate: terminal('codes stray-scans scan-watch ways'),
    tests: tests('ways codes codes-scans pains/ways-journal'),
  },
  {
    name: 'terminal-core',
    mutate: terminal(
      'answers advance actions progress part-capture renewal sale sale-state parts clock-back ' +
        'view state records',
    ),
    tests: [
      ...tests(
        'sale-state permit answers actions view part-capture apply apply-money plan outcome-seen ' +
          'outcome-policy',
      ),
      ...TILL,
      ...PARTS_TAKEN,
    ],
  },
  {
    name: 'terminal-shell',
    mutate: terminal(
      'create-terminal fleet calls starter opening inbox scribe connection probe mint past ' +
        'last-payment request-body settings money-side',
    ),
    tests: [
      ...tests('connection scribe past request-body codes create-terminal starter besides calls'),
      ...TILL,
      ...MONEY,
      ...PARTS_TAKEN,
    ],
  },
];
