import type { BookEntry, BookFact } from '../../../shared/books/entry.ts';
import {
  type FiscalAct,
  type FiscalFailure,
  type FiscalSignature,
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
import {
  type EntryId,
  fiscalCancelId,
  fiscalEndId,
  fiscalStartId,
  fiscalUse,
  paymentIn,
  paymentOf,
  secondEntryOf,
  transactionName,
} from '../../../shared/ids/host-ids.ts';
import { dropOldest } from '../../../shared/limits/drop-oldest.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
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
  permit(receipt: EntryId): Promise<Answer<() => void>>;
  /**
   * What a receipt or a refund says of the device, by the id of its entry. It waits as long as one answer of the device
   * may take. Null for an entry from a time without a device.
   */
  mark(id: EntryId): Promise<FiscalMark | null>;
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
  readonly books: Pick<
    TillBooks,
    'books' | 'book' | 'entryById' | 'subscribe' | 'periods' | 'read'
  >;
  /** Null for a till without a device: transactions of an earlier one are left to it. */
  readonly rule: WithoutDevice | null;
  readonly device: FiscalDevice;
  /** The till's id at the device. */
  readonly till: string;
  /** True while a payment, named by the id of its receipt, can still move money. */
  readonly isLive: (payment: EntryId) => boolean;
  readonly clock: DeviceClock;
  readonly report: (sentence: string) => void;
};

/** Pause before what the device did not do is asked again. */
const AGAIN = 5 * SECOND;
/** A receipt waits for the start and the end of its transaction, for the repeat of a lost end, and for the disk. */
const MARK_WAIT = 3 * FISCAL_TIMEOUT + SECOND;
/** Signed transactions of this run and of the open period that are compared with a new one. */
const SIGNED_MAX = 1_000;

