import { type MoneyInteger, ZERO } from '../../money/money.ts';
import { classOf } from '../../protocol/status-class.ts';
import { CODE } from '../../protocol/status-codes.ts';
import type { Instant } from '../../time/clock.ts';
import { isNothing, restOf, type Sums, splitOf, totalOf } from './parts.ts';
import type { SaleRecord } from './records.ts';
import {
  askedOf,
  isMoneyOver,
  isOver,
  listens,
  paidOf,
  type Sale,
  type SaleFacts,
  showsCode,
} from './sale.ts';
import type { SaleLogKey, SaleLogLine } from './state.ts';
import { RESULT_LINE, resultOf } from './vend-facts.ts';

/** Maximum number of log lines. The first line and the newest lines are kept. */
const LOG_MAX = 60;

/** Earlier than each expiry that a service states. */
const UNKNOWN_EXPIRY: Instant = 0;

type SeenRecord = Extract<SaleRecord, { kind: 'seen' }>;
type IntentRecord = Extract<SaleRecord, { kind: 'intent' }>;
type HeldRecord = Extract<SaleRecord, { kind: 'held' }>;
type VendedRecord = Extract<SaleRecord, { kind: 'vended' }>;

/**
 * Applies a record to a sale. The till uses it for new records and for records of the journal, so that
 * a restarted till has the same facts as the running one.
 */
export function applyRecord(sale: Sale, record: SaleRecord): Sale {
  const { facts } = sale;
  switch (record.kind) {
    case 'opened':
      return sale;
    case 'created': {
      const { tid, uri, expires } = record;
      const next = { ...sale, facts: { ...facts, created: { tid, uri, expires } } };
      return uri !== null && showsCode(facts) ? addLine(next, record.at, 'code_shown') : next;
    }
    case 'scanned': {
      const next = { ...sale, facts: { ...facts, scanned: true } };
      const scannable = showsCode(facts) || listens(facts);
      return addLine(next, record.at, scannable ? 'scanned' : 'opened');
    }
    case 'bound': {
      const body = { ...facts.body, customer: record.token };
      const next = { ...facts, body, awaits: null, bound: record.at, scanned: true };
      const scanned = addLine({ ...sale, facts: next }, record.at, 'scanned');
      return addLine(scanned, record.at, 'request_sent', { amount: askedOf(body) });
    }
    case 'chosen':
      return applyChoice(sale, record.leg, record.at);
    case 'closed': {
      const next = { ...facts, closed: record.because, ended: record.at };
      const line = record.because === 'cancelled' ? 'cancelled' : 'expired';
      return addLine({ ...sale, facts: next }, record.at, line);
    }
    case 'seen':
      return applyOutcome(sale, record);
    case 'intent':
      return applyIntent(sale, record);
    case 'held':
      return applyHeld(sale, record);
    case 'vend': {
      const next = { ...facts, vend: { id: record.vend, result: null } };
      return addLine({ ...sale, facts: next }, record.at, 'vending');
    }
    case 'vended':
      return applyVendResult(sale, record);
    case 'undelivered': {
      const { how, missing } = record;
      const again = facts.undelivered !== null;
      const next = { ...sale, facts: { ...facts, undelivered: { how, missing } } };
      if (how === 'refund') return addLine(next, record.at, 'refunding');
      return again ? addLine(next, record.at, 'refund_refused') : next;
    }
    case 'settled': {
      const back = record.how === 'refunded' ? addMissingRefund(facts) : facts;
      const next = markEnded({ ...sale, facts: { ...back, settled: record.how } }, record.at);
      if (record.how === 'person') return addLine(next, record.at, 'settled_by_person');
      const missing = facts.undelivered?.missing;
      return record.how === 'refunded' ? addRefundLine(next, record.at, missing) : next;
    }
    case 'receipt': {
      const next = { ...sale, facts: { ...facts, receipt: record.how } };
      return record.how === 'uploaded' ? addLine(next, record.at, 'receipt_sent') : next;
    }
    case 'refused': {
      const next = { ...facts, refused: record.because, ended: record.at };
      return addLine({ ...sale, facts: next }, record.at, 'refused');
    }
    case 'aside':
      return addLine(placed(sale, placeAside(record)), record.at, 'set_aside');
    case 'front':
      return addLine(placed(sale, 'front'), record.at, 'brought_to_front');
    case 'dismissed':
      return placed({ ...sale, facts: { ...facts, dismissed: true } }, 'gone');
  }
}

