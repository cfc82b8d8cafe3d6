import { join } from 'node:path';
import { z } from 'zod';
import { failureOf } from '../../../shared/client/result.ts';
import { present } from '../../../shared/objects/present.ts';
import { ROUTES } from '../../../shared/protocol/routes.ts';
import type {
  FiscalStatus,
  PrinterStatus,
  ScreenState,
} from '../../../shared/protocol/till-status.ts';
import { isFinal } from '../../../shared/terminal/sale/state.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { SmallFiles } from '../adapters/small-files.ts';
import type { BackOffice } from '../back-office/back-office.ts';
import type { HostBills } from '../bills/bills.ts';
import type { HandOver } from '../books/hand-over.ts';
import { ownVersion } from '../diagnosis/machine-access.ts';
import type { Fiscal } from '../fiscal/fiscal.ts';
import type { ShopCatalogue } from '../goods/shop-catalogue.ts';
import type { Printing } from '../printing/printing.ts';
import type { ReceiptHandOver } from '../receipts/hand-over.ts';
import { senderOf, type TillAccess, type Wire } from '../service/access.ts';
import {
  reportStatus,
  type StatusFacts,
  type StatusSink,
  type TillStatusReports,
} from './till-status.ts';

/** The parts of a till that its status speaks of. */
export type StatusParts = {
  readonly terminal: Pick<Terminal, 'view' | 'subscribe'>;
  readonly backOffice: Pick<BackOffice, 'isLocked' | 'subscribe'>;
  readonly bills: Pick<HostBills, 'view' | 'subscribe'>;
  readonly printing: Pick<Printing, 'view' | 'subscribe'> | null;
  readonly shop: Pick<ShopCatalogue, 'subscribe'>;
  readonly fiscal: Pick<Fiscal, 'view' | 'subscribe'> | null;
  readonly handOver: Pick<HandOver, 'left' | 'waiting'>;
  readonly links: Pick<ReceiptHandOver, 'refused' | 'subscribe'>;
};

/** Reports the status of a till to its service until `stop`. */
export function openStatus(
  access: TillAccess,
  { directory, posId }: { readonly directory: string; readonly posId: string },
  parts: StatusParts,
  wire: Wire & { readonly files: SmallFiles },
): TillStatusReports {
  const reports = reportStatus({
    version: ownVersion(),
    read: () => factsOf(parts, directory, wire.files),
    sink: statusSinkOf(access, posId, wire),
    clock: wire.clock,
  });
  const { terminal, backOffice, bills, printing, fiscal, shop, links } = parts;
  const ends = [terminal, backOffice, bills, printing, fiscal, shop, links].map((one) =>
    one?.subscribe(reports.changed),
  );
  return {
    changed: reports.changed,
    stop() {
      for (const end of ends) end?.();
      return reports.stop();
    },
  };
}

/** What the parts say now, and the sizes on the disk. */
export async function factsOf(
  parts: StatusParts,
  directory: string,
  files: Pick<SmallFiles, 'free' | 'size'>,
): Promise<StatusFacts> {
  const { terminal, backOffice, bills, printing, handOver } = parts;
  const [free, journal] = await Promise.all([
    files.free(directory),
    files.size(join(directory, 'terminal.journal')),
  ]);
  const open = terminal.view().sales.filter(({ state }) => !isFinal(state));
  return {
    screen: screenOf(terminal.view(), backOffice.isLocked()),
    printer: printerOf(printing),
    disk_free_bytes: free,
    journal_bytes: journal ?? 0,
    unsent: open.length + handOver.left(),
    open_bills: bills.view().open.length,
    ...present({
      fiscal: fiscalStateOf(parts.fiscal),
      close_waiting: handOver.waiting() ?? undefined,
      receipts_refused: parts.links.refused().length || undefined,
    }),
  };
}

/** A till whose journal takes no more records cannot sell. */
function screenOf(
  { notReady, sales }: ReturnType<Terminal['view']>,
  isLocked: boolean,
): ScreenState {
  if (notReady === 'journal_full') return 'error';
  if (sales.some(({ state, aside }) => !aside && !isFinal(state))) return 'in_sale';
  return isLocked ? 'locked' : 'idle';
}

/** What a till says of its fiscal device; undefined for a till without one. */
export function fiscalStateOf(fiscal: Pick<Fiscal, 'view'> | null): FiscalStatus | undefined {
  const view = fiscal?.view() ?? null;
  if (view === null) return undefined;
  return view.problem === null ? 'ready' : 'failed';
}

function printerOf(printing: StatusParts['printing']): PrinterStatus {
  if (printing === null) return 'none';
  const { jobs, notices = [] } = printing.view();
  if (notices.length > 0 || jobs.some(({ state }) => state === 'failed')) return 'failed';
  return jobs.length > 0 ? 'waiting' : 'ready';
}

/** The service, by the till's own credentials. */
export function statusSinkOf(access: TillAccess, posId: string, wire: Wire): StatusSink {
  const send = senderOf(access, wire);
  return async (body) => {
    const sent = await send(ROUTES.tillStatusPut, z.null(), { params: { pos_id: posId }, body });
    if (sent.ok) return 'noted';
    return failureOf(sent.error).kind === 'refused' ? 'refused' : 'no_answer';
  };
}
