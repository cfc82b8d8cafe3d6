import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService } from '../../../service/index.ts';
import { type Command, type CommandOutput, EXIT } from '../../../shared/node/command.ts';
import { elapsed } from '../../../shared/time/clock.ts';
import { systemClock, systemIds } from '../../host/adapters/machine.ts';
import { audit } from './audit.ts';
import { runJob } from './job.ts';
import {
  HELP,
  parseTorture,
  serviceOf,
  type TortureOptions,
  type TortureRequest,
  type TortureService,
} from './options.ts';
import { countsOf, jsonOfRun, type Run, sumOfCounts, tableOf } from './report.ts';

/** Sales after which a long run says how far it is. */
const PROGRESS = 500;

/**
 * `tillkit torture`: tests a till under faults and kills. `interrupted` ends the run with all its tills; the
 * exit code is then 2.
 */
export function tortureCommand(
  interrupted: AbortSignal,
): Command<Extract<TortureRequest, { kind: 'run' }>> {
  return {
    help: HELP,
    parse: parseTorture,
    async run({ options }, { out, err }) {
      try {
        const run = await onService(options.service, (service) =>
          torture(options, service, { err, interrupted }),
        );
        out(tableOf(run));
        if (options.json !== null) writeFileSync(options.json, jsonOfRun(run));
        return run.findings.length > 0 ? EXIT.failed : EXIT.ok;
      } catch (error) {
        err(`${error instanceof Error ? error.message : String(error)}\n`);
        return EXIT.unusable;
      }
    },
  };
}

/** Runs `work` with the service of the command line, or with one that is started for it. */
async function onService(
  given: TortureService | null,
  work: (service: TortureService) => Promise<Run>,
): Promise<Run> {
  if (given !== null) return work(given);
  const own = createService({
    data: { kind: 'ephemeral' },
    demo: true,
    simulator: true,
    port: 0,
    log: 'silent',
  });
  const ready = await own.start();
  try {
    const service = serviceOf(ready.base_url, readyCredentials(ready), ready.simulator_url, 'pos');
    if (service === null) throw new Error('The service for tests has no user pos.');
    return await work(service);
  } finally {
    await own.stop();
  }
}

type Ready = Awaited<ReturnType<ReturnType<typeof createService>['start']>>;

function readyCredentials({ merchant, users, customers }: Ready) {
  return { merchant, users: [...users], customers: [...customers] };
}

async function torture(
  options: TortureOptions,
  service: TortureService,
  { err, interrupted }: Pick<CommandOutput, 'err'> & { readonly interrupted: AbortSignal },
): Promise<Run> {
  const { till: command, onlySale, limit } = options;
  const seed = options.seed ?? Number(systemIds.digits(6));
  const numbers =
    onlySale === null ? Array.from({ length: options.sales }, (_, at) => at + 1) : [onlySale];
  const jobs = Math.min(options.jobs, numbers.length);
  const run = systemIds.short();
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-torture-'));
  const begun = systemClock.ticks();
  let made = 0;
  const onSale = () => {
    made += 1;
    if (made % PROGRESS === 0) err(`${made} of ${numbers.length} sales\n`);
  };
  try {
    const parts = await allOf(
      Array.from({ length: jobs }, async (_, job) => {
        const evidence = await runJob({
          service,
          command,
          seed,
          numbers: numbers.filter((_number, at) => at % jobs === job),
          posId: `torture-${run}-${job + 1}`,
          folder: join(folder, `till-${job + 1}`),
          limit,
          onSale,
          interrupted,
        });
        return { counts: countsOf(evidence), findings: audit(evidence) };
      }),
    );
    const findings = parts.flatMap((part) => part.findings);
    return {
      seed,
      till: command,
      seconds: Math.round(elapsed(begun, systemClock.ticks()) / 1_000),
      counts: sumOfCounts(parts.map(({ counts }) => counts)),
      findings: findings.toSorted((a, b) => a.sale.number - b.sale.number),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits for the end of all, so that nothing runs any more when the first failure is thrown. */
async function allOf<T>(running: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(running);
  return Promise.all(running);
}
