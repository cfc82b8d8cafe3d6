import type { Exchange } from '../../shared/node/http/exchange.ts';
import { isLoopback } from '../../shared/node/http/peer-address.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** Headers of a signed request or a callback, which a client of the simulator does not send. */
const SIGNED = /-content-digest$|^authorization$|^webhook-/;

/**
 * Admits only programs on this machine. A page in a browser on this machine is refused by its
 * `Origin`, and by the `Host` of a foreign name that resolves to this address. A callback, which a
 * merchant may have addressed to the simulator, is refused too.
 */
export function onlyLocal(exchange: Exchange): Answer<null> {
  const { headers, address } = exchange;
  const page = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  const signed = Object.keys(headers).some((name) => SIGNED.test(name));
  if (signed) return refuse('Not Found', 'The simulator takes no signed requests and callbacks.');
  if (isLoopback(address) && LOCAL_HOST.test(headers.host ?? '') && !page) return answer(null);
  return refuse('Not Found', 'The simulator answers programs on this machine, and no pages.');
}
