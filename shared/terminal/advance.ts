import { act, look } from './actions.ts';
import { answered } from './answers.ts';
import { say, sayOnce } from './apply.ts';
import type { Around, Happening, Progress } from './happenings.ts';
import { settle } from './plan.ts';
import { note } from './progress.ts';
import { isOver, type Sale } from './sale.ts';

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
    case 'tick':
      return progress;
    case 'answered':
      if (happening.serial !== progress.sale.run.serial) return progress;
      return answered(progress, happening.answer, around);
    case 'look':
      return look(progress, around);
    case 'message':
      return told(progress, happening.key, happening.text, around);
    case 'action':
      return act(progress, happening.action, around);
  }
}

/** A sentence of the operator's service: facts are taken from it, money never is (D-147). */
function told(progress: Progress, key: string | null, text: string, around: Around): Progress {
  const { sale } = progress;
  const { now } = around;
  if (isOver(sale.facts)) return progress;
  switch (key) {
    case 'delivered':
      return { ...progress, sale: sayOnce(sale, now, 'request_delivered') };
    case 'opened':
      return sale.facts.scanned ? progress : note(progress, { kind: 'scanned' }, around);
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
