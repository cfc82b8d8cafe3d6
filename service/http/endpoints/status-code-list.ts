import { answer } from '../../../shared/protocol/errors.ts';
import { STATUS_CATALOGUE } from '../../../shared/protocol/status-codes.ts';
import type { Handler } from '../endpoint.ts';

/** `GET /status_code/`: the catalogue, codes as strings (D-74, D-187). */
export const statusCodeList: Handler<'statusCodeList'> = async () => {
  const entries = [...STATUS_CATALOGUE].map(([code, name]) => ({ code: String(code), name }));
  return answer({ status: 200, body: entries });
};