/** Opens the fiscal device of a till: from now on each payment has a transaction. */
export async function openFiscal(options: FiscalOptions): Promise<Fiscal> {
  const { books, rule, device, till, isLive, clock, report } = options;
  const held = new Map<string, number>();
  const listeners = createListeners();
  const tell = listeners.tell;
  /** The number that the device gave a transaction at its start. */
  const numbers = new Map<string, number | undefined>();
  const signed = createSigned();
  if (rule !== null) await readSigned(signed, books, report);
  /** Transactions of paid receipts that the device was asked for and did not sign, and why; the shop sells nothing then. */
  const owed = new Map<string, FiscalFailure>();
  const whyOwed = (): FiscalFailure | null => owed.values().next().value ?? null;
  let problem: FiscalView['problem'] = null;
  /** False while the device may have transactions that the books have ended. */
  let isTidy = rule === null;
  let round: Promise<void> | null = null;
  let isAgain = false;
  let timer: CancelTimer | null = null;
  let isStopped = false;

  const open = () => books.books().fiscal;

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
    if (order.do === 'start' && said?.ok === true) {
      numbers.set(order.transaction, said.number);
      dropOldest(numbers, SIGNED_MAX);
    }
    return said;
  }

  function problemOf(order: FiscalOrder, said: FiscalAnswer | null): FiscalView['problem'] {
    if (said === null) return 'no_answer';
    if (!said.ok && said.why === 'full') return 'full';
    // Whatever else it does: the shop does not sell while a paid receipt gets no signature.
    const owedFor = whyOwed();
    if (owedFor !== null) return owedFor;
    // A full device still answers everything else.
    if (problem === 'full' && !(order.do === 'start' && said.ok)) return 'full';
    // A device that does not know or not accept one transaction works.
    return null;
  }

  /** Books an act once. False if the disk refuses. */
  async function book(id: EntryId, act: FiscalAct, isWanted: () => boolean): Promise<boolean> {
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
    const entry =
      (await books.entryById(payment)) ?? (await books.entryById(secondEntryOf(payment)));
    const receipt = entry === null ? null : receiptOf(entry, books.books().currency);
    if (receipt === null) return true;
    const first = await finish(transaction, receipt);
    // A repeat does nothing twice: a receipt has its signature at once if only the answer was lost.
    const isLost = first === 'no_answer' || first === 'another';
    const ended = isLost ? await finish(transaction, receipt) : first;
    const signature = typeof ended === 'string' ? null : ended;
    const why = ended === 'no_answer' || ended === 'full' ? ended : 'refused';
    if (signature === null && rule !== 'sell_and_mark') {
      owed.set(transaction, why);
      note(why);
      return false;
    }
    // The device may still have it open.
    if (signature === null) isTidy = false;
    const of = transaction;
    const end: FiscalAct =
      signature === null ? { act: 'failed', of, why } : { act: 'signed', of, ...signature };
    const isBooked = await book(fiscalEndId(payment), end, () => open().unsigned.has(of));
    if (isBooked && signature !== null) {
      numbers.delete(of);
      signed.add(of, signature);
      owed.delete(of);
      if (problem !== 'full' && whyOwed() === null) note(null);
    }
    return isBooked;
  }

  /** Ends a transaction. `another`: the signature in the answer is not of this one. */
  async function finish(
    transaction: string,
    receipt: FiscalReceipt,
  ): Promise<FiscalSignature | FiscalFailure | 'another'> {
    const request = { do: 'finish', transaction, receipt } as const;
    // The number is not known of a refund, after a restart, or if the start was not answered.
    if (!numbers.has(transaction)) {
      const started = await ask({ do: 'start', transaction });
      if (started?.ok !== true) return whyNot(started);
    }
    const said = await ask(request);
    if (said !== null && !said.ok && said.why === 'unknown') numbers.delete(transaction);
    const signature = said === null ? null : signatureIn(said);
    if (signature === null) return whyNot(said);
    return isOf(transaction, signature) ? signature : 'another';
  }

  /** A signature belongs to the transaction that has its number, and neither of them to another one. */
  const isOf = (transaction: string, signature: FiscalSignature): boolean =>
    numbers.get(transaction) === signature.number && signed.isFree(transaction, signature);

  async function cancel(transaction: string): Promise<boolean> {
    const isOpen = () => open().started.has(transaction) && !isBusy(transaction);
    // What is paid is booked first: then its transaction waits for a signature.
    const known = await books.book(null, () => ({ facts: [], value: isOpen() }));
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
    let isSigned = true;
    for (const transaction of open().unsigned) {
      if (await sign(transaction)) continue;
      // A receipt that the device does not accept holds up no other one.
      if (owed.get(transaction) !== 'refused') return false;
      isSigned = false;
    }
    for (const transaction of open().started) {
      if (!isBusy(transaction) && !(await cancel(transaction))) return false;
    }
    return ((isTidy && problem === null) || (await tidy())) && isSigned;
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
  async function begin(payment: EntryId): Promise<string | null> {
    const at = instantOf(clock.now());
    const booked = await books.book(null, ({ fiscal }, isBooked) => {
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

  function hold(payment: EntryId): () => void {
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
  /** Ends what the last run left open: until then it is not known whether the device owes a signature. */
  const firstRound: Promise<void> | null = round;
  return {
    async permit(receipt) {
      const payment = paymentOf(receipt);
      // While the device does not work, a sale that it cannot stop does not wait for it.
      if (rule === null || (rule === 'sell_and_mark' && problem !== null)) return answer(NOTHING);
      if (rule === 'block_sales') await firstRound;
      const before = whyOwed();
      if (before !== null) return BLOCKED[before];
      const release = hold(payment);
      const transaction = await begin(payment);
      const said = transaction === null ? null : await ask({ do: 'start', transaction });
      const why = said?.ok === true ? whyOwed() : whyNot(said);
      if (why === null || rule === 'sell_and_mark') return answer(release);
      release();
      return transaction === null ? refuseTill('books_not_saved') : BLOCKED[why];
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
    subscribe: listeners.subscribe,
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

/** Whose each signature and each number of a device is (D-479). */
function createSigned() {
  const owners = new Map<string, string>();
  const namesOf = ({ device, number, signature }: FiscalSignature) => [
    JSON.stringify([signature]),
    JSON.stringify([device, number]),
  ];
  return {
    add(transaction: string, signature: FiscalSignature): void {
      const names = namesOf(signature);
      for (const name of names) owners.set(name, transaction);
      dropOldest(owners, names.length * SIGNED_MAX);
    },
    isFree: (transaction: string, signature: FiscalSignature): boolean =>
      namesOf(signature).every((name) => (owners.get(name) ?? transaction) === transaction),
  };
}

/** Reads what the open period has signed: a device that was restarted may give a signature or a number again. */
async function readSigned(
  signed: ReturnType<typeof createSigned>,
  books: Pick<TillBooks, 'periods' | 'read'>,
  report: FiscalOptions['report'],
): Promise<void> {
  try {
    const period = (await books.periods()).at(-1);
    for (const { fact } of period === undefined ? [] : await books.read(period)) {
      if (fact.kind === 'fiscal' && fact.act === 'signed') signed.add(fact.of, fact);
    }
  } catch (error) {
    report(`The signatures of the open period cannot be read. ${String(error)}`);
  }
}

/** Books that a device is used from now on, by which rule, or that none is used any more. False if the disk refuses. */
async function bookUse(
  books: FiscalOptions['books'],
  rule: WithoutDevice | null,
  clock: DeviceClock,
): Promise<boolean> {
  const booked = await books.book(null, ({ fiscal, entry }) => {
    const at = instantOf(clock.now());
    const common = { kind: 'fiscal', id: fiscalUse(entry + 1), at, by: '' } as const;
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
    method: fact.method.kind,
    vat: fact.vat.map(({ vatRate, total, vat }) => ({ rate: vatRate, total, vat })),
  };
}