/** The line of the log that says why the till waits for the cashier. */
const LINE_OF_HOLD: Partial<Record<HeldRecord['because'], SaleLogKey>> = {
  capture_failed: 'take_failed',
  release_failed: 'release_failed',
  recovered: 'found_after_restart',
};

function applyHeld(sale: Sale, record: HeldRecord): Sale {
  const { facts } = sale;
  const { because } = record;
  // Without its part, the order would mean everything after a restart.
  const dropped = record.dropped === true ? { pending: null, lastIntent: null } : {};
  const next: Sale = { ...sale, facts: { ...facts, goal: 'hold', because, ...dropped } };
  const { [because]: line } = LINE_OF_HOLD;
  return line === undefined ? next : addLine(next, record.at, line);
}

/**
 * Sets the place of a request from a record of its pair. A request that lost stays off the main
 * screen.
 */
export function withPlace(sale: Sale, place: Place): Sale {
  return sale.facts.leg?.state === 'open' ? placed(sale, place) : sale;
}

/** The place that a record sets for both requests of a pair; null if it sets none. */
export function placeOf(record: SaleRecord): Place | null {
  if (record.kind === 'front') return 'front';
  if (record.kind === 'aside') return placeAside(record);
  return record.kind === 'dismissed' ? 'gone' : null;
}

function placeAside({ end }: Extract<SaleRecord, { kind: 'aside' }>): Place {
  return end === 'shown' ? 'on_hold' : 'gone';
}

/** On the main screen, on hold until a person has seen its end, or aside without a notice of its end. */
type Place = 'front' | 'on_hold' | 'gone';

function placed(sale: Sale, place: Place): Sale {
  const { facts } = sale;
  return { ...sale, facts: { ...facts, aside: place !== 'front', onHold: place === 'on_hold' } };
}

function applyChoice(sale: Sale, leg: 'won' | 'lost', at: Instant): Sale {
  const { facts } = sale;
  if (facts.leg === null) return sale;
  const next = { ...facts, leg: { ...facts.leg, state: leg } };
  // The request that lost leaves the main screen; the other one takes it.
  if (leg === 'lost') return { ...sale, facts: { ...next, aside: true } };
  return addLine({ ...sale, facts: next }, at, 'other_code_closed');
}

function applyOutcome(sale: Sale, record: SeenRecord): Sale {
  const { facts } = sale;
  const { at, code, expires, refunded } = record;
  const authorised = code === CODE.auth;
  const changed: SaleFacts = {
    ...facts,
    seen: { code, expires, refunded, at },
    approved: facts.approved || authorised,
    additional: record.additional,
    authorised: record.authorised ?? null,
    captured: record.captured ?? facts.captured,
    refunded: record.refundedSum ?? facts.refunded,
    ...capturedPart(facts, record),
    ...renewalResult(facts, record),
  };
  let next = markEnded({ ...sale, facts: changed }, at);
  if (record.additional !== facts.additional) next = addLineOnce(next, at, 'additional_changed');
  if (authorised && facts.seen?.code !== CODE.auth) {
    next = addLine(addLineOnce(next, at, 'approved'), at, 'reserved');
  }
  if (changed.captures !== facts.captures) {
    const part = facts.pending === null ? {} : { amount: totalOf(facts.pending) };
    next = addLine(next, at, 'part_taken', part);
  }
  const isRenewed = facts.renewing !== null && changed.renewing === null;
  if (isRenewed && authorised) next = addLine(next, at, 'renewed');
  if (refunded) return addRefundLine(next, at, totalOf(paidOf(changed)));
  if (!isMoneyOver(changed)) return next;
  const end = endLineOf(changed, code);
  const detail = end === 'paid' ? { amount: totalOf(paidOf(changed)) } : {};
  return addLineOnce(next, at, end, detail);
}

/** Adds the refund line once. A refund or an outcome can report it first. */
function addRefundLine(sale: Sale, at: Instant, amount: MoneyInteger = ZERO): Sale {
  return addLineOnce(sale, at, 'refunded', { amount });
}

/** Counts the refund of the missing part, until an outcome reports it. */
function addMissingRefund(facts: SaleFacts): SaleFacts {
  const { undelivered } = facts;
  return undelivered === null
    ? facts
    : addRefund(facts, splitOf(undelivered.missing, paidOf(facts)));
}

