import { join } from 'node:path';
import { createMerchantClient, createServiceTime } from '../../../shared/client/index.ts';
import { createUploader } from '../../../shared/client/upload.ts';
import { openTracing } from '../../../shared/node/tracing/open-tracing.ts';
import type { Terminal, TerminalDeps, TerminalSetup } from '../../../shared/terminal/index.ts';
import type { ReceiptRenderer } from '../../../shared/terminal/receipts/queue.ts';
import { bookedJournal } from '../books/booked-journal.ts';
import type { TillBooks } from '../books/till-books.ts';
import { openJournal } from '../journal/journal.ts';
import { recoverPayments } from '../journal/recovery.ts';
import type { Hints } from '../push/hints.ts';
import { createPush } from '../push/push.ts';
import type { TillAccess } from '../service/access.ts';
import { keepDeviceCode } from '../service/device-code.ts';
import { callTraces } from '../service/traced-client.ts';
import { StartError } from '../start-error.ts';
import type { TillPorts } from './ports.ts';

/** A terminal with its journal and its push channel. */
export type Engine = { readonly terminal: Terminal; readonly close: () => Promise<void> };

export type EngineOptions = Pick<TerminalDeps, 'machine'> &
  Required<Pick<TerminalDeps, 'refunds' | 'permit'>> & {
    /** The till's data directory. */
    readonly directory: string;
    /** Writes a line for the operator. */
    readonly report: (sentence: string) => void;
    readonly setup: TerminalSetup;
    /** Draws receipts for the customers' phones. */
    readonly receipts: ReceiptRenderer;
    /** Books what the journal says. */
    readonly books: TillBooks;
    /** A channel of the shop beside the till's own. */
    readonly hints: Hints;
    readonly ports: TillPorts;
  };

/**
 * Opens the till's journal and starts its terminal with every setting given by the caller; the
 * terminal resumes open sales at once. Throws `StartError` when the journal cannot be opened.
 */
export async function openEngine(access: TillAccess, options: EngineOptions): Promise<Engine> {
  const { directory, setup, report, refunds, machine, permit, receipts, books, hints } = options;
  const { clock, ids, random, fetch, disk, files, pushBase, env } = options.ports;
  const path = join(directory, 'terminal.journal');
  const beforeCompaction = books.catchUp;
  const opened = await openJournal({ path, clock, ids, disk, beforeCompaction });
  if (!opened.ok) throw new StartError(opened.failure.description);
  if (opened.droppedBytes > 0) {
    report('A power cut truncated the last record of the journal; the till dropped it.');
  }
  const time = createServiceTime(clock);
  const clientOptions = { ...access.identity, baseUrl: access.baseUrl, clock, time };
  const tracing = await openTracing('tillkit-till', env, report);
  const withTraces = callTraces(tracing);
  const client = withTraces(createMerchantClient({ ...clientOptions, fetch }));
  const shortlinkId = setup.deviceCode?.shortlinkId;
  const { channel, posId } = setup;
  const recovery = {
    path,
    files,
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
  const terminal = options.ports.engine({
    client,
    permissions: client,
    journal,
    push: createPush({ ...clientOptions, baseUrl: pushBase(access.baseUrl), random, hints }),
    clock,
    ids,
    settings: setup,
    refunds: refunds === null ? null : withTraces(refunds),
    machine,
    permit,
    receipts: { renderer: receipts, client, upload: createUploader({ fetch, clock }) },
    onFault: (fault) => report(`A screen did not receive a change: ${String(fault)}`),
  });
  return {
    terminal,
    async close() {
      stopDeviceCode();
      await terminal.stop();
      await journal.close();
      await books.stop();
      await tracing?.close();
    },
  };
}
