import { once } from 'node:events';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { getCACertificates, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { present } from '../../shared/objects/present.ts';
import type { AddressGuard, Target } from './address-guard.ts';

export type Opened =
  | { readonly ok: true; readonly socket: Socket }
  | { readonly ok: false; readonly problem: string };

export type ConnectionDeps = {
  readonly url: URL;
  /** Addresses of the host that the service may connect to. */
  readonly targets: readonly Target[];
  readonly guard: AddressGuard;
  readonly extraCa: string | null;
  readonly ended: AbortSignal;
};

/**
 * Connects to one of the checked addresses and checks the remote address again. For https the
 * certificate is verified for the URL's name. Throws errors of the network.
 */
export async function openConnection(deps: ConnectionDeps): Promise<Opened> {
  const { url, guard, ended } = deps;
  const plain = connect({
    host: bareHost(url),
    port: portOf(url),
    lookup: answering(deps.targets),
    autoSelectFamily: true,
    signal: ended,
  });
  // `once` below reports errors; an error after it must not end the process.
  plain.on('error', () => {});
  try {
    await once(plain, 'connect', { signal: ended });
    if (!guard.admits(url.hostname, plain.remoteAddress)) {
      plain.destroy();
      return { ok: false, problem: `refused: the connection went to ${plain.remoteAddress}` };
    }
    return { ok: true, socket: url.protocol === 'https:' ? await secured(plain, deps) : plain };
  } catch (error) {
    plain.destroy();
    throw error;
  }
}

async function secured(socket: Socket, { url, extraCa, ended }: ConnectionDeps): Promise<Socket> {
  const host = bareHost(url);
  const secure: TLSSocket = tlsConnect({
    socket,
    host,
    // An IP address is not a server name; its certificate is checked for the address.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...present({ ca: extraCa === null ? null : [...getCACertificates('default'), extraCa] }),
    // Explicit, so that no environment variable can disable the verification (D-140).
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
  });
  secure.on('error', () => {});
  await once(secure, 'secureConnect', { signal: ended });
  return secure;
}

/**
 * The host without the brackets of an IPv6 address and without the trailing dot of an absolute
 * name.
 */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** The port of a URL, or the default of its scheme. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** A name lookup that returns only checked addresses. */
function answering(targets: readonly Target[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = targets;
    if (options.all === true) callback(null, [...targets]);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
}
