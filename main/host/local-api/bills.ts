import type { Refused } from '../../../shared/device/commands/table.ts';
import {
  type TillErrorType,
  type TillRefusal,
  tillRefuse,
} from '../../../shared/device/till-api/errors.ts';
import { methodOf } from '../../../shared/device/till-api/sale.ts';
import { reference } from '../../../shared/protocol/basic.ts';
import type { Refusal } from '../../../shared/protocol/errors.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { problemOf, type TillProblem } from '../../../shared/refusals/problem-types.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { done } from './act.ts';
import type { HandlerDeps, TillHandler } from './handler.ts';
import { tillErrorOf } from './refusals.ts';
import { startRefusal } from './start-sale.ts';

const NO_BILL = 'This till has no bill by this id; list the open ones.';

export const listBills: TillHandler<'billList'> = async ({ deps: { changes } }) =>
  done(200, { bills: changes.bills() });

/** `GET /bills/<id>/`: now, or as soon as its version is not `since`. */
export const readBill: TillHandler<'billRead'> = async ({
  deps,
  params: { id },
  query,
  exchange,
}) => {
  const { changes, longPoll } = deps;
  if (changes.bill(id) === null) return tillRefuse('not_found', NO_BILL);
  const wait = (query.wait ?? 0) * SECOND;
  const version = () => String(changes.bill(id)?.version);
  if ((await longPoll.forChange(version, query.since, wait, exchange.gone())) === 'full') {
    return tillRefuse('too_many_waiting');
  }
  const bill = changes.bill(id);
  return bill === null ? tillRefuse('not_found', NO_BILL) : done(200, bill);
};

/** `POST /bills/<id>/`: one act on a bill, given to the same authority as a screen's. */
export const commandBill: TillHandler<'billCommand'> = async ({ deps, params, body }) => {
  const named = validate(reference, params.id);
  if (!named.ok) return wrongId(named.refusal);
  const { command_id: id, version, by, act } = body;
  const bill = named.value;
  const caller = { at: 'register', person: by } as const;
  const answered = await deps.bills.bill({ id, bill, version, act }, caller);
  return answered.ok ? billNow(deps, bill) : refused(deps, answered, bill, 'aside');
};

/**
 * `POST /bills/<id>/pay/`: the tender is journalled before a sale is started, so that the same call after a lost reply
 * or a power cut finds the tender and its sale.
 */
export const payBill: TillHandler<'billPay'> = async ({ deps, params, body }) => {
  const named = validate(reference, params.id);
  if (!named.ok) return wrongId(named.refusal);
  const { command_id: id, version, by, amount, tip, method: how } = body;
  const bill = named.value;
  const tender =
    how.kind === 'phone'
      ? ({ kind: how.kind, method: methodOf(how), place: how.place, tipEdit: 'fixed' } as const)
      : how;
  const command = { id, bill, version, amount, tip, method: tender };
  const answered = await deps.bills.pay_bill(command, { at: 'register', person: by });
  const place = tender.kind === 'phone' ? tender.place : 'aside';
  if (!answered.ok) return refused(deps, answered, bill, place);
  const paid = billNow(deps, bill);
  if (!paid.ok) return paid;
  const { sale } = answered.value;
  return done(200, { bill: paid.value.body, sale: sale === null ? null : deps.changes.sale(sale) });
};

const wrongId = ({ details }: Refusal) =>
  tillRefuse('validation_error', undefined, { id: details?.body ?? ['is not a valid id'] });

function billNow({ changes }: HandlerDeps, id: string) {
  const bill = changes.bill(id);
  return bill === null ? tillRefuse('not_found', NO_BILL) : done(200, bill);
}

/** A refusal with its reason and the bill as it is now. `place` is that of the sale that the command would have started. */
function refused(
  deps: HandlerDeps,
  { refusal }: Refused,
  id: string,
  place: 'main_screen' | 'aside',
): { readonly ok: false; readonly refusal: TillRefusal } {
  const bill = deps.changes.bill(id);
  const reason = problemOf(refusal);
  const type = typeOf(reason);
  if (type === 'not_found') return tillRefuse(type, NO_BILL);
  if (type !== null) return tillRefuse(type, refusal.description, { reason, bill });
  // The bill allows it, and the terminal did not start the sale.
  const started = startRefusal(refusal, { place, mode: { kind: 'sale' } }, deps).refusal;
  if (started.type === 'validation_error') return { ok: false, refusal: started };
  return { ok: false, refusal: { ...started, details: { ...started.details, reason, bill } } };
}

/** The error of a refused command on a bill; null for a sale that was not started. */
function typeOf(reason: TillProblem): TillErrorType | null {
  const isOfBill = reason.startsWith('bill_') || reason === 'books_not_saved';
  return isOfBill || reason === 'service_away' ? tillErrorOf(reason) : null;
}
