import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * The split of the tests. `npm test` runs the tests that find an ordinary mistake in a few minutes;
 * `npm run test:full` runs the rest and repeats the property tests with new values. This table is the only place that
 * says which file belongs to which run.
 */

/** The two commands: `test` is `npm test`, `full` is `npm run test:full`. */
export type Run = 'test' | 'full';

/** Environment variable that selects the files of one run; without it a command can run every file. */
export const RUN = 'TEST_COMMAND';

export type Rule = {
  /** A folder or a file. The longest entry that contains a file decides. */
  readonly files: string;
  readonly run: Run;
  readonly why: string;
};

export const RULES: readonly Rule[] = [
  { files: 'test/tree.test.ts', run: 'test', why: 'rules of the sources' },
  { files: 'test/runs.test.ts', run: 'test', why: 'this table' },
  { files: 'test/architecture', run: 'test', why: 'layers, cycles and names' },

  { files: 'test/shared', run: 'test', why: 'pure rules' },
  { files: 'test/till', run: 'test', why: 'the whole engine without a browser; mutations need it' },
  { files: 'test/renderer', run: 'test', why: 'state of the screens without a browser' },
  { files: 'test/conformance', run: 'test', why: 'each row of the specification' },
  {
    files: 'test/service',
    run: 'test',
    why: 'the service on real databases; contract of its stores',
  },
  { files: 'test/main', run: 'test', why: 'the host of the till and the shell' },
  { files: 'test/electron', run: 'test', why: 'the shell on a double of Electron' },
  { files: 'test/security', run: 'test', why: 'attacks on the API' },
  { files: 'test/support', run: 'test', why: 'helpers that judge detect what they look for' },
  { files: 'test/bench', run: 'test', why: 'the report of measurements' },

  {
    files: 'test/simulation',
    run: 'full',
    why: 'many worlds, planted bugs, coverage of the worlds',
  },
  { files: 'test/simulation/short-simulation.test.ts', run: 'test', why: 'a short simulation' },
  { files: 'test/process', run: 'full', why: 'kills, failover, upgrades and damaged files' },
  {
    files: 'test/process/kill-services/kill-one-service.test.ts',
    run: 'test',
    why: 'one kill of the service',
  },
  { files: 'test/resilience', run: 'full', why: 'failures of machines, databases and networks' },
  { files: 'test/resilience/journal/kill.test.ts', run: 'test', why: 'one kill of the till' },

  { files: 'test/e2e', run: 'full', why: 'journeys through the whole product in a browser' },
  { files: 'test/e2e/sale-by-scan.test.ts', run: 'test', why: 'the journey of the till' },
  { files: 'test/e2e/desk.test.ts', run: 'test', why: 'the journey of the back office' },
  { files: 'test/e2e/customer-display.test.ts', run: 'test', why: 'the customer display' },
  { files: 'test/e2e/wallet.test.ts', run: 'test', why: 'the journey of the wallet' },
  { files: 'test/e2e/portal.test.ts', run: 'test', why: 'the journey of the portal' },
  { files: 'test/e2e/kiosk.test.ts', run: 'test', why: 'the journey of the kiosk' },
  { files: 'test/e2e/electron/sale.test.ts', run: 'test', why: 'the Electron double' },
  { files: 'test/screens', run: 'full', why: 'each state of each screen in each size' },
  { files: 'test/screens/one-sale.test.ts', run: 'test', why: 'one sale on all screens' },
  { files: 'test/screens/cashier/entry.test.ts', run: 'test', why: 'the entry of an amount' },
  { files: 'test/screens/cashier/goods.test.ts', run: 'test', why: 'the bill of goods' },
  { files: 'test/screens/cashier/sale.test.ts', run: 'test', why: 'the states of a sale' },
  { files: 'test/screens/cashier/sales-list.test.ts', run: 'test', why: 'the list of sales' },
  {
    files: 'test/screens/cashier/late-answers.test.ts',
    run: 'test',
    why: 'money on a second press',
  },
  { files: 'test/screens/kiosk/kiosk.test.ts', run: 'test', why: 'a visit at the kiosk' },
  { files: 'test/screens/wallet/wallet.test.ts', run: 'test', why: 'the approval on the phone' },
  { files: 'test/screens/portal/portal.test.ts', run: 'test', why: 'the pages of the portal' },

  { files: 'test/main/build', run: 'full', why: 'packs the product' },
  { files: 'test/main/create', run: 'full', why: 'makes and builds projects of the templates' },
  { files: 'test/main/commands/torture', run: 'full', why: 'runs the torture of tills' },
  { files: 'test/main/dev', run: 'full', why: 'starts Vite and processes of the product' },
  { files: 'test/main/testing', run: 'full', why: 'runs Vitest and Playwright with the test kit' },
  { files: 'test/main/start.test.ts', run: 'full', why: 'commands as processes' },
  { files: 'test/main/commands/pair.test.ts', run: 'full', why: 'commands as processes' },
  { files: 'test/main/commands/diagnose.test.ts', run: 'full', why: 'commands as processes' },
  { files: 'test/service/app/cli.test.ts', run: 'full', why: 'commands as processes' },
  { files: 'test/main/commands/conform', run: 'full', why: 'judges other services' },
  { files: 'test/service/api/openapi/page.test.ts', run: 'full', why: 'the page in a browser' },
  { files: 'test/shared/node/tracing/otlp-export.test.ts', run: 'full', why: 'starts a collector' },
  {
    files: 'test/support/quick-crypto.test.ts',
    run: 'full',
    why: 'compares with slow cryptography',
  },
  { files: 'test/package', run: 'full', why: 'the configuration of the packager' },
  { files: 'test/examples', run: 'full', why: 'runs the examples' },
  { files: 'examples', run: 'full', why: 'the tests inside the examples' },
  { files: 'test/docs', run: 'full', why: 'runs the guides' },
  { files: 'test/docs/tests.test.ts', run: 'test', why: 'the pages name tests that exist' },
  { files: 'test/docs/reference.test.ts', run: 'test', why: 'the reference is generated' },
  { files: 'test/docs/decisions.test.ts', run: 'test', why: 'each decision is documented' },
];

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** All test files, relative to the project's folder. */
export function testFiles(): readonly string[] {
  return globSync(['test/**/*.test.{ts,tsx}', 'examples/**/*.test.{ts,tsx}'], { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
}

/** The rule of a file; null if no rule names it or a folder above it. */
export function ruleOf(file: string): Rule | null {
  const rules = RULES.filter(({ files }) => file === files || file.startsWith(`${files}/`));
  return rules.toSorted((one, other) => other.files.length - one.files.length)[0] ?? null;
}

/**
 * The files of one run. The full run also repeats the property tests of `npm test`, because it draws other
 * values.
 */
export function filesOf(run: Run): readonly string[] {
  return testFiles().filter((file) => {
    const rule = ruleOf(file);
    return rule?.run === run || (run === 'full' && drawsValues(file));
  });
}

const drawsValues = (file: string) =>
  readFileSync(join(ROOT, file), 'utf8').includes("from 'fast-check'");
