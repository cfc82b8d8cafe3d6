import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';
import { NO_ACCOUNT } from './settlement-account-read.ts';

/** `PUT /settlement_account/<settlement_account_id>/`: 204 (D-176). */
export const settlementAccountUpdate: Handler<'settlementAccountUpdate'> = async ({
  context,
  caller,
  params,
  body,
}) => {
  const { settlementAccounts } = context.store;
  const id = params.settlement_account_id;
  const change = { payoutAccount: body.payout_account, frequency: body.frequency };
  const found = await settlementAccounts.update(caller.merchantId, id, change);
  if (!found) return refuse('Not Found', NO_ACCOUNT);
  return answer({ status: 204, body: undefined });
};
