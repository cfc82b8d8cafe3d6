import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from './browser.ts';
import { postgresPrograms } from './postgres/binaries.ts';
import { temporaryFolder } from './run-folder.ts';

/*
 * What the tests need on a machine, checked before the first test: a browser that starts, and a
 * PostgreSQL server that runs. `main/bin/needs-node.js` checks the Node version.
 */

/** Set for the test runner after the prerequisites are met, so that it does not check them again. */
export const PREREQUISITES_MET = 'PREREQUISITES_MET';

type Check = () => unknown;

async function checkBrowser(): Promise<void> {
  const browser = await launchBrowser();
  await browser.close();
}

function checkPostgres(): void {
  const folder = mkdtempSync(join(temporaryFolder(), 'tillkit-check-'));
  try {
    postgresPrograms(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is missing on this machine, each thing in one sentence; nothing if the tests can run. */
export async function missingPrerequisites(
  checks: readonly Check[] = [checkBrowser, checkPostgres],
): Promise<readonly string[]> {
  const results = await Promise.allSettled(checks.map(async (check) => check()));
  return results.flatMap((result) =>
    result.status === 'fulfilled' ? [] : [sentenceOf(result.reason)],
  );
}

/** The first line of an error; a browser's error continues with its whole command line. */
function sentenceOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return `The tests cannot run: ${line}`;
}
