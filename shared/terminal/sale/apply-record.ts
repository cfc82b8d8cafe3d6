import { type MoneyInteger, ZERO } from '../../money/money.ts';
import { CODE, classOf } from '../../protocol/status-codes.ts';
import type { Instant } from '../../time/clock.ts';
import { isNothing, restOf, type Sums, splitOf, totalOf } from './parts.ts';
import type { SaleRecord } from './records.ts';
import {
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

/** Lines of a slip's log that are kept; a sale that talks more forgets its oldest middle lines. */
const LOG_MAX = 60;

type SeenRecord = Extract<SaleRecord, { kind: 'seen' }>;
type IntentRecord = Extract<SaleRecord, { kind: 'intent' }>;
type HeldRecord = Extract<SaleRecord, { kind: 'held' }>;
type VendedRecord = Extract<SaleRecord, { kind: 'vended' }>;

/**
 * What a record says, said to the sale: the same for a record just written and for one found in
 * the journal, so that a restarted till knows exactly what the running one knew.
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
      return addLine({ ...sale, facts: next }, record.at, 'scanned');
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
      return addLine({ ...sale, facts: { ...facts, aside: true } }, record.at, 'set_aside');
    case 'front':
      return addLine({ ...sale, facts: { ...facts, aside: false } }, record.at, 'brought_to_front');
    case 'dismissed':
      return { ...sale, facts: { ...facts, aside: true, dismissed: true } };
  }
}

function applyHeld(sale: Sale, record: HeldRecord): Sale {
  const { facts } = sale;
  const { because } = record;
  const pending = record.dropped === true ? null : facts.pending;
  const next: Sale = { ...sale, facts: { ...facts, goal: 'hold', because, pending } };
  if (because === 'capture_failed') return addLine(next, record.at, 'take_failed');
  return because === 'recovered' ? addLine(next, record.at, 'found_after_restart') : next;
}

/**
 * The place of a sale is that of both its requests, written down once. One that has lost stays off
 * the main screen.
 */
export function withPlace(sale: Sale, aside: boolean): Sale {
  if (sale.facts.leg?.state !== 'open') return sale;
  return { ...sale, facts: { ...sale.facts, aside } };
}

/** What a record of one request says about the place of both; null: nothing. */
export function placeOf({ kind }: SaleRecord): 'aside' | 'front' | null {
  if (kind === 'front') return 'front';
  return kind === 'aside' || kind === 'dismissed' ? 'aside' : null;
}

function applyChoice(sale: Sale, leg: 'won' | 'lost', at: Instant): Sale {
  const { facts } = sale;
  if (facts.leg === null) return sale;
  const next = { ...facts, leg: { ...facts.leg, state: leg } };
  // The one that lost is nobody's to look at any more; the main screen is the other's.
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
    held: record.held ?? null,
    taken: record.taken ?? facts.taken,
    givenBack: record.givenBack ?? facts.givenBack,
    ...capturedPart(facts, record),
    ...renewalResult(facts, record),
  };
  let next = markEnded({ ...sale, facts: changed }, at);
  if (record.additional !== facts.additional) next = addLineOnce(next, at, 'additional_changed');
  if (authorised && facts.seen?.code !== CODE.auth) {
    next = addLine(addLineOnce(next, at, 'approved'), at, 'reserved');
  }
  if (changed.captures !== facts.captures) next = addLine(next, at, 'part_taken');
  const isRenewed = facts.renewing !== null && changed.renewing === null;
  if (isRenewed && authorised) next = addLine(next, at, 'renewed');
  if (refunded) return addRefundLine(next, at, totalOf(paidOf(changed)));
  return isMoneyOver(changed) ? addLineOnce(next, at, endLineOf(changed, code)) : next;
}

/** Money that was taken went back, which becomes known by a refund or by an outcome. */
function addRefundLine(sale: Sale, at: Instant, amount: MoneyInteger = ZERO): Sale {
  return appendLineOnce(sale, { at, key: 'refunded', amount });
}

/** The missing part is on its way back; the outcome will say so too, if it can be read. */
function addMissingRefund(facts: SaleFacts): SaleFacts {
  const { undelivered } = facts;
  return undelivered === null
    ? facts
    : addRefund(facts, splitOf(undelivered.missing, paidOf(facts)));
}

/** Counts what was given back, until an outcome says it exactly. */
export function addRefund(facts: SaleFacts, part: Sums): SaleFacts {
  const whole = paidOf(facts);
  const left = restOf(restOf(whole, facts.givenBack), part);
  const { seen } = facts;
  const refunded = isNothing(left);
  return {
    ...facts,
    givenBack: restOf(whole, left),
    seen: seen === null ? null : { ...seen, refunded: seen.refunded || refunded },
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
  // What was given up stays so: its money is on the way back.
  if (facts.vend.result !== null) return addLine(sale, at, 'delivered_late');
  const result = resultOf(record);
  const delivered = { ...sale, facts: { ...facts, vend: { ...facts.vend, result } } };
  return addLine(markEnded(delivered, at), at, RESULT_LINE[result.kind]);
}

/** The part that was waited for is taken; what is left waits for the next decision. */
function capturedPart(facts: SaleFacts, { took }: SeenRecord): Partial<SaleFacts> {
  const { pending, captures } = facts;
  if (pending === null || pending.id !== took) return {};
  const next = { pending: null, captures: [...captures, pending] };
  // A release that was set out for meanwhile stays what is wanted.
  if (facts.goal !== 'take') return next;
  return { ...next, goal: 'hold', because: 'part_captured', lastIntent: null };
}

function renewalResult(
  { renewing }: SaleFacts,
  { code, expires, renewal }: SeenRecord,
): Partial<SaleFacts> {
  if (renewing === null) return {};
  if (code !== CODE.auth) return { renewing: null };
  if (expires === null || expires <= renewing) return {};
  // An earlier request has put the end off; the one that was ordered now is still to be sent.
  return { renewing: renewal === 'not_sent' ? expires : null };
}

function endLineOf(facts: SaleFacts, code: number): SaleLogKey {
  if (classOf(code) === 'success') return 'paid';
  switch (code) {
    case CODE.aborted:
      return facts.lastIntent === 'release' ? 'given_back' : 'cancelled';
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
  release: 'giving_back',
  reauth: 'renewing',
} as const;

function applyIntent(sale: Sale, record: IntentRecord): Sale {
  const { facts } = sale;
  const { what, at } = record;
  const sent = { ...facts.sent, [what]: true };
  const line = INTENT_LINE[what];
  if (what === 'reauth') {
    // It decides nothing about the money, so what was intended with that stays.
    const renewing = facts.seen?.expires ?? at;
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

/** Prints a line on the slip's log. */
export function addLine(sale: Sale, at: Instant, key: SaleLogKey, text?: string): Sale {
  return appendLine(sale, text === undefined ? { at, key } : { at, key, text });
}

function appendLine(sale: Sale, line: SaleLogLine): Sale {
  const log = [...sale.log, line];
  // The first line stays: it says when the sale began.
  return { ...sale, log: log.length > LOG_MAX ? [...log.slice(0, 1), ...log.slice(2)] : log };
}

/** As `say`, for what may become known in two ways and is printed for the first. */
export function addLineOnce(sale: Sale, at: Instant, key: SaleLogKey): Sale {
  return appendLineOnce(sale, { at, key });
}

function appendLineOnce(sale: Sale, line: SaleLogLine): Sale {
  return sale.log.some(({ key }) => key === line.key) ? sale : appendLine(sale, line);
}
