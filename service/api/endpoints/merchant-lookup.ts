import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** `GET /merchant_lookup/<lookup_id>/`: for integrators, and not more than they need (D-67). */
export const merchantLookup: Handler<'merchantLookup'> = async ({ context, params }) => {
  const { merchants } = context.store;
  const merchantId = await merchants.byLookupId(params.lookup_id);
  const record = merchantId === null ? null : await merchants.record(merchantId);
  if (record === null) return refuse('Not Found', 'No merchant is registered under this id.');
  const { details } = record;
  return answer({
    status: 200,
    body: {
      id: record.id,
      business_name: record.name,
      organization_id: details.organizationId,
      jurisdiction: details.jurisdiction,
      approved: details.approved,
    },
  });
};
