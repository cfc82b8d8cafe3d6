import { z } from 'zod';
import { type ClientError, type ClientResult, failureOf } from '../../../shared/client/result.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import {
  type ReceiptDocument,
  type ReceiptEmailInput,
  type ReceiptService,
  receiptDocument,
  receiptService,
} from '../../../shared/protocol/receipt.ts';
import { shortNumber } from '../../../shared/protocol/receipt-number.ts';
import { ROUTES } from '../../../shared/protocol/routes.ts';
import type { Stopwatch } from '../../../shared/time/clock.ts';
import type { Kept } from '../adapters/kept-value.ts';
import type { CodedEntry, ReceiptCodes } from '../books/receipt-codes.ts';
import type { TillBooks } from '../books/till-books.ts';
import type { Fiscal } from '../fiscal/fiscal.ts';
import { senderOf, type TillAccess, type Wire } from '../service/access.ts';
import {
  AGAIN,
  createRounds,
  type NotTaken,
  notTaken,
  pauseAfter,
} from '../service/hand-over-rounds.ts';
import { openOnItsWay, sendingOf } from '../service/on-its-way.ts';
import { documentOf } from './document.ts';

/*
 * The till hands its receipts to the service, so that customers can open them by a link (D-365). The books are the
 * outbox: one number says which receipt was the last, and the next one is made from its entry. Receipts that were issued
 * while the shop did not want it are passed over. One receipt is sent at a time, and no sale waits for it.
 */

/** What the service offers: the address before a receipt's code, and whether it sends e-mails. */
export type Offered = { readonly link: string; readonly email: boolean };

/**
 * Why an e-mail was not ordered. `not_yet`: the service does not have the receipt yet. `no_receipt`: it never gets it.
 * `not_offered`: it sends no e-mails, or none for this till. `no_answer`: it may be ordered, and a repeat orders it once.
 */
export type NotOrdered =
  | 'not_yet'
  | 'no_receipt'
  | 'too_often'
  | 'wrong_address'
  | 'not_offered'
  | 'no_answer';

/** The service's places for receipts. No call rejects. */
export type ReceiptSink = {
  readonly address: () => Promise<Offered | NotTaken>;
  readonly put: (code: string, document: ReceiptDocument) => Promise<Offered | NotTaken>;
  readonly email: (code: string, email: ReceiptEmailInput) => Promise<'ordered' | NotOrdered>;
};

