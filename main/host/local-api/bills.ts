import { billNow } from '../../../shared/bill/bill-now.ts';
import { tillRefuse } from '../../../shared/device/till-api/errors.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { done } from './act.ts';
import type { TillHandler } from './handler.ts';

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
  const { terminal, longPoll } = deps;
  const found = () => terminal.bills.bills().bills.get(id);
  if (found() === undefined) return tillRefuse('not_found', NO_BILL);
  const wait = (query.wait ?? 0) * SECOND;
  const version = () => String(found()?.version);
  if ((await longPoll.forChange(version, query.since, wait, exchange.gone())) === 'full') {
    return tillRefuse('too_many_waiting');
  }
  const bill = found();
  return bill === undefined ? tillRefuse('not_found', NO_BILL) : done(200, billNow(bill));
};
