import { z } from 'zod';
import type { Ids } from '../../ids/ids.ts';
import { ZERO } from '../../money/money.ts';
import { moneyNonNegative, reference } from '../../protocol/basic.ts';
import { type Answer, answer } from '../../protocol/errors.ts';
import { validate } from '../../protocol/validation.ts';
import { refuseTill } from '../../refusals/till-problem.ts';
import type { SaleContext, Transition } from './events.ts';
import { fitsInto, isNothing, type OwnPart, sameSums } from './parts.ts';
import { actionsOf } from './permit.ts';
import { authorisedOf, type Sale } from './sale.ts';
import type { TerminalSettings } from './settings.ts';
import type { CaptureRequest } from './state.ts';
import { intendPart } from './transition.ts';

/** Result of `permitPart`: capture, or nothing because the same capture was ordered before. */
export type PartPermit = Answer<'take' | 'done_before'>;

/**
 * Checks a partial capture. The same id with the same amounts is a repeat. With other amounts it is
 * refused, as the service does (D-95), and so is another order for the rest: a repeat does nothing, so
 * the caller would take the rest for released.
 */
export function permitPart(
  sale: Sale,
  part: OwnPart,
  rest: 'keep' | 'release',
  settings: TerminalSettings,
): PartPermit {
  const { captures, pending } = sale.facts;
  const before = [...captures, ...(pending === null ? [] : [pending])].find(
    ({ id }) => id === part.id,
  );
  if (before !== undefined && !sameSums(before, part)) {
    return refuseTill('part_changed');
  }
  const isLast = before !== undefined && (before === pending || before === captures.at(-1));
  if (isLast && rest !== sale.facts.rest) return refuseTill('part_changed');
  if (before !== undefined && before !== pending) return answer('done_before');
  if (before !== undefined && sale.facts.goal === 'take') return answer('done_before');
  if (!actionsOf(sale, settings).includes('capture')) {
    return refuseTill('not_possible_now');
  }
  if (pending !== null && before === undefined) {
    return refuseTill('part_pending');
  }
  if (isNothing(part)) return refuseTill('part_nothing');
  if (before === undefined && !fitsInto(part, authorisedOf(sale.facts))) {
    return refuseTill('part_too_much');
  }
  return answer('take');
}

const captureRequest = z.object({
  amount: moneyNonNegative,
  additional: moneyNonNegative.exactOptional(),
  captureId: reference.exactOptional(),
});

/** The part of a capture request. Gives it an id if the request has none. */
export function partOf(request: CaptureRequest, ids: Ids): Answer<OwnPart> {
  const checked = validate(captureRequest, request);
  if (!checked.ok) return checked;
  const { amount, additional, captureId } = checked.value;
  return answer({ id: captureId ?? `c-${ids.short()}`, amount, additional: additional ?? ZERO });
}

/** Starts a partial capture if it is still allowed. */
export function takePart(
  transition: Transition,
  part: OwnPart,
  rest: 'keep' | 'release',
  context: Pick<SaleContext, 'now' | 'settings'>,
): Transition {
  const permit = permitPart(transition.sale, part, rest, context.settings);
  if (!permit.ok || permit.value !== 'take') return transition;
  return intendPart(transition, part, rest, context);
}
