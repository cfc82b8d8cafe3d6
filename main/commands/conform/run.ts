import { writeFileSync } from 'node:fs';
import { createIds } from '../../../shared/ids/ids.ts';
import { type Command, type CommandOutput, EXIT } from '../../../shared/node/command.ts';
import { secureRandom } from '../../../shared/node/random.ts';
import { createSystemClock } from '../../../shared/node/system-clock.ts';
import { type Receiver, startReceiver } from './connection.ts';
import { AUTH_CHECKS, EVENT_CHECKS } from './event-checks.ts';
import { ClaimFailed, StepFailed } from './expect.ts';
import { LIFE_CHECKS } from './life-checks.ts';
import { LIFE_ROWS } from './life-rows.ts';
import { OAUTH_CHECKS } from './oauth-checks.ts';
import { type ConformOptions, type ConformRequest, HELP, parseConform } from './options.ts';
import { PAYMENT_ROWS } from './payment-rows.ts';
import { reportOf } from './reports.ts';
import { RESOURCE_ROWS } from './resource-rows.ts';
import { NEEDS, NotTested, needsOf, type Result, type Row } from './row.ts';
import { type OwnChecks, Subject } from './subject.ts';
import {
  checkCode,
  checkEndpoint,
  checkInput,
  checkMove,
  checkOutput,
  checkQuery,
} from './table-checks.ts';
import { WIRE_CHECKS } from './wire-checks.ts';
import { ENDPOINT_ROWS, MONEY_ROWS, WIRE_ROWS } from './wire-rows.ts';

/** Every row of every table of the specification. */
export const ROWS: readonly Row[] = [
  ...RESOURCE_ROWS,
  ...PAYMENT_ROWS,
  ...MONEY_ROWS,
  ...ENDPOINT_ROWS,
  ...LIFE_ROWS,
  ...WIRE_ROWS,
];

/** The checks of single rows, under the rows' ids. */
export const OWN_CHECKS: OwnChecks = {
  ...LIFE_CHECKS,
  ...WIRE_CHECKS,
  ...EVENT_CHECKS,
  ...AUTH_CHECKS,
  ...OAUTH_CHECKS,
};

/** Checks one row on a running service; a row without a check fails. */
export async function checkRow(subject: Subject, row: Row): Promise<void> {
  const { check } = row;
  switch (check.by) {
    case 'endpoint':
      return checkEndpoint(subject, check, row.text);
    case 'input':
      return checkInput(subject, check);
    case 'output':
      return checkOutput(subject, check);
    case 'query':
      return checkQuery(subject, check);
    case 'code':
      return checkCode(subject, check);
    case 'move':
      return checkMove(subject, check);
    case 'own': {
      const own = OWN_CHECKS[row.id];
      if (own === undefined) throw new Error(`nothing checks the row ${row.id}`);
      return own(subject);
    }
  }
}

/**
 * Checks a row and never throws. A row that needs what the run does not have is not tested, whether
 * it declares the need or meets it during the check. A row is blocked by a request that it needs and
 * that another row is about.
 */
export async function runRow(subject: Subject, row: Row): Promise<Result> {
  const missing = needsOf(row).find((need) => !subject.offers(need));
  if (missing !== undefined) return { row, verdict: 'not tested', words: NEEDS[missing] };
  try {
    const before = subject.answers;
    await checkRow(subject, row);
    if (subject.answers > before) return { row, verdict: 'passed', words: '' };
    return { row, verdict: 'not tested', words: NEEDS['no service'] };
  } catch (error) {
    if (error instanceof NotTested) return { row, verdict: 'not tested', words: error.message };
    const words = error instanceof Error ? error.message : String(error);
    if (error instanceof StepFailed) {
      return { row, verdict: 'blocked', words: oneLine(words), cause: error.step };
    }
    const early = `the check ended early after ${subject.lastAnswer}: ${words}`;
    const said = error instanceof ClaimFailed ? words : early;
    return { row, verdict: 'failed', words: oneLine(said) };
  }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

/** `tillkit conform`: checks a service against the specification's tables. */
export const CONFORM: Command<Extract<ConformRequest, { kind: 'run' }>> = {
  help: HELP,
  parse: parseConform,
  run: ({ options }, output) => conform(options, output),
};

async function conform(options: ConformOptions, { out, err }: CommandOutput): Promise<number> {
  const rows = ROWS.filter(({ id }) => options.only === null || id.includes(options.only));
  if (rows.length === 0) {
    err(`No row has ${options.only} in its id.\n`);
    return EXIT.unusable;
  }
  for (const warning of options.warnings) err(`${warning}\n`);
  const { callbackHost: host, callbackCertificate: certificate } = options;
  const http = host === null ? null : await startReceiver(host, null);
  const https = host === null || !certificate ? null : await startReceiver(host, certificate);
  try {
    const subject = await openSubject(options, { http, https });
    if (typeof subject === 'string') {
      err(`${subject}\n`);
      return EXIT.unusable;
    }
    const results: Result[] = [];
    for (const row of rows) results.push(await runRow(subject, row));
    const report = reportOf(options.format, subject.baseUrl, results);
    if (options.out === null) out(report);
    else writeFileSync(options.out, report);
    const isWrong = ({ verdict }: Result) => verdict === 'failed' || verdict === 'blocked';
    return results.some(isWrong) ? EXIT.failed : EXIT.ok;
  } catch (error) {
    err(`${messageOf(error)}\n`);
    return EXIT.unusable;
  } finally {
    await http?.stop();
    await https?.stop();
  }
}

/** Connects to the service; a sentence if it does not answer. */
async function openSubject(
  options: ConformOptions,
  receivers: { readonly http: Receiver | null; readonly https: Receiver | null },
): Promise<Subject | string> {
  const { baseUrl, credentials, simulatorUrl, ca, allowPayments } = options;
  const subject = new Subject({
    baseUrl,
    credentials,
    simulatorUrl,
    ca,
    ...receivers,
    changes: allowPayments || simulatorUrl !== null,
    run: createIds(secureRandom).short(),
    clock: createSystemClock(),
  });
  try {
    return await subject.connect();
  } catch (error) {
    return `The service at ${baseUrl} was not reached: ${messageOf(error)}.`;
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
