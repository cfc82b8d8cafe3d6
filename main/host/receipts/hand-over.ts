import { z } from 'zod';
import type { ClientResult } from '../../../shared/client/result.ts';
import { createSender } from '../../../shared/client/send.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import {
  type ReceiptDocument,
  type ReceiptService,
  receiptService,
} from '../../../shared/protocol/receipt.ts';
import { ROUTES } from '../../../shared/protocol/routes.ts';
import type { Stopwatch } from '../../../shared/time/clock.ts';
import type { Kept } from '../adapters/kept-value.ts';
import { systemClock, systemFetch } from '../adapters/machine.ts';
import type { CodedEntry, ReceiptCodes } from '../books/receipt-codes.ts';
import type { TillBooks } from '../books/till-books.ts';
import type { Fiscal } from '../fiscal/fiscal.ts';
import type { TillAccess } from '../service/access.ts';
import {
  AGAIN,
  createRounds,
  type NotTaken,
  notTaken,
  pauseAfter,
} from '../service/hand-over-rounds.ts';
import { documentOf } from './document.ts';

/*
 * The till hands its receipts to the service, so that customers can open them by a link (D-365). The books are the
 * outbox: one number says which receipt was the last, and the next one is made from its entry. Receipts that were issued
 * while the shop did not want it are passed over. One receipt is sent at a time, and no sale waits for it.
 */

/** The service's places for receipts. No call rejects; both answer the address before a receipt's code. */
export type ReceiptSink = {
  readonly address: () => Promise<{ readonly link: string } | NotTaken>;
  readonly put: (
    code: string,
    document: ReceiptDocument,
  ) => Promise<{ readonly link: string } | NotTaken>;
};

export type ReceiptHandOverOptions = {
  readonly keep: Kept<HandedOver>;
  readonly books: Pick<TillBooks, 'books' | 'numbered' | 'receiptNumber' | 'subscribe'>;
  readonly fiscal: Pick<Fiscal, 'mark'>;
  readonly codes: Pick<ReceiptCodes, 'codeOf'>;
  readonly settings: () => TillSettings;
  readonly sink: ReceiptSink;
  readonly clock: Pick<Stopwatch, 'after'>;
  readonly report: (sentence: string) => void;
};

