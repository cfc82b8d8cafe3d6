/** One part of the code that is mutated, with the tests that must notice. */
export type Part = {
  readonly name: string;
  readonly mutate: string;
  /** Nothing else is run: a mutant costs what its tests cost. */
  readonly tests: readonly string[];
};

/** What `npm run mutation` knows, in the order of its cost. */
export const PARTS: readonly Part[] = [
  {
    name: 'signing',
    mutate: 'shared/protocol/signing.ts',
    tests: ['test/shared/client/signing.test.ts', 'test/shared/protocol/signing*.test.ts'],
  },
  {
    name: 'money',
    mutate: 'shared/money/**/*.ts',
    tests: ['test/shared/money/**/*.test.ts'],
  },
  {
    name: 'payment',
    mutate: 'shared/payment/**/*.ts',
    tests: ['test/shared/payment/**/*.test.ts'],
  },
  {
    name: 'terminal',
    mutate: 'shared/terminal/**/*.ts',
    tests: ['test/shared/terminal/**/*.test.ts'],
  },
];
