import { classOf } from '../../protocol/status-class.ts';
import { CODE } from '../../protocol/status-codes.ts';
import {
  isAuthorised,
  isMoneyOver,
  isOver,
  listens,
  type Sale,
  type SaleFacts,
  showsCode,
} from './sale.ts';
import type { KnownFact, OpenQuestion, SaleState } from './state.ts';

/** The state of a sale for the view. A pure function of its facts. */
export function stateOf(sale: Sale): SaleState {
  const { facts, run } = sale;
  const vend = vendState(facts);
  if (vend !== null) return vend;
  const ended = endedState(facts);
  if (ended !== null) return ended;
  if (run.unclear) {
    const approved = facts.approved || sale.log.some(({ key }) => key === 'approved');
    const known = knownOf(facts, approved);
    return { kind: 'unclear', known, asking: askingOf(facts, approved), nextTry: run.due };
  }
  if (facts.goal === 'abort') return { kind: 'aborting' };
  if (facts.goal === 'release') return { kind: 'releasing' };
  if (isAuthorised(facts)) return authorisedState(facts);
  return waitingState(facts);
}

/** A delivery that is under way, or missing from what was paid. */
function vendState(facts: SaleFacts): SaleState | null {
  const { mode, vend, undelivered, goal } = facts;
  if (mode.kind !== 'vend' || isOver(facts)) return null;
  if (undelivered !== null) {
    const { how, missing } = undelivered;
    const refund = how === 'refund' ? 'under_way' : 'by_person';
    return { kind: 'undelivered', missing, refund };
  }
  const delivering = vend !== null && vend.result === null && goal === 'take';
  return delivering || isMoneyOver(facts) ? { kind: 'vending', item: mode.item } : null;
}

function endedState(facts: SaleFacts): SaleState | null {
  if (facts.refused !== null) return { kind: 'refused', because: facts.refused };
  if (facts.closed === 'cancelled') return { kind: 'aborted' };
  if (facts.closed === 'expired') return { kind: 'expired', what: 'request' };
  const { seen } = facts;
  if (seen === null || classOf(seen.code) === 'temporary') return null;
  if (seen.refunded) return { kind: 'refunded' };
  if (classOf(seen.code) === 'success') return { kind: 'paid', at: facts.ended ?? seen.at };
  switch (seen.code) {
    case CODE.aborted:
      return { kind: facts.lastIntent === 'release' ? 'released' : 'aborted' };
    case CODE.rejected:
      return { kind: 'declined' };
    case CODE.requestExpired:
      return { kind: 'expired', what: 'request' };
    case CODE.authExpired:
      return { kind: 'expired', what: 'authorisation' };
    case CODE.notFound:
      return { kind: 'refused', because: { kind: 'unknown_customer' } };
    default:
      return { kind: 'failed', code: seen.code };
  }
}

function authorisedState(facts: SaleFacts): SaleState {
  if (facts.goal === 'take' && facts.lastIntent === 'capture') return { kind: 'capturing' };
  // An authorisation without an expiry would be the service's mistake; the sale's start is a time.
  const expires = facts.seen?.expires ?? facts.started;
  return { kind: 'authorised', because: facts.because, expires };
}

function waitingState(facts: SaleFacts): SaleState {
  const { awaits, created, scanned } = facts;
  if (awaits !== null) return { kind: 'waiting_scan', uri: awaits.uri, expires: awaits.until };
  if (created === null) return { kind: 'creating' };
  const { uri, expires } = created;
  if (!scanned && listens(facts)) return { kind: 'waiting_sticker', expires };
  if (!scanned && showsCode(facts) && uri !== null) return { kind: 'waiting_scan', uri, expires };
  return { kind: 'waiting_approval', expires };
}

/** `approved`: the service has reported the approval, by an outcome or by an event. */
function knownOf(facts: SaleFacts, approved: boolean): readonly KnownFact[] {
  const known: KnownFact[] = ['saved_here'];
  if (facts.created !== null) known.push('request_reached_service');
  if (facts.scanned) known.push('was_scanned');
  if (approved) known.push('was_approved');
  if (facts.sent.capture) known.push('capture_was_sent');
  if (facts.sent.abort) known.push('cancel_was_sent');
  return known;
}

function askingOf(facts: SaleFacts, approved: boolean): readonly OpenQuestion[] {
  const asking: OpenQuestion[] = [];
  if (facts.created === null) asking.push('did_request_arrive');
  if (facts.goal === 'abort' || facts.goal === 'release') asking.push('was_it_cancelled');
  else if (facts.lastIntent === 'capture' || approved) asking.push('was_it_taken');
  else if (facts.created !== null) asking.push('was_it_approved');
  return asking;
}
