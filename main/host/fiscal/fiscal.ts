import type { BookEntry, BookFact } from '../../../shared/books/entry.ts';
import {
  type FiscalAct,
  type FiscalFailure,
  type FiscalSignature,
  fiscalCancelId,
  fiscalEndId,
  fiscalStartId,
  paymentIn,
  paymentOf,
  transactionName,
  transactionOf,
  type WithoutDevice,
} from '../../../shared/books/fiscal.ts';
import { movedBy } from '../../../shared/books/receipts.ts';
import type {
  FiscalAnswer,
  FiscalOrder,
  FiscalReceipt,
} from '../../../shared/device/fiscal/protocol.ts';
import type { FiscalView } from '../../../shared/device/fiscal/view.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import {
  type CancelTimer,
  type DeviceClock,
  instantOf,
  SECOND,
} from '../../../shared/time/clock.ts';
import type { TillBooks } from '../books/till-books.ts';
import { untilBooks } from '../books/until-books.ts';
import { FISCAL_TIMEOUT, type FiscalDevice } from './device.ts';

/*
 * The fiscal device of a till (D-330). The books are the authority: a transaction is booked before the device starts
 * it, a receipt waits for its signature from its own entry on, and the end is booked once. Everything that a power cut
 * or an absent device leaves open is found in the books and ended by the same round.
 */