export type ReceiptHandOverOptions = {
  readonly keep: Kept<HandedOver>;
  /** The receipt that is sent until the service has answered. */
  readonly onItsWay: Kept<z.output<typeof receiptOnItsWay>>;
  readonly books: Pick<TillBooks, 'books' | 'numbered' | 'receiptNumber' | 'subscribe'>;
  readonly fiscal: Pick<Fiscal, 'mark'>;
  readonly codes: Pick<ReceiptCodes, 'codeOf'>;
  readonly settings: () => TillSettings;
  /** Who closes the periods. At a till that closes by itself nobody presses a key. */
  readonly closes: 'by_person' | 'daily';
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
  /**
   * The receipts that the service has refused, that have no page and that no person has seen, oldest first (D-401). At a
   * till that nobody closes, those of the open period.
   */
  readonly refused: () => readonly number[];
  /** A person has seen the refused receipts up to this one. */
  readonly saw: (receipt: number) => void;
  /** True if the shop hands receipts over, and the service has said that it sends them by e-mail. */
  readonly sendsEmail: () => boolean;
  /** Orders an e-mail of a receipt by the receipt's entry in the books. */
  readonly email: (entry: CodedEntry, email: ReceiptEmailInput) => Promise<'ordered' | NotOrdered>;
  /**
   * Calls `listener` when there may be another link, or one less, or the service sends e-mails now or no more. Returns
   * how to stop.
   */
  readonly subscribe: (listener: () => void) => () => void;
  /** The rules of the shop may be other ones. */
  readonly look: () => void;
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** The receipts that the service has refused, until a person has seen them. */
export type RefusedReceipts = Pick<ReceiptHandOver, 'refused' | 'saw' | 'subscribe'>;

export const HANDED_OVER_FILE = 'receipts-handed-over.json';
export const RECEIPT_ON_ITS_WAY_FILE = 'receipt-on-its-way.json';
export const receiptOnItsWay = sendingOf(receiptDocument);
/** Pause between two receipts: a till that was offline for days does not fill the service's queue. */
const PACE = 200;

/** How far the hand-over has come. */
export const handedOver = z.object({
  /** The last receipt or refund that the service has taken or refused. */
  receipt: z.int().nonnegative(),
  /** The address before a receipt's code; null until the service has said it. */
  link: z.string().nullable(),
  /** Whether the service sends e-mails, as it said last. */
  email: z.boolean(),
  /**
   * The receipts that were issued while the shop wanted links, oldest first: those after a number and up to another one.
   * `until` is null while the shop wants them.
   */
  wanted: z
    .array(z.object({ after: z.int().nonnegative(), until: z.int().nonnegative().nullable() }))
    .readonly(),
  /** The newest receipts that the service has refused, oldest first. */
  refused: z.array(z.int().positive()).readonly(),
  /** The last refused receipt that a person has seen; 0 for none. */
  refused_seen: z.int().nonnegative(),
});
type HandedOver = z.output<typeof handedOver>;

/** The shop changes its mind seldom; of the oldest receipts a copy then has no link. */
const WANTED_MAX = 100;
/** More are refused only by a service that takes no receipt at all. */
const REFUSED_MAX = 100;

/** The refused receipts that no person has seen. */
export const unseenOf = ({ refused, refused_seen: seen }: HandedOver): readonly number[] =>
  refused.filter((receipt) => receipt > seen);

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
  const { keep: file, books, fiscal, codes, settings, closes, sink, clock, report } = options;
  const onItsWay = openOnItsWay(options.onItsWay);
  let state = file.read();
  let seen = -1;
  const listeners = createListeners();
  const changed = listeners.tell;
  const rounds = createRounds(handOverNext, clock, (error) =>
    report(`The receipts cannot be read. ${String(error)}`),
  );
  const isWanted = () => settings().receiptLinks === true;

  function keep(next: HandedOver): void {
    file.write(next, { flush: true });
    take(next);
  }

  function take(next: HandedOver): void {
    const before = state;
    state = next;
    const members = ['link', 'email', 'refused', 'refused_seen'] as const;
    if (members.some((member) => before?.[member] !== next[member])) changed();
  }

  /** Hands over one receipt; answers the pause until the next one. */
  async function handOverNext(): Promise<number | null> {
    if (!isWanted() || state === null) return null;
    if (state.link === null) {
      const said = await sink.address();
      if (typeof said === 'string') return pauseAfter(said);
      keep({ ...state, ...said });
    }
    const next = nextOf(state, books.books().receipt);
    if (next === null || rounds.isStopped()) return null;
    const receipt = await read(next);
    if (typeof receipt === 'string') return AGAIN;
    const said = receipt === null ? 'refused' : await sink.put(receipt.code, receipt.document);
    if (said === 'no_answer' || said === 'unavailable') return pauseAfter(said);
    const answered = {
      ...state,
      receipt: next,
      ...(typeof said === 'string' ? {} : said),
      refused: said === 'refused' ? [...state.refused, next].slice(-REFUSED_MAX) : state.refused,
    };
    file.write(answered, { flush: true });
    // A till that is killed begins with what the disk has. It must still have this receipt as it was sent then (D-410).
    if (file.read()?.receipt !== next) return AGAIN;
    take(answered);
    onItsWay.answered();
    if (said === 'refused') {
      report(
        `The service refused receipt ${shortNumber(next)}: it has another content of it, or the receipt is too large. Print it if the customer asks for it.`,
      );
    }
    return PACE;
  }

  /** The receipt as it is sent, and its code; null if there is none of it. */
  async function read(
    number: number,
  ): Promise<{ code: string; document: ReceiptDocument } | 'waiting' | 'not_kept' | null> {
    const entry = await books.numbered(number);
    if (entry === null) return null;
    const mark = await fiscal.mark(entry.fact.id);
    if (mark?.kind === 'waiting') return 'waiting';
    const of = entry.fact.kind === 'refund' ? entry.fact.of : null;
    const refunds = of === null ? null : await books.receiptNumber(of);
    // The code depends on the entry, so what is on its way belongs to this receipt and to no other one.
    const code = codes.codeOf(entry);
    const document = onItsWay.sent(code, () => documentOf(entry, settings(), { mark, refunds }));
    return document === null || document === 'not_kept' ? document : { code, document };
  }

  function look(): void {
    const { receipt } = books.books();
    const wanted = isWanted();
    // What was issued before the shop wanted links has none. Books that were restored begin at their own end.
    if (wanted && (state === null || state.receipt > receipt)) {
      const { link = null, email = false } = state ?? {};
      const wanted = [{ after: receipt, until: null }];
      keep({ receipt, link, email, wanted, refused: [], refused_seen: 0 });
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

  function refusedNow(): readonly number[] {
    const unseen = state === null ? [] : unseenOf(state);
    if (closes === 'by_person') return unseen;
    const { receipts } = books.books().period;
    return receipts === null ? [] : unseen.filter((receipt) => receipt >= receipts.first);
  }

  /** True for a receipt that has a page or gets one: issued while the shop wanted links, if it wants them now. */
  function isLinked(receipt: number): boolean {
    const { wanted = [], refused = [] } = state ?? {};
    return (
      isWanted() &&
      !refused.includes(receipt) &&
      wanted.some(({ after, until }) => receipt > after && (until === null || receipt <= until))
    );
  }

  const unsubscribe = books.subscribe(look);
  look();
  return {
    linkOf(entry) {
      const link = state?.link ?? null;
      return link === null || !isLinked(entry.receipt)
        ? null
        : `${link}${encodeURIComponent(codes.codeOf(entry))}`;
    },
    refused: refusedNow,
    saw(receipt) {
      // A screen can name a receipt of books that were replaced since, and an older one than another screen has named.
      const seen = state?.refused.includes(receipt) === true ? receipt : 0;
      if (state !== null && seen > state.refused_seen) keep({ ...state, refused_seen: seen });
    },
    sendsEmail: () => isWanted() && state?.email === true,
    subscribe: listeners.subscribe,
    email: async (entry, email) =>
      isLinked(entry.receipt) ? sink.email(codes.codeOf(entry), email) : 'no_receipt',
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

/** What a failed order of an e-mail means to the cashier. */
function notOrdered(error: ClientError): NotOrdered {
  const failure = failureOf(error);
  switch (failure.kind) {
    case 'no_answer':
    case 'unexpected':
      return 'no_answer';
    case 'too_many':
      return 'too_often';
    case 'refused':
      if (failure.status === 404) return 'not_yet';
      return failure.status === 400 ? 'wrong_address' : 'not_offered';
  }
}

/** The service, by the till's own credentials. */
export function receiptSinkOf(access: TillAccess, posId: string, wire: Wire): ReceiptSink {
  const send = senderOf(access, wire);
  const taken = (sent: ClientResult<ReceiptService>): Offered | NotTaken =>
    sent.ok ? { link: sent.value.link_uri, email: sent.value.email } : notTaken(sent.error, FINAL);
  return {
    address: async () => taken(await send(ROUTES.receiptService, receiptService, {})),
    put: async (code, body) => {
      const params = { pos_id: posId, code };
      return taken(await send(ROUTES.receiptPut, receiptService, { params, body }));
    },
    email: async (code, body) => {
      const params = { pos_id: posId, code };
      const sent = await send(ROUTES.receiptEmail, z.null(), { params, body });
      return sent.ok ? 'ordered' : notOrdered(sent.error);
    },
  };
}
