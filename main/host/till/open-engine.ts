import { join } from 'node:path';
import { createMerchantClient, createServiceTime } from '../../../shared/client/index.ts';
import { createUploader } from '../../../shared/client/upload.ts';
import type { Ids, RandomBytes } from '../../../shared/ids/ids.ts';
import { openTracing } from '../../../shared/node/tracing/open-tracing.ts';
import type { Environment } from '../../../shared/node/tracing/tracing.ts';
import { present } from '../../../shared/objects/present.ts';
import type { Push } from '../../../shared/terminal/index.ts';
import {
  createTerminal,
  type Terminal,
  type TerminalDeps,
  type TerminalSetup,
} from '../../../shared/terminal/index.ts';
import type { ReceiptRenderer } from '../../../shared/terminal/receipts/queue.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import { secureRandom, systemClock, systemFetch, systemIds } from '../adapters/machine.ts';
import { bookedJournal } from '../books/booked-journal.ts';
import type { TillBooks } from '../books/till-books.ts';
import { type JournalDisk, realDisk } from '../journal/disk.ts';
import { openJournal } from '../journal/journal.ts';
import { recoverPayments } from '../journal/recovery.ts';
import type { Hints } from '../push/hints.ts';
import { createPush } from '../push/push.ts';
import type { TillAccess } from '../service/access.ts';
import { keepDeviceCode } from '../service/device-code.ts';
import { callTraces } from '../service/traced-client.ts';
import { StartError } from '../start-error.ts';

/** A terminal with its journal and its push channel. */
export type Engine = { readonly terminal: Terminal; readonly close: () => Promise<void> };

/** What an engine uses of its machine. */
export type EngineAdapters = {
  readonly clock: DeviceClock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly fetch: typeof fetch;
  readonly disk: JournalDisk;
  /** Stands between the push channel and the terminal. */
  readonly wrapPush: (push: Push) => Push;
};

const MACHINE_ADAPTERS: EngineAdapters = {
  clock: systemClock,
  ids: systemIds,
  random: secureRandom,
  fetch: systemFetch,
  disk: realDisk,
  wrapPush: (push) => push,
};

export type EngineOptions = Pick<TerminalDeps, 'refunds' | 'machine' | 'permit'> & {
  /** The till's data directory. */
  readonly directory: string;
  /** Writes a line for the operator. */
  readonly report: (sentence: string) => void;
  readonly setup: TerminalSetup;
  /** Environment variables; the standard ones of OpenTelemetry request traces. Default: the process's. */
  readonly env?: Environment;
  /** Draws receipts for the customers' phones; without it the till sends none. */
  readonly receipts?: ReceiptRenderer | null;
  /** Books what the journal says; without them the till has no books. */
  readonly books?: TillBooks | null;
  /** A channel of the shop beside the till's own; none when left out. */
  readonly hints?: Hints | null;
  /** The machine's when left out. */
  readonly adapters?: EngineAdapters;
};

/**
 * Opens the till's journal and starts its terminal with every setting given by the caller; the
 * terminal resumes open sales at once. Throws `StartError` when the journal cannot be opened.
 */
export async function openEngine(access: TillAccess, options: EngineOptions): Promise<Engine> {
  const { directory, setup, report, refunds = null, machine = null, receipts = null } = options;
  const { permit = null } = options;
  const { clock, ids, random, fetch, disk, wrapPush } = options.adapters ?? MACHINE_ADAPTERS;
  const path = join(directory, 'terminal.journal');
  const { books = null } = options;
  const beforeCompaction = books?.catchUp;
  const opened = await openJournal({ path, clock, ids, disk, ...present({ beforeCompaction }) });
  if (!opened.ok) throw new StartError(opened.failure.description);
  if (opened.droppedBytes > 0) {
    report('A power cut truncated the last record of the journal; the till dropped it.');
  }
  const time = createServiceTime(clock);
  const clientOptions = { ...access.identity, baseUrl: access.baseUrl, clock, time };
  const tracing = await openTracing('tillkit-till', options.env ?? process.env, report);
  const withTraces = callTraces(tracing);
  const client = withTraces(createMerchantClient({ ...clientOptions, fetch }));
  const shortlinkId = setup.deviceCode?.shortlinkId;
  const { channel, posId } = setup;
  const recovery = {
    path,
    journal: bookedJournal(opened.journal, books),
    client,
    posId,
    clock,
    report,
  };
  const journal = await recoverPayments(recovery).catch(async (error: unknown) => {
    await opened.journal.close();
    await tracing?.close();
    throw error;
  });
  const stopDeviceCode =
    shortlinkId === undefined
      ? () => undefined
      : keepDeviceCode({ client, clock, shortlinkId, channel, report });
  const terminal = createTerminal({
    client,
    permissions: client,
    journal,
    push: wrapPush(createPush({ ...clientOptions, random, hints: options.hints ?? null })),
    clock,
    ids,
    settings: setup,
    refunds: refunds === null ? null : withTraces(refunds),
    machine,
    permit,
    receipts:
      receipts === null
        ? null
        : { renderer: receipts, client, upload: createUploader({ fetch, clock }) },
    onFault: (fault) => report(`A screen did not receive a change: ${String(fault)}`),
  });
  return {
    terminal,
    async close() {
      stopDeviceCode();
      await terminal.stop();
      await journal.close();
      await books?.stop();
      await tracing?.close();
    },
  };
}
