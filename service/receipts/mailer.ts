import type { Logger } from 'pino';
import { Circuit } from '../../shared/limits/circuit.ts';
import { Turns } from '../../shared/limits/turns.ts';
import { createListeners, type Listeners } from '../../shared/objects/listeners.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import {
  type Clock,
  type DueSource,
  HOUR,
  type Instant,
  MINUTE,
  SECOND,
} from '../../shared/time/clock.ts';
import type { DueEmail, ReceiptStore, StoredReceipt } from '../store/receipt-store.ts';
import type { Store } from '../store/store.ts';
import { type Mail, type MailResult, type MailTransport, receiptMail } from './mail.ts';
import type { Receipts } from './receipts.ts';

export type ReceiptMailerDeps = {
  readonly store: Pick<Store, 'receipts'>;
  readonly clock: Clock;
  /** Real time, for the bound of an attempt. */
  readonly wall: Clock;
  readonly receipts: Pick<Receipts, 'addressOf' | 'shown' | 'onOrder'>;
  /** Null without a mail server: this process claims nothing, and ends the orders that nobody has sent in time. */
  readonly transport: MailTransport | null;
  readonly log: Logger;
};

export interface ReceiptMailer {
  /** Begins the attempts that are due, in the rounds of due work. A round does not wait for the mail server. */
  readonly due: DueSource;
  /** Calls `listener` after each order that has ended. */
  onEnded(listener: (state: EndedEmail) => void): () => void;
  /** After the last round: waits for the attempts in flight, and gives up waiting after `grace` ms. */
  stop(grace: number): Promise<void>;
}

/** How an order ends. */
export type EndedEmail = 'sent' | 'failed';

/** The wait after each attempt; the last one counts for all that follow. */
export const EMAIL_WAITS: readonly number[] = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
];
/** Longer than an attempt, so that no other process claims an order that is under way. */
export const EMAIL_LEASE = LIMITS.emailTimeout + LIMITS.emailReplyTimeout + MINUTE;

/** When the mail server counts as down, and how long nothing is sent then. */
const SERVER_DOWN = { failures: 3, waits: [30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE] };

/** True if the mail server has said what becomes of an e-mail. */
const isAnswer = ({ kind }: MailResult) => kind !== 'down' && kind !== 'unknown';

/**
 * What follows an attempt: an order ends when it was sent or refused, or a day after it was made. An e-mail that the
 * server has whole and did not answer is repeated once, and not before the server may still answer (D-448).
 */
export function emailVerdict(
  { tries, unanswered, at }: Pick<DueEmail, 'tries' | 'unanswered' | 'at'>,
  result: MailResult,
  now: Instant,
): { readonly state: EndedEmail } | { readonly state: 'waiting'; readonly due: Instant } {
  if (result.kind === 'sent') return { state: 'sent' };
  if (result.kind === 'unknown' && unanswered > 0) return { state: 'failed' };
  const wait = EMAIL_WAITS[tries] ?? 4 * HOUR;
  const due = now + (result.kind === 'unknown' ? LIMITS.emailReplyTimeout + wait : wait);
  if (result.kind === 'refused' || due > at + LIMITS.emailLife) return { state: 'failed' };
  return { state: 'waiting', due };
}

/**
 * Sends receipts by e-mail (D-363), in turns of the shops (D-450). The queue is the table of orders, so a restart loses nothing; a lease gives each
 * order to one process. A process that dies during an attempt leaves the order to its next one.
 */
export function createReceiptMailer(deps: ReceiptMailerDeps): ReceiptMailer {
  const orders = deps.store.receipts;
  return deps.transport === null
    ? withoutServer(deps, orders)
    : withServer(deps, orders, deps.transport);
}

/** Ends the orders that have waited for too long. */
async function giveUp(
  orders: ReceiptStore,
  now: Instant,
  ended: Listeners<[state: EndedEmail]>,
): Promise<void> {
  const count = await orders.giveUp(now, now - LIMITS.emailLife);
  for (let one = 0; one < count; one += 1) ended.tell('failed');
}

/** A process that sends nothing leaves each order to those that do, for as long as it may be sent. */
function withoutServer({ clock }: ReceiptMailerDeps, orders: ReceiptStore): ReceiptMailer {
  const ended = createListeners<[state: EndedEmail]>();
  return {
    due: {
      async run() {
        await giveUp(orders, clock.now(), ended);
      },
      // The sweep of due work is often enough for it.
      nextDue: async () => null,
    },
    onEnded: ended.subscribe,
    stop: async () => undefined,
  };
}

