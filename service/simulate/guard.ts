import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { isLoopback } from '../merchants/peer-address.ts';

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Lets in programs on this machine alone. A page in a browser on this machine is refused too: by
 * its `Origin`, and by the `Host` of a foreign name that was pointed at this address.
 */
export function onlyLocal(exchange: Exchange): Answer<null> {
  const { headers, address } = exchange;
  const page = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  if (isLoopback(address) && LOCAL_HOST.test(headers.host ?? '') && !page) return answer(null);
  return refuse('Not Found', 'The simulator answers programs on this machine, and no pages.');
}
