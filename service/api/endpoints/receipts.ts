import { answer } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** `GET /receipt/` (D-360). */
export const receiptService: Handler<'receiptService'> = async ({ deps }) =>
  answer({ status: 200, body: deps.receipts.service() });

/** `PUT /pos/<pos_id>/receipt/<code>/` (D-360). */
export const receiptPut: Handler<'receiptPut'> = async ({ deps, caller, params, body }) => {
  const till = { posId: params.pos_id, code: params.code };
  const { merchantId } = caller;
  const full = deps.budgets.refusal('receipts', merchantId);
  // A repeat writes nothing.
  if (full !== null && !(await deps.receipts.read(merchantId, till)).ok) return full;
  const kept = await deps.receipts.put(merchantId, till, body);
  if (!kept.ok) return kept;
  if (kept.value) deps.budgets.spend('receipts', merchantId, JSON.stringify(body).length);
  return answer({ status: kept.value ? 201 : 200, body: deps.receipts.service() });
};

/** `GET /pos/<pos_id>/receipt/<code>/` (D-423). */
export const receiptRead: Handler<'receiptRead'> = async ({ deps, caller, params }) => {
  const till = { posId: params.pos_id, code: params.code };
  const read = await deps.receipts.read(caller.merchantId, till);
  return read.ok ? answer({ status: 200, body: read.value }) : read;
};

/** `POST /pos/<pos_id>/receipt/<code>/email/` (D-362). */
export const receiptEmail: Handler<'receiptEmail'> = async ({ deps, caller, params, body }) => {
  const till = { posId: params.pos_id, code: params.code };
  const ordered = await deps.receipts.order(caller.merchantId, till, body);
  return ordered.ok ? answer({ status: 202, body: undefined }) : ordered;
};
