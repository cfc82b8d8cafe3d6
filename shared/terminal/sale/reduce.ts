import { act, hangUp, look } from './actions.ts';
import { answered } from './answers.ts';
import { say, sayOnce } from './apply-record.ts';
import type { Around, Happening, Progress } from './events.ts';
import { settle } from './next-call.ts';
import { noteNews } from './outcome-reducer.ts';
import { cancelWith, choose } from './pair.ts';
import { takePart } from './part-capture.ts';
import { note, withRun } from './progress.ts';
import { isMoneyOver, isOver, listens, type Sale } from './sale.ts';
import { refundEnded, takeUpVend, vended } from './vend.ts';

/**
 * The terminal's core: what a happening does to a sale, and what is to be done about it. Pure, so
 * that every race can be played through in a test (design, section 5).
 */
export function advance(sale: Sale, happening: Happening, around: Around): Progress {
  const begin: Progress = { sale, steps: [] };
  return settle(happened(begin, happening, around), around);
}

function happened(progress: Progress, happening: Happening, around: Around): Progress {
  switch (happening.kind) {
    case 'begin':
      return takeUpVend(progress, around);
    case 'tick':
      return progress;
    case 'dispensed':
      return vended(progress, happening.result, around);
    case 'receipt':
      return note(progress, { kind: 'receipt', how: happening.how }, around);
    case 'refund_ended':
      return refundEnded(progress, happening.how, around);
    case 'answered':
      if (happening.serial !== progress.sale.run.serial) return progress;
      return answered(progress, happening.answer, around);
    case 'look':
      return look(progress, around);
    case 'message':
      return told(progress, happening.key, happening.text, around);
    case 'action':
      return act(progress, happening.action, around);
    case 'scan':
      return bind(progress, happening.token, around);
    case 'chosen':
      return choose(progress, happening.leg, around);
    case 'cancelled_with':
      return cancelWith(progress, around);
    case 'take_part': {
      const taking = takePart(progress, happening.part, happening.rest, around);
      return taking === progress ? progress : hangUp(taking);
    }
    case 'told':
      return isMoneyOver(progress.sale.facts)
        ? noteNews(progress, happening.outcome, around)
        : look(progress, around);
  }
}

/** The first customer who scans the code is the one who is asked. */
function bind(progress: Progress, token: string, around: Around): Progress {
  const { facts } = progress.sale;
  if (facts.awaits === null || isOver(facts)) return progress;
  const bound = note(progress, { kind: 'bound', token }, around);
  return withRun(bound, { found: false, due: around.now });
}

/** A sentence of the operator's service: facts are taken from it, money never is (D-147). */
function told(progress: Progress, key: string | null, text: string, around: Around): Progress {
  const { sale } = progress;
  const { now } = around;
  if (isOver(sale.facts)) return progress;
  switch (key) {
    case 'delivered':
      // A request that listens on a sticker reaches somebody only by a scan.
      if (listens(sale.facts)) return scanned(progress, around);
      return { ...progress, sale: sayOnce(sale, now, 'request_delivered') };
    case 'opened':
      return scanned(progress, around);
    case 'authorised':
      return { ...progress, sale: sayOnce(sale, now, 'approved') };
    case 'tip_added':
      return { ...progress, sale: sayOnce(sale, now, 'additional_changed') };
    case 'rejected':
    case 'expired':
      // The outcome says it in its own line.
      return progress;
    default:
      return { ...progress, sale: say(sale, now, 'from_service', text) };
  }
}

function scanned(progress: Progress, around: Around): Progress {
  return progress.sale.facts.scanned ? progress : note(progress, { kind: 'scanned' }, around);
}
