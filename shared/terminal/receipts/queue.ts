import type { MerchantClient } from '../../client/client.ts';
import type { Uploaded, Uploader } from '../../client/upload.ts';
import {
  ageOfRecord,
  type DeviceClock,
  elapsed,
  HOUR,
  type Instant,
  instantOf,
} from '../../time/clock.ts';
import { createBackoff } from '../sale/backoff.ts';
import { hasLost, isOver, isPaid, type Sale } from '../sale/sale.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import type { SaleView } from '../sale/state.ts';

/** Renders the receipt of a sale as a PNG image; null if the sale has no receipt. */
export interface ReceiptRenderer {
  render(sale: SaleView): Promise<Uint8Array | null>;
}

/** What the upload of receipts needs. */
export type ReceiptPort = {
  readonly renderer: ReceiptRenderer;
  readonly client: Pick<MerchantClient, 'paymentOutcome'>;
  readonly upload: Uploader;
};

export type ReceiptQueueDeps = {
  /** Null: this till uploads no receipts. */
  readonly port: ReceiptPort | null;
  readonly clock: DeviceClock;
  readonly settings: TerminalSettings;
  readonly viewOf: (sale: Sale) => SaleView;
  readonly onEnd: (saleId: string, how: 'uploaded' | 'given_up') => void;
};

/** Uploads the receipt of every paid sale once. */
export interface ReceiptQueue {
  /** Called after every change; starts the uploads that are due. */
  readonly onChange: (sales: readonly Sale[]) => void;
  readonly stop: () => void;
}

/** The till does not upload a receipt later than this after the sale. */
const UPLOAD_WITHIN = HOUR;

export function createReceiptQueue(deps: ReceiptQueueDeps): ReceiptQueue {
  const { port, clock, settings } = deps;
  const started = new Set<string>();
  const backoff = createBackoff(clock, settings);
  const { signal } = backoff;

  /** Returns null if the upload must be tried again. */
  async function tryOnce(where: Where, picture: Uint8Array, tid: string, to: ReceiptPort) {
    if (where.address === null) {
      const read = { deadline: settings.readDeadline, signal };
      const seen = await to.client.paymentOutcome(tid, {}, read);
      if (!seen.ok) return null;
      if (seen.value.attachment_uri === null) return 'given_up';
      where.address = seen.value.attachment_uri;
      where.doubtful = false;
    }
    const result = await to.upload(where.address, picture, settings.commandDeadline, signal);
    return resultOf(result, where);
  }

  async function uploadUntilDone(sale: Sale, tid: string, to: ReceiptPort): Promise<void> {
    const { id, ended } = sale.facts;
    const picture = await to.renderer.render(deps.viewOf(sale));
    const where: Where = { address: null, doubtful: false };
    const age = ended === null ? 0 : Math.max(0, ageOfRecord(ended, clock.now()));
    const start = clock.ticks();
    const inTime = () => age + elapsed(start, clock.ticks()) < UPLOAD_WITHIN;
    for (let fails = 1; picture !== null && !signal.aborted && inTime(); fails += 1) {
      const how = await tryOnce(where, picture, tid, to);
      if (signal.aborted) return;
      if (how !== null) return deps.onEnd(id, how);
      await backoff.wait(fails);
    }
    if (!signal.aborted) deps.onEnd(id, 'given_up');
  }

  /** A sale that has left the terminal does not come back. */
  function forgetAllBut(sales: readonly Sale[]): void {
    const known = new Set(sales.map(({ facts }) => facts.id));
    for (const id of started) if (!known.has(id)) started.delete(id);
  }

  return {
    onChange: (sales) => {
      if (port === null || signal.aborted) return;
      for (const sale of sales) {
        const { id, created } = sale.facts;
        if (created === null || started.has(id) || !isDue(sale, instantOf(clock.now()))) continue;
        started.add(id);
        const failed = () => deps.onEnd(id, 'given_up');
        uploadUntilDone(sale, created.tid, port).catch(failed);
      }
      if (started.size > sales.length) forgetAllBut(sales);
    },
    stop: backoff.stop,
  };
}

type Where = { address: string | null; doubtful: boolean };

function isDue({ facts }: Sale, now: Instant): boolean {
  if (facts.receipt !== null || !isPaid(facts) || !isOver(facts) || hasLost(facts)) return false;
  return facts.seen?.refunded !== true && now - (facts.ended ?? now) < UPLOAD_WITHIN;
}

/** An address accepts one upload: "gone" after a lost answer means that the upload arrived (D-163). */
function resultOf(result: Uploaded, where: Where): 'uploaded' | 'given_up' | null {
  switch (result) {
    case 'uploaded':
      return 'uploaded';
    case 'gone':
      if (where.doubtful) return 'uploaded';
      where.address = null;
      return null;
    case 'refused':
      return 'given_up';
    case 'silence':
      where.doubtful = true;
      return null;
  }
}