/** The hand-over of a till's receipts. */
export type ReceiptHandOver = {
  /**
   * The address of a receipt's page by the receipt's entry in the books. Null if the shop hands no receipts over, for a
   * receipt that was issued while it did not, for one that the service has refused, and until the service has said its
   * address.
   */
  readonly linkOf: (entry: CodedEntry) => string | null;
  /** The receipts that the service has refused and that have no page, oldest first. */
  readonly refused: () => readonly number[];
  /** Calls `listener` when there may be another link, or one less. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The rules of the shop may be other ones. */
  readonly look: () => void;
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export const HANDED_OVER_FILE = 'receipts-handed-over.json';
/** Pause between two receipts: a till that was offline for days does not fill the service's queue. */
const PACE = 200;

/** How far the hand-over has come. */
export const handedOver = z.object({
  /** The last receipt or refund that the service has taken or refused. */
  receipt: z.int().nonnegative(),
  /** The address before a receipt's code; null until the service has said it. */
  link: z.string().nullable(),
  /**
   * The receipts that were issued while the shop wanted links, oldest first: those after a number and up to another one.
   * `until` is null while the shop wants them.
   */
  wanted: z
    .array(z.object({ after: z.int().nonnegative(), until: z.int().nonnegative().nullable() }))
    .readonly()
    // Files of earlier versions have none.
    .default([{ after: 0, until: null }]),
  /** The newest receipts that the service has refused, oldest first. Files of earlier versions name none. */
  refused: z.array(z.int().positive()).readonly().default([]),
});
type HandedOver = z.output<typeof handedOver>;

/** The shop changes its mind seldom; of the oldest receipts a copy then has no link. */
const WANTED_MAX = 100;
/** More are refused only by a service that takes no receipt at all. */
const REFUSED_MAX = 100;

/** The state after the shop has wanted links, or has not, since `receipt` was the last one. */
function wantedSince(state: HandedOver, isWanted: boolean, receipt: number): HandedOver {
  const last = state.wanted.at(-1);
  if ((last?.until === null) === isWanted) return state;
  const before = state.wanted.slice(0, -1);
  if (last === undefined || (isWanted && last.until !== receipt)) {
    const wanted = [...state.wanted, { after: receipt, until: null }];
    return { ...state, wanted: wanted.slice(-WANTED_MAX) };
  }
  return { ...state, wanted: [...before, { ...last, until: isWanted ? null : receipt }] };
}

/** The receipt that is handed over next; null if there is none up to `receipt`. */
function nextOf(state: HandedOver, receipt: number): number | null {
  const firsts = state.wanted.flatMap(({ after, until }) => {
    const first = Math.max(state.receipt, after) + 1;
    return first <= (until ?? receipt) ? [first] : [];
  });
  return firsts[0] ?? null;
}

/** Hands over each receipt that is issued while the shop wants it, and goes on until `stop`. */
export function openReceiptHandOver(options: ReceiptHandOverOptions): ReceiptHandOver {
  const { keep: file, books, fiscal, codes, settings, sink, clock, report } = options;
  let state = file.read();
  let seen = -1;
  const listeners = new Set<() => void>();
  const rounds = createRounds(handOverNext, clock, (error) =>
    report(`The receipts cannot be read. ${String(error)}`),
  );
  const isWanted = () => settings().receiptLinks === true;

  function keep(next: HandedOver): void {
    const before = state;
    state = next;
    file.write(next, { flush: true });
    if (before?.link !== next.link || before.refused !== next.refused) changed();
  }

  function changed(): void {
    for (const listener of listeners) listener();
  }

  /** Hands over one receipt; answers the pause until the next one. */
  async function handOverNext(): Promise<number | null> {
    if (!isWanted() || state === null) return null;
    if (state.link === null) {
      const said = await sink.address();
      if (typeof said === 'string') return pauseAfter(said);
      keep({ ...state, link: said.link });
    }
    const next = nextOf(state, books.books().receipt);
    if (next === null || rounds.isStopped()) return null;
    const receipt = await read(next);
    if (receipt === 'waiting') return AGAIN;
    const said = receipt === null ? 'refused' : await sink.put(receipt.code, receipt.document);
    if (said === 'no_answer' || said === 'unavailable') return pauseAfter(said);
    if (said === 'refused') {
      report(
        `The service refused receipt R${next}: it has another content of it, or the receipt is too large. Print it if the customer asks for it.`,
      );
    }
    keep({
      ...state,
      receipt: next,
      link: typeof said === 'string' ? state.link : said.link,
      refused: said === 'refused' ? [...state.refused, next].slice(-REFUSED_MAX) : state.refused,
    });
    return PACE;
  }

  /** The receipt as data, and its code; null if there is none of it. */
  async function read(
    number: number,
  ): Promise<{ code: string; document: ReceiptDocument } | 'waiting' | null> {
    const entry = await books.numbered(number);
    if (entry === null) return null;
    const mark = await fiscal.mark(entry.fact.id);
    if (mark?.kind === 'waiting') return 'waiting';
    const of = entry.fact.kind === 'refund' ? entry.fact.of : null;
    const refunds = of === null ? null : await books.receiptNumber(of);
    const document = documentOf(entry, settings(), { mark, refunds });
    return document === null ? null : { code: codes.codeOf(entry), document };
  }

  function look(): void {
    const { receipt } = books.books();
    const wanted = isWanted();
    // What was issued before the shop wanted links has none. Books that were restored begin at their own end.
    if (wanted && (state === null || state.receipt > receipt)) {
      const link = state?.link ?? null;
      keep({ receipt, link, wanted: [{ after: receipt, until: null }], refused: [] });
    }
    const now = state === null ? null : wantedSince(state, wanted, receipt);
    if (now !== null && now !== state) keep(now);
    if (!wanted) {
      seen = -1;
      return;
    }
    if (receipt === seen) return;
    seen = receipt;
    changed();
    rounds.begin();
  }

  const unsubscribe = books.subscribe(look);
  look();
  return {
    linkOf(entry) {
      const { receipt } = entry;
      const { link = null, wanted = [], refused = [] } = state ?? {};
      const isLinked = wanted.some(
        ({ after, until }) => receipt > after && (until === null || receipt <= until),
      );
      return link === null || !isLinked || !isWanted() || refused.includes(receipt)
        ? null
        : `${link}${encodeURIComponent(codes.codeOf(entry))}`;
    },
    refused: () => state?.refused ?? [],
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look,
    settled: rounds.settled,
    stop() {
      listeners.clear();
      unsubscribe();
      return rounds.stop();
    },
  };
}

/** The statuses by which the service says that it will never take this receipt. */
const FINAL: ReadonlySet<number> = new Set([400, 409, 413]);

/** The service, by the till's own credentials. */
export function receiptSinkOf({ baseUrl, identity }: TillAccess, posId: string): ReceiptSink {
  const send = createSender({ ...identity, baseUrl, clock: systemClock, fetch: systemFetch });
  const taken = (sent: ClientResult<ReceiptService>): { readonly link: string } | NotTaken =>
    sent.ok ? { link: sent.value.link_uri } : notTaken(sent.error, FINAL);
  return {
    address: async () => taken(await send(ROUTES.receiptService, receiptService, {})),
    put: async (code, body) => {
      const params = { pos_id: posId, code };
      return taken(await send(ROUTES.receiptPut, receiptService, { params, body }));
    },
  };
}
