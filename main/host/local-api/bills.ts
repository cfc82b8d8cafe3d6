import type { BillsCommand } from '../../../shared/device/bridge/bills.ts';
import type { BridgeAnswer } from '../../../shared/device/bridge/contract.ts';
import type { BillOutput } from '../../../shared/device/till-api/bills.ts';
import {
  type TillAnswer,
  type TillErrorType,
  type TillRefusal,
  tillRefuse,
} from '../../../shared/device/till-api/errors.ts';
import { methodOf } from '../../../shared/device/till-api/sale.ts';
import { type TenderId, tenderId } from '../../../shared/ids/host-ids.ts';
import { reference } from '../../../shared/protocol/basic.ts';
import type { Refusal } from '../../../shared/protocol/errors.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { done } from './act.ts';
import type { HandlerDeps, TillHandler } from './handler.ts';
import { startRefusal } from './start-sale.ts';

export const NO_BILL = 'This till has no bill by this id; list the open ones.';

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
  const command = { type: 'bill', id, bill: named.value, version, act } as const;
  const answered = await order(deps, command, by);
  return answered.ok ? done(200, answered.value.bill) : answered;
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
  // The engine would start the sale and keep trying, while cashier and customer wait.
  if (how.kind === 'phone' && isOffline(deps) && !isKnown(deps, bill, tenderId(id))) {
    return tillRefuse('offline');
  }
  const tender =
    how.kind === 'phone'
      ? ({ kind: how.kind, method: methodOf(how), place: how.place, tipEdit: 'fixed' } as const)
      : how;
  const command = { type: 'pay_bill', id, bill, version, amount, tip, method: tender } as const;
  const answered = await order(deps, command, by);
  if (!answered.ok) return answered;
  const { bill: paid, sale } = answered.value;
  return done(200, { bill: paid, sale: sale === null ? null : deps.changes.sale(sale) });
};

const isOffline = ({ terminal }: HandlerDeps) => terminal.view().connection.kind === 'offline';

function isKnown({ changes }: HandlerDeps, bill: string, tender: TenderId): boolean {
  return changes.bill(bill)?.tenders.some(({ id }) => id === tender) ?? false;
}

const wrongId = ({ details }: Refusal) =>
  tillRefuse('validation_error', undefined, { id: details?.body ?? ['is not a valid id'] });

type Ordered = { readonly bill: BillOutput; readonly sale: string | null };
type Command = Extract<BillsCommand, { type: 'bill' | 'pay_bill' }>;

/** Gives a command to the till's bills, and answers the bill as it is then. */
async function order(
  deps: HandlerDeps,
  command: Command,
  person: string | null,
): Promise<TillAnswer<Ordered>> {
  const answered = await deps.bills.run(command, { person });
  const bill = deps.changes.bill(command.bill);
  if (!answered.ok) return { ok: false, refusal: refusalOf(answered.refusal, command, bill, deps) };
  if (bill === null) return tillRefuse('not_found', NO_BILL);
  return { ok: true, value: { bill, sale: saleIn(answered) } };
}

function saleIn({ value }: Extract<BridgeAnswer, { ok: true }>): string | null {
  return (value !== null && 'id' in value ? value.id : null) ?? null;
}

/** A refusal with its reason and the bill as it is now. */
function refusalOf(
  refusal: Refusal,
  command: Command,
  bill: BillOutput | null,
  deps: HandlerDeps,
): TillRefusal {
  const reason = String(refusal.details?.reason);
  const type = typeOf(reason);
  if (type === 'not_found') return tillRefuse(type, NO_BILL).refusal;
  if (type !== null) {
    return tillRefuse(type, refusal.description, { reason, bill }).refusal;
  }
  // The bill allows it, and the terminal did not start the sale.
  const place =
    command.type === 'pay_bill' && command.method.kind === 'phone' ? command.method.place : 'aside';
  const started = startRefusal(refusal, { place, mode: { kind: 'sale' } }, deps).refusal;
  if (started.type === 'validation_error') return started;
  return { ...started, details: { ...started.details, reason, bill } };
}

/** The error of a refused command on a bill; null for a sale that was not started. */
function typeOf(reason: string): TillErrorType | null {
  switch (reason) {
    case 'bill_gone':
      return 'not_found';
    case 'bill_changed':
      return 'bill_changed';
    case 'bill_needs_approval':
      return 'discount_not_allowed';
    case 'bill_not_saved':
    case 'books_not_saved':
      return 'journal_full';
    default:
      return reason.startsWith('bill_') ? 'bill_refused' : null;
  }
}