function withServer(
  { clock, wall, receipts, log }: ReceiptMailerDeps,
  orders: ReceiptStore,
  transport: MailTransport,
): ReceiptMailer {
  const underWay = new Set<Promise<void>>();
  const listeners = createListeners<[due: Instant]>();
  const ended = createListeners<[state: EndedEmail]>();
  const stopping = new AbortController();
  const turns = new Turns({
    atOnce: LIMITS.emailsAtOnce,
    perHealthy: LIMITS.emailsAtOnceOfShop,
    perOther: 1,
    ofOthers: LIMITS.emailsAtOnce / 2,
  });
  const circuit = new Circuit(clock, SERVER_DOWN);

  /** True if the mail server has answered. */
  async function attempt(email: DueEmail): Promise<boolean> {
    const receipt = await orders.read(email.merchantId, email.hash);
    // Removed with its orders.
    if (receipt === null) return false;
    const result = await tried(email, receipt);
    if (result === null) {
      await orders.later(email, clock.now(), 'none');
      return false;
    }
    const verdict = emailVerdict(email, result, clock.now());
    if (verdict.state === 'waiting') {
      const attempt = result.kind === 'unknown' ? 'unanswered' : 'failed';
      await orders.later(email, verdict.due, attempt);
    } else {
      await orders.end(email, verdict.state);
      ended.tell(verdict.state);
    }
    if (result.kind !== 'sent') {
      const about = { merchant: email.merchantId, pos: receipt.posId, problem: result.problem };
      log.warn({ ...about, state: verdict.state }, 'a receipt was not sent by e-mail');
    }
    return isAnswer(result);
  }

  /** The result of one attempt. What goes wrong in it counts as an attempt, so that each order and its address end. */
  async function tried(email: DueEmail, receipt: StoredReceipt): Promise<MailResult | null> {
    try {
      const shown = await receipts.shown(receipt);
      if (shown === null) return { kind: 'refused', problem: 'there is no such shop' };
      const mail = receiptMail(shown, email, receipts.addressOf(receipt.code));
      const result = await bounded(transport, mail, wall, stopping.signal);
      if (result !== null) note(isAnswer(result));
      return result;
    } catch (error) {
      log.error({ error }, 'sending a receipt by e-mail has failed');
      return { kind: 'failed', problem: 'the e-mail was not made' };
    }
  }

  /** Says when nothing is sent any more, and when it is again. */
  function note(worked: boolean): void {
    const wasOpen = circuit.isOpen;
    circuit.end(worked);
    if (circuit.isOpen && !wasOpen) log.error('the mail server does not answer; receipts wait');
    if (!circuit.isOpen && wasOpen) log.info('the mail server answers again');
  }

  function begin(email: DueEmail): void {
    turns.begin(email.merchantId);
    let well = false;
    const work: Promise<void> = attempt(email)
      .then((answered) => {
        well = answered;
      })
      .catch((error: unknown) => log.error({ error }, 'sending a receipt by e-mail has failed'))
      .finally(() => {
        turns.end(email.merchantId, well);
        underWay.delete(work);
        listeners.tell(clock.now());
      });
    underWay.add(work);
  }

  const room = () => circuit.places(LIMITS.emailsAtOnce - underWay.size, underWay.size);

  return {
    due: {
      async run() {
        // While nothing is sent, no attempt finds the orders that have waited for too long.
        if (circuit.isOpen) await giveUp(orders, clock.now(), ended);
        if (room() <= 0) return;
        const now = clock.now();
        const shops = await orders.dueShops(now);
        for (const shop of turns.inTurn(shops.map((name) => ({ name, owner: name })))) {
          const places = Math.min(turns.room(shop), room());
          if (places <= 0) continue;
          for (const email of await orders.claim(shop, now, now + EMAIL_LEASE, places))
            begin(email);
        }
      },
      // What is due now and has no place waits for the end of an attempt, or of the circuit's wait.
      async nextDue() {
        const now = clock.now();
        if (circuit.wait > 0) return now + circuit.wait;
        return room() <= 0 ? null : orders.nextDue(now);
      },
      onDue(listener) {
        const stops = [listeners.subscribe(listener), receipts.onOrder(listener)];
        return () => {
          for (const stop of stops) stop();
        };
      },
    },
    onEnded: ended.subscribe,
    async stop(grace) {
      const cut = wall.after(grace, () => stopping.abort());
      await Promise.all(underWay);
      cut();
    },
  };
}

/**
 * The result of an attempt, or that it took too long: half a minute until the server has the whole e-mail, and ten from
 * then on. Null if the service stops before that.
 */
function bounded(
  transport: MailTransport,
  mail: Mail,
  wall: Clock,
  stopping: AbortSignal,
): Promise<MailResult | null> {
  return new Promise((resolve, reject) => {
    const cutting = new AbortController();
    let isHanded = false;
    let isOver = false;
    const late = (wait: number) =>
      wall.after(wait, () => {
        const problem = `no answer within ${wait} ms`;
        end({ kind: isHanded ? 'unknown' : 'down', problem });
      });
    let cancel = late(LIMITS.emailTimeout);
    const stopped = () =>
      end(isHanded ? { kind: 'unknown', problem: 'the service stopped' } : null);
    const end = (result: MailResult | null) => {
      isOver = true;
      cancel();
      stopping.removeEventListener('abort', stopped);
      resolve(result);
      cutting.abort();
    };
    const handed = () => {
      if (isOver) return;
      isHanded = true;
      cancel();
      cancel = late(LIMITS.emailReplyTimeout);
    };
    stopping.addEventListener('abort', stopped, { once: true });
    if (stopping.aborted) end(null);
    else transport.send(mail, { cut: cutting.signal, handed }).then(end, reject);
  });
}
