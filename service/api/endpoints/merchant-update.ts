import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { changedMerchant } from '../../merchants/change-merchant.ts';
import { visibleMerchant } from '../../merchants/visible.ts';
import type { Handler } from '../endpoint.ts';
import { NO_MERCHANT } from './merchant-read.ts';

/** `PUT /merchant/<merchant_id>/`, for the merchant's integrator (D-69): counts from now on. */
export const merchantUpdate: Handler<'merchantUpdate'> = async ({
  context,
  caller,
  params,
  body,
}) => {
  const { store } = context;
  const record = await visibleMerchant(store, caller, params.merchant_id);
  if (record === null) return refuse('Not Found', NO_MERCHANT);
  await store.merchants.putRecord(changedMerchant(record, body));
  return answer({ status: 204, body: undefined });
};
