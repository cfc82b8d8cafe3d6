import { type MoneyInteger, ZERO } from '../../money/money.ts';
import { CODE, classOf } from '../../protocol/status-codes.ts';
import type { Instant } from '../../time/clock.ts';
import { isNothing, restOf, type Sums, splitOf, totalOf } from './parts.ts';
import type { SaleRecord } from './records.ts';
import { type SaleFacts, isMoneyOver, isOver, listens, paidOf, type Sale, showsCode } from './sale.ts';
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
export function apply(sale: Sale, record: SaleRecord): Sale {
  const { facts } = sale;
  switch (record.kind) {
    case 'opened':
      return sale;
    case 'created': {
      const { tid, uri, expires } = record;
      const next = { ...sale, facts: { ...facts, created: { tid, uri, expires } } };
      return uri !== null && showsCode(facts) ? say(next, record.at, 'code_shown') : next;
    }
    case 'scanned': {
      const next = { ...sale, facts: { ...facts, scanned: true } };
      const scannable = showsCode(facts) || listens(facts);
      return say(next, record.at, scannable ? 'scanned' : 'opened');
    }
    case 'bound': {
      const body = { ...facts.body, customer: record.token };
      const next = { ...facts, body, awaits: null, bound: record.at, scanned: true };
      return say({ ...sale, facts: next }, record.at, 'scanned');
    }
    case 'chosen':
      return chosen(sale, record.leg, record.at);
    case 'closed': {
      const next = { ...facts, closed: record.because, ended: record.at };
      const line = record.because === 'cancelled' ? 'cancelled' : 'expired';
      return say({ ...sale, facts: next }, record.at, line);
    }
    case 'seen':
      return sawOutcome(sale, record);
    case 'intent':
      return intended(sale, record);
    case 'held':
      return held(sale, record);
    case 'vend': {
      const next = { ...facts, vend: { id: record.vend, result: null } };
      return say({ ...sale, facts: next }, record.at, 'vending');
    }
    case 'vended':
      return machineSaid(sale, record);
    case 'undelivered': {
      const { how, missing } = record;
      const again = facts.undelivered !== null;
      const next = { ...sale, facts: { ...facts, undelivered: { how, missing } } };
      if (how === 'refund') return say(next, record.at, 'refunding');
      return again ? say(next, record.at, 'refund_refused') : next;
    }
    case 'settled': {
      const back = record.how === 'refunded' ? missingGivenBack(facts) : facts;
      const next = ended({ ...sale, facts: { ...back, settled: record.how } }, record.at);
      if (record.how === 'person') return say(next, record.at, 'settled_by_person');
      const missing = facts.undelivered?.missing;
      return record.how === 'refunded' ? sayRefunded(next, record.at, missing) : next;
    }
    case 'receipt': {
      const next = { ...sale, facts: { ...facts, receipt: record.how } };
      return record.how === 'uploaded' ? say(next, record.at, 'receipt_sent') : next;
    }
    case 'refused': {
      const next = { ...facts, refused: record.because, ended: record.at };
      return say({ ...sale, facts: next }, record.at, 'refused');
    }
    case 'aside':
      return say({ ...sale, facts: { ...facts, aside: true } }, record.at, 'set_aside');
    case 'front':
      return say({ ...sale, facts: { ...facts, aside: false } }, record.at, 'brought_to_front');
    case 'dismissed':
      return { ...sale, facts: { ...facts, aside: true, dismissed: true } };
  }
}

function held(sale: Sale, record: HeldRecord): Sale {
  const { facts } = sale;
  const { because } = record;
  const pending = record.dropped === true ? null : facts.pending;
  const next: Sale = { ...sale, facts: { ...facts, goal: 'hold', because, pending } };
  if (because === 'capture_failed') return say(next, record.at, 'take_failed');
  return because === 'recovered' ? say(next, record.at, 'found_after_restart') : next;
}

/**
 * The place of a sale is that of both its requests, written down once. One that has lost stays off
 * the main screen.
 */
export function placed(sale: Sale, aside: boolean): Sale {
  if (sale.facts.leg?.state !== 'open') return sale;
  return { ...sale, facts: { ...sale.facts, aside } };
}

/** What a record of one request says about the place of both; null: nothing. */
export function placeOf({ kind }: SaleRecord): 'aside' | 'front' | null {
  if (kind === 'front') return 'front';
  return kind === 'aside' || kind === 'dismissed' ? 'aside' : null;
}

function chosen(sale: Sale, leg: 'won' | 'lost', at: Instant): Sale {
  const { facts } = sale;
  if (facts.leg === null) return sale;
  const next = { ...facts, leg: { ...facts.leg, state: leg } };
  // The one that lost is nobody's to look at any more; the main screen is the other's.
  if (leg === 'lost') return { ...sale, facts: { ...next, aside: true } };
  return say({ ...sale, facts: next }, at, 'other_code_closed');
}

