import type { Logger } from 'pino';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { type Clock, type DueSource, HOUR, type Instant, MINUTE } from '../../shared/time/clock.ts';
import type { DueEmail, ReceiptStore, StoredReceipt } from '../store/receipt-store.ts';
import type { Store } from '../store/store.ts';
import { type MailResult, type MailTransport, receiptMail } from './mail.ts';
import { documentOf, type Receipts } from './receipts.ts';

export type ReceiptMailerDeps = {
  readonly store: Pick<Store, 'receipts'>;
  readonly clock: Clock;
  /** Real time, for the bound of an attempt. */
  readonly wall: Clock;
  readonly receipts: Pick<Receipts, 'addressOf' | 'onOrder'>;
  /** Null without a mail server: this process claims nothing, and ends the orders that nobody has sent in time. */
  readonly transport: MailTransport | null;
  readonly log: Logger;
};

export interface ReceiptMailer {
  /** Begins the attempts that are due, in the rounds of due work. A round does not wait for the mail server. */
  readonly due: DueSource;
  /** Calls `listener` after each order that has ended. */
  onEnded(listener: (state: EndedEmail) => void): void;
  /** After the last round: waits for the attempts in flight, and gives up waiting after `grace` ms. */
  stop(grace: number): Promise<void>;
}

/** How an order ends. */
export type EndedEmail = 'sent' | 'failed';

/** The wait after each attempt; the last one counts for all that follow. */
const WAITS: readonly number[] = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
/** Longer than an attempt, so that no other process claims an order that is under way. */
const LEASE = LIMITS.emailTimeout + MINUTE;

/** What follows an attempt: an order ends when it was sent or refused, or a day after it was made. */
export function emailVerdict(
  { tries, at }: Pick<DueEmail, 'tries' | 'at'>,
  result: MailResult,
  now: Instant,
): { readonly state: EndedEmail } | { readonly state: 'waiting'; readonly due: Instant } {
  if (result.kind === 'sent') return { state: 'sent' };
  const due = now + (WAITS[tries] ?? 4 * HOUR);
  if (result.kind === 'refused' || due > at + LIMITS.emailLife) return { state: 'failed' };
  return { state: 'waiting', due };
}

/**
 * Sends receipts by e-mail (D-363). The queue is the table of orders, so a restart loses nothing; a lease gives each
 * order to one process. A process that dies during an attempt leaves the order to its next one.
 */
export function createReceiptMailer(deps: ReceiptMailerDeps): ReceiptMailer {
  const orders = deps.store.receipts;
  return deps.transport === null
    ? withoutServer(deps, orders)
    : withServer(deps, orders, deps.transport);
}

/** A process that sends nothing leaves each order to those that do, for as long as it may be sent. */
function withoutServer({ clock }: ReceiptMailerDeps, orders: ReceiptStore): ReceiptMailer {
  const ended = new Set<(state: EndedEmail) => void>();
  return {
    due: {
      async run() {
        const now = clock.now();
        const count = await orders.giveUp(now, now - LIMITS.emailLife);
        for (let one = 0; one < count; one += 1) for (const listener of ended) listener('failed');
      },
      // The sweep of due work is often enough for it.
      nextDue: async () => null,
      onDue: () => () => {},
    },
    onEnded: (listener) => void ended.add(listener),
    stop: async () => undefined,
  };
}

function withServer(
  { clock, wall, receipts, log }: ReceiptMailerDeps,
  orders: ReceiptStore,
  transport: MailTransport,
): ReceiptMailer {
  const underWay = new Set<Promise<void>>();
  const listeners = new Set<(due: Instant) => void>();
  const ended = new Set<(state: EndedEmail) => void>();
  const stopping = new AbortController();

  async function attempt(email: DueEmail): Promise<void> {
    const receipt = await orders.read(email.merchantId, email.hash);
    // Removed with its orders.
    if (receipt === null) return;
    const result = await tried(email, receipt);
    if (result === null) return await orders.later(email, clock.now(), false);
    const verdict = emailVerdict(email, result, clock.now());
    if (verdict.state === 'waiting') await orders.later(email, verdict.due, true);
    else {
      await orders.end(email, verdict.state);
      for (const listener of ended) listener(verdict.state);
    }
    if (result.kind === 'sent') return;
    const about = { merchant: email.merchantId, pos: receipt.posId, problem: result.problem };
    log.warn({ ...about, state: verdict.state }, 'a receipt was not sent by e-mail');
  }

  /** The result of one attempt. What goes wrong in it counts as an attempt, so that each order and its address end. */
  async function tried(email: DueEmail, receipt: StoredReceipt): Promise<MailResult | null> {
    try {
      const mail = receiptMail(documentOf(receipt), email, receipts.addressOf(receipt.code));
      return await bounded(transport.send(mail), wall, stopping.signal);
    } catch (error) {
      log.error({ error }, 'sending a receipt by e-mail has failed');
      return { kind: 'failed', problem: 'the e-mail was not made' };
    }
  }

  function begin(email: DueEmail): void {
    const work: Promise<void> = attempt(email)
      .catch((error: unknown) => log.error({ error }, 'sending a receipt by e-mail has failed'))
      .finally(() => {
        underWay.delete(work);
        for (const listener of listeners) listener(clock.now());
      });
    underWay.add(work);
  }

  const room = () => LIMITS.emailsAtOnce - underWay.size;

  return {
    due: {
      async run() {
        if (room() <= 0) return;
        const now = clock.now();
        for (const email of await orders.claim(now, now + LEASE, room())) begin(email);
      },
      // Without room the end of an attempt begins the next round.
      nextDue: async () => (room() <= 0 ? null : orders.nextDue()),
      onDue(listener) {
        listeners.add(listener);
        const forget = receipts.onOrder(listener);
        return () => {
          listeners.delete(listener);
          forget();
        };
      },
    },
    onEnded: (listener) => void ended.add(listener),
    async stop(grace) {
      const cut = wall.after(grace, () => stopping.abort());
      await Promise.all(underWay);
      cut();
    },
  };
}

/** The result of an attempt, or that it took too long; null if the service stops. */
function bounded(
  sending: Promise<MailResult>,
  wall: Clock,
  stopping: AbortSignal,
): Promise<MailResult | null> {
  return new Promise((resolve, reject) => {
    const stopped = () => end(null);
    const problem = `no answer within ${LIMITS.emailTimeout} ms`;
    const cancel = wall.after(LIMITS.emailTimeout, () => end({ kind: 'failed', problem }));
    const end = (result: MailResult | null) => {
      cancel();
      stopping.removeEventListener('abort', stopped);
      resolve(result);
    };
    stopping.addEventListener('abort', stopped, { once: true });
    if (stopping.aborted) end(null);
    sending.then(end, reject);
  });
}