/** Counts a refund, until an outcome reports the exact sum. */
export function addRefund(facts: SaleFacts, part: Sums): SaleFacts {
  const whole = paidOf(facts);
  const left = restOf(restOf(whole, facts.refunded), part);
  const { seen } = facts;
  const isAll = isNothing(left);
  return {
    ...facts,
    refunded: restOf(whole, left),
    seen: seen === null ? null : { ...seen, refunded: seen.refunded || isAll },
  };
}

/** Marks the end of a sale that is over, once. */
function markEnded(sale: Sale, at: Instant): Sale {
  const { facts } = sale;
  if (facts.ended !== null || !isOver(facts)) return sale;
  return { ...sale, facts: { ...facts, ended: at } };
}

function applyVendResult(sale: Sale, record: VendedRecord): Sale {
  const { facts } = sale;
  const { at } = record;
  if (facts.vend === null) return sale;
  // A late delivery changes nothing, because the refund is in progress.
  if (facts.vend.result !== null) return addLine(sale, at, 'delivered_late');
  const result = resultOf(record);
  const delivered = { ...sale, facts: { ...facts, vend: { ...facts.vend, result } } };
  return addLine(markEnded(delivered, at), at, RESULT_LINE[result.kind]);
}

/** The pending part is captured. The rest waits for the next decision. */
function capturedPart(facts: SaleFacts, { capture }: SeenRecord): Partial<SaleFacts> {
  const { pending, captures } = facts;
  if (pending === null || pending.id !== capture) return {};
  const next = { pending: null, captures: [...captures, pending] };
  // A release that was ordered meanwhile remains the goal. A capture that the till gave up is done.
  if (facts.goal !== 'take' && facts.goal !== 'hold') return next;
  return { ...next, goal: 'hold', because: 'part_captured', lastIntent: null };
}

function renewalResult(
  { renewing }: SaleFacts,
  { code, expires, renewal }: SeenRecord,
): Partial<SaleFacts> {
  if (renewing === null) return {};
  if (code !== CODE.auth) return { renewing: null };
  if (expires === null || expires <= renewing) return {};
  // An earlier request renewed the reservation; the one that was ordered now is not sent yet.
  return { renewing: renewal === 'not_sent' ? expires : null };
}

function endLineOf(facts: SaleFacts, code: number): SaleLogKey {
  if (classOf(code) === 'success') return 'paid';
  switch (code) {
    case CODE.aborted:
      return facts.lastIntent === 'release' ? 'released' : 'cancelled';
    case CODE.rejected:
      return 'declined';
    case CODE.requestExpired:
    case CODE.authExpired:
      return 'expired';
    case CODE.notFound:
      return 'refused';
    default:
      return 'failed';
  }
}

const GOAL = { capture: 'take', abort: 'abort', release: 'release', reauth: 'hold' } as const;
const INTENT_LINE = {
  capture: 'taking',
  abort: 'cancelling',
  release: 'releasing',
  reauth: 'renewing',
} as const;

function applyIntent(sale: Sale, record: IntentRecord): Sale {
  const { facts } = sale;
  const { what, at } = record;
  const sent = { ...facts.sent, [what]: true };
  const line = INTENT_LINE[what];
  if (what === 'reauth') {
    // A renewal does not change the intent about the money.
    // The service states the expiry, so the device's time cannot stand for an unknown one.
    const renewing = facts.seen?.expires ?? UNKNOWN_EXPIRY;
    return addLine({ ...sale, facts: { ...facts, goal: 'hold', sent, renewing } }, at, line);
  }
  const next: SaleFacts = {
    ...facts,
    goal: GOAL[what],
    sent,
    lastIntent: what,
    renewing: null,
    ...(what === 'capture' ? { pending: record.part ?? null, rest: record.rest ?? 'keep' } : {}),
  };
  return addLine({ ...sale, facts: next }, at, line);
}

/** What a line of the log says besides its time and its key. */
type LineDetail = Omit<SaleLogLine, 'at' | 'key'>;

/** Adds a line to the log of the slip. */
export function addLine(sale: Sale, at: Instant, key: SaleLogKey, more: LineDetail = {}): Sale {
  const log = [...sale.log, { at, key, ...more }];
  // The first line stays, because it has the start of the sale.
  return { ...sale, log: log.length > LOG_MAX ? [...log.slice(0, 1), ...log.slice(2)] : log };
}

/** As `addLine`, but only once for each key. */
export function addLineOnce(sale: Sale, at: Instant, key: SaleLogKey, more?: LineDetail): Sale {
  return sale.log.some((line) => line.key === key) ? sale : addLine(sale, at, key, more);
}