function sawOutcome(sale: Sale, record: SeenRecord): Sale {
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
    ...partTaken(facts, record),
    ...renewed(facts, record),
  };
  let next = ended({ ...sale, facts: changed }, at);
  if (record.additional !== facts.additional) next = sayOnce(next, at, 'additional_changed');
  if (authorised && facts.seen?.code !== CODE.auth) {
    next = say(sayOnce(next, at, 'approved'), at, 'reserved');
  }
  if (changed.captures !== facts.captures) next = say(next, at, 'part_taken');
  const isRenewed = facts.renewing !== null && changed.renewing === null;
  if (isRenewed && authorised) next = say(next, at, 'renewed');
  if (refunded) return sayRefunded(next, at, totalOf(paidOf(changed)));
  return isMoneyOver(changed) ? sayOnce(next, at, endingOf(changed, code)) : next;
}

/** Money that was taken went back, which becomes known by a refund or by an outcome. */
function sayRefunded(sale: Sale, at: Instant, amount: MoneyInteger = ZERO): Sale {
  return printOnce(sale, { at, key: 'refunded', amount });
}

/** The missing part is on its way back; the outcome will say so too, if it can be read. */
function missingGivenBack(facts: SaleFacts): SaleFacts {
  const { undelivered } = facts;
  return undelivered === null
    ? facts
    : givenBack(facts, splitOf(undelivered.missing, paidOf(facts)));
}

/** Counts what was given back, until an outcome says it exactly. */
export function givenBack(facts: SaleFacts, part: Sums): SaleFacts {
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
function ended(sale: Sale, at: Instant): Sale {
  const { facts } = sale;
  if (facts.ended !== null || !isOver(facts)) return sale;
  return { ...sale, facts: { ...facts, ended: at } };
}

function machineSaid(sale: Sale, record: VendedRecord): Sale {
  const { facts } = sale;
  const { at } = record;
  if (facts.vend === null) return sale;
  // What was given up stays so: its money is on the way back.
  if (facts.vend.result !== null) return say(sale, at, 'delivered_late');
  const result = resultOf(record);
  const told = { ...sale, facts: { ...facts, vend: { ...facts.vend, result } } };
  return say(ended(told, at), at, RESULT_LINE[result.kind]);
}

/** The part that was waited for is taken; what is left waits for the next decision. */
function partTaken(facts: SaleFacts, { took }: SeenRecord): Partial<SaleFacts> {
  const { pending, captures } = facts;
  if (pending === null || pending.id !== took) return {};
  const next = { pending: null, captures: [...captures, pending] };
  // A release that was set out for meanwhile stays what is wanted.
  if (facts.goal !== 'take') return next;
  return { ...next, goal: 'hold', because: 'part_captured', lastIntent: null };
}

function renewed({ renewing }: SaleFacts, { code, expires, renewal }: SeenRecord): Partial<SaleFacts> {
  if (renewing === null) return {};
  if (code !== CODE.auth) return { renewing: null };
  if (expires === null || expires <= renewing) return {};
  // An earlier request has put the end off; the one that was ordered now is still to be sent.
  return { renewing: renewal === 'not_sent' ? expires : null };
}

function endingOf(facts: SaleFacts, code: number): SaleLogKey {
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

function intended(sale: Sale, record: IntentRecord): Sale {
  const { facts } = sale;
  const { what, at } = record;
  const sent = { ...facts.sent, [what]: true };
  const line = INTENT_LINE[what];
  if (what === 'reauth') {
    // It decides nothing about the money, so what was intended with that stays.
    const renewing = facts.seen?.expires ?? at;
    return say({ ...sale, facts: { ...facts, goal: 'hold', sent, renewing } }, at, line);
  }
  const next: SaleFacts = {
    ...facts,
    goal: GOAL[what],
    sent,
    lastIntent: what,
    renewing: null,
    ...(what === 'capture' ? { pending: record.part ?? null, rest: record.rest ?? 'keep' } : {}),
  };
  return say({ ...sale, facts: next }, at, line);
}

/** Prints a line on the slip's log. */
export function say(sale: Sale, at: Instant, key: SaleLogKey, text?: string): Sale {
  return print(sale, text === undefined ? { at, key } : { at, key, text });
}

function print(sale: Sale, line: SaleLogLine): Sale {
  const log = [...sale.log, line];
  // The first line stays: it says when the sale began.
  return { ...sale, log: log.length > LOG_MAX ? [...log.slice(0, 1), ...log.slice(2)] : log };
}

/** As `say`, for what may become known in two ways and is printed for the first. */
export function sayOnce(sale: Sale, at: Instant, key: SaleLogKey): Sale {
  return printOnce(sale, { at, key });
}

function printOnce(sale: Sale, line: SaleLogLine): Sale {
  return sale.log.some(({ key }) => key === line.key) ? sale : print(sale, line);
}
