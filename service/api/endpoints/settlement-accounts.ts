import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** Used for an unknown id and for an id of another merchant (D-26). */
export const NO_ACCOUNT = 'There is no settlement account of this id.';

/** `GET /settlement_account/<settlement_account_id>/`. */
export const settlementAccountRead: Handler<'settlementAccountRead'> = async ({
  deps,
  caller,
  params,
}) => {
  const { settlementAccounts } = deps.store;
  const account = await settlementAccounts.read(caller.merchantId, params.settlement_account_id);
  if (account === null) return refuse('Not Found', NO_ACCOUNT);
  return answer({
    status: 200,
    body: {
      id: account.id,
      start_of_day: account.startOfDay,
      currency: account.currency,
      payout_delay: account.payoutDelay,
      payout_account: account.payoutAccount,
      frequency: account.frequency,
    },
  });
};

/** `PUT /settlement_account/<settlement_account_id>/`: 204 (D-176). */
export const settlementAccountUpdate: Handler<'settlementAccountUpdate'> = async ({
  deps,
  caller,
  params,
  body,
}) => {
  const { settlementAccounts } = deps.store;
  const id = params.settlement_account_id;
  const change = { payoutAccount: body.payout_account, frequency: body.frequency };
  const updated = await settlementAccounts.update(caller.merchantId, id, change);
  if (!updated) return refuse('Not Found', NO_ACCOUNT);
  return answer({ status: 204, body: undefined });
};
