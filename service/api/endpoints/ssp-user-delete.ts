import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';
import { NO_SSP_USER } from './ssp-user-read.ts';

/** `DELETE /merchant_ssp_user/<merchant_ssp_user_id>/`: only without legal entities (D-76). */
export const sspUserDelete: Handler<'sspUserDelete'> = async ({ context, caller, params }) => {
  const id = params.merchant_ssp_user_id;
  switch (await context.store.sspUsers.remove(caller.merchantId, id)) {
    case 'removed':
      return answer({ status: 204, body: undefined });
    case 'unknown':
      return refuse('Not Found', NO_SSP_USER);
    case 'has_entities':
      return refuse('Conflict', 'This user acts for a company and cannot be removed here.');
  }
};
