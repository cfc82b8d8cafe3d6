import { isLoopback, isLoopbackHost } from '../../shared/node/http/client-address.ts';
import type { Exchange } from '../../shared/node/http/exchange.ts';
import { type Answer, answer, refuse } from '../../shared/protocol/errors.ts';

/** Headers of a signed request or a callback, which a client of the simulator does not send. */
const SIGNED = /-content-digest$|^authorization$|^webhook-/;

/**
 * Admits only programs on this machine. A page in a browser on this machine is refused by its
 * `Origin`, and by the `Host` of a foreign name that resolves to this address. A callback, which a
 * merchant may have addressed to the simulator, is refused too. `ownName` is one more name of this
 * machine, which its operator has stated.
 */
export function onlyLocal(exchange: Exchange, ownName: string | null = null): Answer<null> {
  const { headers, address } = exchange;
  const { host = '' } = headers;
  const page = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  const signed = Object.keys(headers).some((name) => SIGNED.test(name));
  if (signed) return refuse('Not Found', 'The simulator takes no signed requests and callbacks.');
  const isOwn = isLoopbackHost(host) || (hasName(host, ownName) && isFromHere(exchange));
  if (isLoopback(address) && isOwn && !page) return answer(null);
  return refuse('Not Found', 'The simulator answers programs on this machine, and no pages.');
}

function hasName(host: string, name: string | null): boolean {
  return name !== null && host.replace(/:\d{1,5}$/, '').toLowerCase() === name.toLowerCase();
}

/**
 * Under a public name a proxy on this machine may pass on the requests of others, with a loopback
 * address. Such a request names the client that it is for.
 */
function isFromHere({ headers }: Exchange): boolean {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().flatMap((one) => one.split(','));
  return headers.forwarded === undefined && forwarded.every((one) => isLoopback(one.trim()));
}
