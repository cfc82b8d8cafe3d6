import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { Handler } from '../endpoint.ts';

/** `GET /status_code/`: the catalogue, codes as strings (D-74, D-187). */
export const statusCodeList: Handler<'statusCodeList'> = async ({ deps }) => {
  const entries = [...deps.rules.statusCodes].map(([code, name]) => ({
    code: String(code),
    name,
  }));
  return answer({ status: 200, body: entries });
};

/** `GET /status_code/<value>/`. */
export const statusCodeRead: Handler<'statusCodeRead'> = async ({ deps, params }) => {
  const code = /^[1-9]\d{0,4}$/.test(params.value) ? Number(params.value) : Number.NaN;
  const name = deps.rules.statusCodes.get(code);
  if (name === undefined) return refuse('Not Found', 'There is no such status code.');
  return answer({ status: 200, body: { code: String(code), name } });
};
