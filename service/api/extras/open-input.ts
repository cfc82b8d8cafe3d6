import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { optional, reference } from '../../../shared/protocol/basic.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { KEY_SCHEME } from '../../../shared/protocol/headers.ts';
import { permissionRequestInput } from '../../../shared/protocol/permission.ts';
import { ROUTES } from '../../../shared/protocol/routes.ts';
import { salesSummaryQuery } from '../../../shared/protocol/sales-summary.ts';
import { createdPermission } from '../endpoints/permissions.ts';
import type { CheckedCall } from '../pipeline.ts';
import { callerOf, type Extra } from './extra.ts';

/*
 * Routes of the table whose required input these clients leave out, and cannot add: their libraries
 * have no parameter for it.
 */

const openSummary = salesSummaryQuery.extend({
  from_date: optional(salesSummaryQuery.shape.from_date),
});

/** `GET /sales_summary/` without a date: the sales of the current day (V-28). */
export const salesWithoutDate: Extra = {
  kind: 'served',
  place: 'api',
  route: { ...ROUTES.salesSummary, query: openSummary },
  async run(call) {
    // The pipeline has checked it.
    const query = call.query as z.output<typeof openSummary>;
    const { merchantId } = callerOf(call);
    const made = await call.deps.settlements.salesSummary(merchantId, query);
    return made.ok ? answer({ status: 200, body: made.value }) : made;
  },
};

/** The point of sale of a permission request that names none; the wallet shows it as its origin. */
const NO_POS = 'web';

const openPermission = permissionRequestInput.extend({
  pos_id: optional(reference),
  pos_tid: optional(reference),
});

/**
 * `POST /permission_request/` without `pos_id` and `pos_tid` (V-29). Each such request is a new one.
 * Only the same signed request again is not: its `pos_tid` is made from the signature, so that a
 * recorded request does nothing (D-18).
 */
export const permissionWithoutPos: Extra = {
  kind: 'served',
  place: 'api',
  route: { ...ROUTES.permissionCreate, body: openPermission },
  async run(call) {
    // The pipeline has checked it.
    const body = call.body as z.output<typeof openPermission>;
    const pos = { pos_id: body.pos_id ?? NO_POS, pos_tid: body.pos_tid ?? ownTid(call) };
    return createdPermission(call.deps, callerOf(call).merchantId, { ...body, ...pos });
  },
};

function ownTid({ header, deps }: CheckedCall): string {
  const [scheme = '', signature = ''] = (header('authorization') ?? '').split(/ +/);
  if (scheme.toUpperCase() !== KEY_SCHEME) return deps.ids.rid();
  // Hashes the bytes, because the same signature has more than one base64 form.
  return createHash('sha256').update(Buffer.from(signature, 'base64')).digest('base64url');
}
