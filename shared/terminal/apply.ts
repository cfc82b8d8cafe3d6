import { CODE, classOf } from '../protocol/status-codes.ts';
import type { Instant } from '../time/clock.ts';
import type { SaleRecord } from './records.ts';
import { type Command, type Facts, isOver, type Sale } from './sale.ts';
import type { SaleLogKey, SaleLogLine } from './state.ts';

/** Lines of a slip's log that are kept; a sale that talks more forgets its oldest middle lines. */
const LOG_MAX = 60;

type SeenRecord = Extract<SaleRecord, { kind: 'seen' }>;

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
      return uri !== null && facts.way.kind === 'qr' ? say(next, record.at, 'code_shown') : next;
    }
    case 'scanned': {
      const next = { ...sale, facts: { ...facts, scanned: true } };
      return say(next, record.at, facts.way.kind === 'qr' ? 'scanned' : 'opened');
    }
    case 'seen':
      return sawOutcome(sale, record);
    case 'intent':
      return intended(sale, record.what, record.at);
    case 'held': {
      const { because } = record;
      const next: Sale = { ...sale, facts: { ...facts, goal: 'hold', because } };
      if (because === 'capture_failed') return say(next, record.at, 'take_failed');
      return because === 'recovered' ? say(next, record.at, 'found_after_restart') : next;
    }
    case 'refused': {
      const next = { ...facts, refused: record.because, ended: record.at };
      return say({ ...sale, facts: next }, record.at, 'refused');
    }
    case 'aside':
      return say({ ...sale, facts: { ...facts, aside: true } }, record.at, 'set_aside');
  }
}

function sawOutcome(sale: Sale, record: SeenRecord): Sale {
  const { facts } = sale;
  const { at, code, expires, refunded } = record;
  const authorised = code === CODE.auth;
  const changed: Facts = {
    ...facts,
    seen: { code, expires, refunded, at },
    approved: facts.approved || authorised,
    additional: record.additional,
  };
  const ended = facts.ended ?? (isOver(changed) ? at : null);
  let next: Sale = { ...sale, facts: { ...changed, ended } };
  if (record.additional !== facts.additional) next = sayOnce(next, at, 'additional_changed');
  if (authorised && facts.seen?.code !== CODE.auth) {
    next = say(sayOnce(next, at, 'approved'), at, 'reserved');
  }
  return isOver(changed) ? sayOnce(next, at, endingOf(changed, code, refunded)) : next;
}

function endingOf(facts: Facts, code: number, refunded: boolean): SaleLogKey {
  if (refunded) return 'given_back';
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

const GOAL = { capture: 'take', abort: 'abort', release: 'release' } as const;
const INTENT_LINE = { capture: 'taking', abort: 'cancelling', release: 'giving_back' } as const;

function intended(sale: Sale, what: Command, at: Instant): Sale {
  const { facts } = sale;
  const sent = { ...facts.sent, [what]: true };
  const next = { ...facts, goal: GOAL[what], sent, lastIntent: what };
  return say({ ...sale, facts: next }, at, INTENT_LINE[what]);
}

/** Prints a line on the slip's log. */
export function say(sale: Sale, at: Instant, key: SaleLogKey, text?: string): Sale {
  const line: SaleLogLine = text === undefined ? { at, key } : { at, key, text };
  const log = [...sale.log, line];
  // The first line stays: it says when the sale began.
  return { ...sale, log: log.length > LOG_MAX ? [...log.slice(0, 1), ...log.slice(2)] : log };
}

/** As `say`, for what may become known in two ways and is printed for the first. */
export function sayOnce(sale: Sale, at: Instant, key: SaleLogKey): Sale {
  return sale.log.some((line) => line.key === key) ? sale : say(sale, at, key);
}
