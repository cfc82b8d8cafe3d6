import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { keepIn } from '../../../../main/host/adapters/kept-value.ts';
import { realFiles } from '../../../../main/host/adapters/small-files.ts';
import type { EndedSale } from '../../../../main/host/history/history-page.ts';
import type { PrintOutcome } from '../../../../main/host/printing/port.ts';
import {
  createPrinting,
  type Printing,
  type PrintingDeps,
} from '../../../../main/host/printing/printing.ts';
import { type PrintFile, printFile } from '../../../../main/host/printing/queue.ts';
import { NO_NAMES } from '../../../../main/host/receipts/paper-text.ts';
import type { PrintedReceipt } from '../../../../shared/device/printing/receipt.ts';
import type { PrinterSettings } from '../../../../shared/device/printing/settings.ts';
import { SETTINGS, sale } from '../../../screens/cashier/sales.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createScriptedTerminal } from '../../../support/scripted-terminal.ts';
import { testIds } from '../../../support/till.ts';

/* A till with a receipt printer whose answers the test gives. */

const NO_SUMS = { currencies: [], sales: [] };
const WORKS = async (): Promise<PrintOutcome> => ({ ok: true });

/** Starts a world for one test; its printing stops with the test. */
export function printingWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-printing-'));
  const file = join(folder, 'printing.json');
  const clock = createManualClock();
  const till = createScriptedTerminal();
  const papers: PrintedReceipt[] = [];
  const reports: string[] = [];
  const writes: PrintFile[] = [];
  const opened: Printing[] = [];
  let outcome = WORKS;
  let drawerOutcome = WORKS;
  let ended: readonly EndedSale[] = [];
  onTestFinished(() => {
    for (const printing of opened) printing.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function open(
    receipts: PrinterSettings['receipts'] = 'always',
    more: Pick<PrintingDeps, 'books'> = { books: null },
  ): Printing {
    const keep = keepIn(realFiles, file, printFile);
    const printing = createPrinting({
      fiscal: null,
      codeOf: null,
      named: NO_NAMES,
      terminal: till.terminal,
      settings: () => SETTINGS,
      printer: { connection: { kind: 'system', name: null, paper: 80 }, receipts },
      port: {
        print: async (paper) => {
          const result = await outcome();
          if (result.ok) papers.push(paper);
          return result;
        },
        state: async () => ({ kind: 'silent' }),
        openDrawer: () => drawerOutcome(),
      },
      keep: {
        ...keep,
        write(...values) {
          writes.push(values[0]);
          keep.write(...values);
        },
      },
      clock,
      ids: testIds(),
      report: (sentence) => reports.push(sentence),
      days: {
        today: () => '2026-11-21',
        day: async (day) => ({ day, at: 0, days: [], sums: NO_SUMS }),
        endedSale: async (id, started) =>
          ended.find((one) => one.sale.id === id && one.sale.started === started) ?? null,
      },
      ...more,
    });
    opened.push(printing);
    return printing;
  }

  return {
    clock,
    till,
    papers,
    reports,
    /** Everything that was written to the file, also when the disk refused it. */
    writes,
    file,
    open,
    /** Stops the printing that was opened last. */
    stopLast: () => opened.pop()?.stop(),
    kinds: () => papers.map(({ kind }) => kind),
    paid: (id = 'sale-187', number = 187, at = clock.now()) =>
      sale({ kind: 'paid', at }, { id, number }),
    fail: (why: Extract<PrintOutcome, { ok: false }>['why']) => {
      outcome = async () => ({ ok: false, why });
    },
    answers: (next: () => Promise<PrintOutcome>) => {
      outcome = next;
    },
    drawerAnswers: (next: PrintOutcome) => {
      drawerOutcome = async () => next;
    },
    printerReturns: () => {
      outcome = WORKS;
    },
    /** The sales that only the till's history holds. */
    keepsOnly: (sales: readonly EndedSale[]) => {
      ended = sales;
    },
  };
}
