import type { Exchange } from '../../shared/node/http/exchange.ts';
import { isLoopback } from '../../shared/node/http/peer-address.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** Headers that a signed request or a callback carries, and nobody who plays the customer does. */
const SIGNED = /-content-digest$|^authorization$|^webhook-/;

/**
 * Lets in programs on this machine alone. A page in a browser on this machine is refused too: by
 * its `Origin`, and by the `Host` of a foreign name that was pointed at this address; and so is a
 * callback, which a merchant may have addressed to here.
 */
export function onlyLocal(exchange: Exchange): Answer<null> {
  const { headers, address } = exchange;
  const page = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  const signed = Object.keys(headers).some((name) => SIGNED.test(name));
  if (signed) return refuse('Not Found', 'The simulator takes no signed requests and callbacks.');
  if (isLoopback(address) && LOCAL_HOST.test(headers.host ?? '') && !page) return answer(null);
  return refuse('Not Found', 'The simulator answers programs on this machine, and no pages.');
}
