import { answer } from '../../../shared/protocol/errors.ts';
import { catalogueOf } from '../../../shared/protocol/profile-codes.ts';
import type { Handler } from '../endpoint.ts';

/** `GET /status_code/`: the catalogue, codes as strings (D-74, D-187). */
export const statusCodeList: Handler<'statusCodeList'> = async ({ context }) => {
  const catalogue = catalogueOf(context.profile);
  const entries = [...catalogue].map(([code, name]) => ({ code: String(code), name }));
  return answer({ status: 200, body: entries });
};