export interface Fiscal {
  /**
   * Books the transaction of a payment and asks the device to start it, before the payment has its first record. The
   * payment is named by the id that its receipt will have. The caller calls the function of the answer when the record
   * is written, or when there will be none. Refuses if the shop does not sell without the device.
   */
  permit(receipt: string): Promise<Answer<() => void>>;
  /**
   * What a receipt or a refund says of the device, by the id of its entry. It waits as long as one answer of the device
   * may take. Null for an entry from a time without a device.
   */
  mark(id: string): Promise<FiscalMark | null>;
  /** A payment has ended or changed: what it leaves open is ended. */
  look(): void;
  /** Null for a till without a device. */
  view(): FiscalView | null;
  /** Calls `listener` after every change of the view. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  stop(): Promise<void>;
}

/** `waiting`: the device has not signed it yet. */
export type FiscalMark =
  | ({ readonly kind: 'signed' } & FiscalSignature)
  | { readonly kind: 'failed' }
  | { readonly kind: 'waiting' };

export type FiscalOptions = {
  readonly books: Pick<TillBooks, 'books' | 'book' | 'entryById' | 'subscribe'>;
  /** Null for a till without a device: transactions of an earlier one are left to it. */
  readonly rule: WithoutDevice | null;
  readonly device: FiscalDevice;
  /** The till's id at the device. */
  readonly till: string;
  /** True while a payment, named by the id of its receipt, can still move money. */
  readonly isLive: (payment: string) => boolean;
  readonly clock: DeviceClock;
  readonly report: (sentence: string) => void;
};

/** Pause before what the device did not do is asked again. */
const AGAIN = 5 * SECOND;
/** A receipt waits for the start and the end of its transaction, and for the disk. */
const MARK_WAIT = 2 * FISCAL_TIMEOUT + SECOND;

/** Opens the fiscal device of a till: from now on each payment has a transaction. */
export async function openFiscal(options: FiscalOptions): Promise<Fiscal> {
  const { books, rule, device, till, isLive, clock, report } = options;
  const held = new Map<string, number>();
  const listeners = new Set<() => void>();
  let problem: FiscalView['problem'] = null;
  /** False while the device may have transactions that the books have ended. */
  let isTidy = rule === null;
  let round: Promise<void> | null = null;
  let isAgain = false;
  let timer: CancelTimer | null = null;
  let isStopped = false;

  const open = () => books.books().fiscal;

  function tell(): void {
    for (const listener of listeners) listener();
  }

  function note(next: FiscalView['problem']): void {
    if (problem === next) return;
    problem = next;
    report(
      next === null
        ? 'The fiscal device works again.'
        : `The fiscal device does not do what the till asks: ${next}.`,
    );
    tell();
  }

  async function ask(order: FiscalOrder): Promise<FiscalAnswer | null> {
    const said = await device({ till, ...order });
    note(problemOf(order, said));
    return said;
  }

  function problemOf(order: FiscalOrder, said: FiscalAnswer | null): FiscalView['problem'] {
    if (said === null) return 'no_answer';
    if (!said.ok && said.why === 'full') return 'full';
    // A full device still answers everything else.
    if (problem === 'full' && !(order.do === 'start' && said.ok)) return 'full';
    // A device that does not know or not accept one transaction works.
    return null;
  }

  /** Books an act once. False if the disk refuses. */
  async function book(id: string, act: FiscalAct, isWanted: () => boolean): Promise<boolean> {
    const at = instantOf(clock.now());
    const fact: BookFact = { kind: 'fiscal', id, at, by: '', ...act };
    const booked = await books.book(id, (_, isBooked) => {
      return { facts: isBooked(id) || !isWanted() ? [] : [fact], value: null };
    });
    return booked.ok;
  }

  /** True if this transaction is settled; false if it must be tried again later. */
  async function sign(transaction: string): Promise<boolean> {
    const payment = paymentIn(transaction);
    const entry = (await books.entryById(payment)) ?? (await books.entryById(`${payment}.s`));
    const receipt = entry === null ? null : receiptOf(entry, books.books().currency);
    if (receipt === null) return true;
    const said = await finish(transaction, receipt);
    const signature = said === null ? null : signatureIn(said);
    const why = whyNot(said);
    const isFinal = why === 'refused' || rule === 'sell_and_mark';
    if (signature === null && !isFinal) return false;
    // The device may still have it open.
    if (signature === null) isTidy = false;
    const of = transaction;
    const end: FiscalAct =
      signature === null ? { act: 'failed', of, why } : { act: 'signed', of, ...signature };
    return book(fiscalEndId(payment), end, () => open().unsigned.has(of));
  }

  async function finish(transaction: string, receipt: FiscalReceipt): Promise<FiscalAnswer | null> {
    const request = { do: 'finish', transaction, receipt } as const;
    const said = await ask(request);
    if (said === null || said.ok || said.why !== 'unknown') return said;
    // A refund, or a payment whose start the device has not got.
    const started = await ask({ do: 'start', transaction });
    return started?.ok === true ? ask(request) : started;
  }

  async function cancel(transaction: string): Promise<boolean> {
    const isOpen = () => open().started.has(transaction) && !isBusy(transaction);
    // What is paid is booked first: then its transaction waits for a signature.
    const known = await books.book('', () => ({ facts: [], value: isOpen() }));
    if (!known.ok) return false;
    if (!known.value) return true;
    const said = await ask({ do: 'cancel', transaction });
    if (said === null || (!said.ok && said.why === 'full')) return false;
    return book(fiscalCancelId(transaction), { act: 'cancelled', of: transaction }, isOpen);
  }

  function isBusy(transaction: string): boolean {
    const payment = paymentIn(transaction);
    return held.has(payment) || isLive(payment);
  }

  /** Cancels what the device has open and the books have ended. */
  async function tidy(): Promise<boolean> {
    const said = await ask({ do: 'status' });
    if (said === null || !said.ok) return false;
    isTidy = true;
    for (const transaction of said.open ?? []) {
      const { started, unsigned } = open();
      if (started.has(transaction) || unsigned.has(transaction)) continue;
      if ((await ask({ do: 'cancel', transaction })) === null) isTidy = false;
    }
    return isTidy;
  }

  async function settle(): Promise<boolean> {
    if (!(await bookUse(books, rule, clock))) return false;
    for (const transaction of open().unsigned) if (!(await sign(transaction))) return false;
    for (const transaction of open().started) {
      if (!isBusy(transaction) && !(await cancel(transaction))) return false;
    }
    return (isTidy && problem === null) || tidy();
  }

  /** Ends what can be ended now, and tries the rest again later. */
  function look(): void {
    if (isStopped || rule === null) return;
    if (round !== null) {
      isAgain = true;
      return;
    }
    isAgain = false;
    round = settle()
      .catch((error: unknown) => {
        report(`The fiscal transactions cannot be read. ${String(error)}`);
        return false;
      })
      .then((isDone) => {
        round = null;
        if (isDone && isAgain) look();
        else if (!isDone) later();
      });
  }

  function later(): void {
    if (timer !== null || isStopped) return;
    timer = clock.after(AGAIN, () => {
      timer = null;
      look();
    });
  }

  /** Books the transaction of a payment, or finds the one that it has. Null if the disk refuses. */
  async function begin(payment: string): Promise<string | null> {
    const at = instantOf(clock.now());
    const booked = await books.book('', ({ fiscal }, isBooked) => {
      const known = transactionOf(fiscal.started, payment);
      if (known !== null) return { facts: [], value: known };
      let attempt = 1;
      while (isBooked(fiscalStartId(transactionName(payment, attempt)))) attempt += 1;
      const of = transactionName(payment, attempt);
      const id = fiscalStartId(of);
      const fact: BookFact = { kind: 'fiscal', id, at, by: '', act: 'start', of };
      return { facts: [fact], value: of };
    });
    return booked.ok ? booked.value : null;
  }

  function hold(payment: string): () => void {
    held.set(payment, (held.get(payment) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (held.get(payment) ?? 1) - 1;
      if (left === 0) held.delete(payment);
      else held.set(payment, left);
      look();
    };
  }

  const changed = () => {
    tell();
    look();
  };

  await bookUse(books, rule, clock);
  const stop = rule === null ? NOTHING : books.subscribe(changed);
  look();
  return {
    async permit(receipt) {
      const payment = paymentOf(receipt);
      // While the device does not work, a sale that it cannot stop does not wait for it.
      if (rule === null || (rule === 'sell_and_mark' && problem !== null)) return answer(NOTHING);
      const release = hold(payment);
      const transaction = await begin(payment);
      const said = transaction === null ? null : await ask({ do: 'start', transaction });
      if (said?.ok === true || rule === 'sell_and_mark') return answer(release);
      release();
      return transaction === null ? refuseTill('books_not_saved') : BLOCKED[whyNot(said)];
    },
    async mark(id) {
      const payment = paymentOf(id);
      const isWaiting = () => transactionOf(open().unsigned, payment) !== null;
      // Nobody signs it any more on a till without a device.
      if (!isStopped && rule !== null)
        await untilBooks(books, clock, MARK_WAIT, () => !isWaiting());
      if (isWaiting()) return { kind: 'waiting' };
      const end = await books.entryById(fiscalEndId(payment));
      return end === null ? null : markOf(end);
    },
    look,
    view: () => (rule === null ? null : { without: rule, problem, unsigned: open().unsigned.size }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      isStopped = true;
      timer?.();
      stop();
      await round;
      listeners.clear();
    },
  };
}

const NOTHING = () => undefined;
const BLOCKED = {
  no_answer: refuseTill('fiscal_no_answer'),
  full: refuseTill('fiscal_full'),
  refused: refuseTill('fiscal_refused'),
} as const;

/** Books that a device is used from now on, by which rule, or that none is used any more. False if the disk refuses. */
async function bookUse(
  books: FiscalOptions['books'],
  rule: WithoutDevice | null,
  clock: DeviceClock,
): Promise<boolean> {
  const booked = await books.book('', ({ fiscal, entry }) => {
    const at = instantOf(clock.now());
    const common = { kind: 'fiscal', id: `fiscal.use.${entry + 1}`, at, by: '' } as const;
    if (fiscal.without === rule) return { facts: [], value: null };
    const fact: BookFact =
      rule === null ? { ...common, act: 'off' } : { ...common, act: 'on', without: rule };
    return { facts: [fact], value: null };
  });
  return booked.ok;
}

function whyNot(said: FiscalAnswer | null): FiscalFailure {
  if (said === null) return 'no_answer';
  return !said.ok && said.why === 'full' ? 'full' : 'refused';
}

function signatureIn(said: FiscalAnswer): FiscalSignature | null {
  if (!said.ok) return null;
  const { device, number, signature, time } = said;
  if (device === undefined || number === undefined) return null;
  if (signature === undefined || time === undefined) return null;
  return { device, number, signature, time };
}

function markOf({ fact }: BookEntry): FiscalMark | null {
  if (fact.kind !== 'fiscal') return null;
  if (fact.act === 'failed') return { kind: 'failed' };
  if (fact.act !== 'signed') return null;
  const { device, number, signature, time } = fact;
  return { kind: 'signed', device, number, signature, time };
}

/** What the device signs of an entry; null for an entry that is no receipt and no refund. */
function receiptOf({ fact, receipt }: BookEntry, currency: string): FiscalReceipt | null {
  if ((fact.kind !== 'receipt' && fact.kind !== 'refund') || receipt === null) return null;
  return {
    kind: fact.kind,
    number: receipt,
    at: new Date(fact.at).toISOString(),
    currency,
    total: movedBy(fact),
    means: fact.means.kind,
    vat: fact.vat.map(({ vatRate, total, vat }) => ({ rate: vatRate, total, vat })),
  };
}
