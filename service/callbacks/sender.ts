import { once } from 'node:events';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { getCACertificates, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { present } from '../../shared/objects/present.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { type AddressGuard, isOwnAddress, type OwnPorts, type Target } from './address-guard.ts';
import { type Answered, exchange, type Post } from './http-exchange.ts';

type Opened =
  | { readonly ok: true; readonly socket: Socket }
  | { readonly ok: false; readonly problem: string };

type ConnectionDeps = {
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
async function openConnection(deps: ConnectionDeps): Promise<Opened> {
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
function portOf(url: URL): number {
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

export type Sent = Answered | { readonly kind: 'failed'; readonly problem: string };

/**
 * Sends to addresses that merchants have chosen. `send` never rejects, and it ends within the timeout
 * of the post.
 */
export interface Sender {
  send(post: Post, stopping: AbortSignal): Promise<Sent>;
}

export type SenderDeps = {
  readonly guard: AddressGuard;
  /** Real time, also if the service's clock is manual. */
  readonly wall: Clock;
  /** Certificates that are accepted in addition to the usual ones, PEM. */
  readonly extraCa: string | null;
  /** Ports of this process, to which the sender sends nothing. Absent if the process does not listen. */
  readonly ownPorts?: OwnPorts;
};

const TIMED_OUT = 'there was no answer in time';
const STOPPED = 'the service was stopped';
const OWN_ADDRESS = 'refused: the address belongs to this service';
const NO_PORTS: ReadonlySet<number> = new Set();
const noPorts = () => NO_PORTS;

/**
 * Creates a sender without redirects, without proxies and without the runtime's shared connections.
 * Each attempt opens a new connection to an address that was checked (D-141, D-145).
 */
export function createSender(deps: SenderDeps): Sender {
  const { guard, wall, extraCa, ownPorts = noPorts } = deps;

  async function attempt(post: Post, ended: AbortSignal): Promise<Sent> {
    const { url } = post.to;
    const targets = await unlessEnded(guard.targetsOf(url.hostname), ended);
    if (!targets.ok) return failed(targets.refusal.description);
    const isOwn = (address: string) => isOwnAddress(address, portOf(url), ownPorts);
    if (targets.value.some(({ address }) => isOwn(address))) return failed(OWN_ADDRESS);
    const opened = await openConnection({ url, targets: targets.value, guard, extraCa, ended });
    if (!opened.ok) return failed(opened.problem);
    try {
      if (isOwn(opened.socket.remoteAddress ?? '')) return failed(OWN_ADDRESS);
      return await exchange(opened.socket, post, ended);
    } finally {
      opened.socket.destroy();
    }
  }

  return {
    async send(post, stopping) {
      // A separate signal instead of `AbortSignal.any`: Node.js keeps a combined signal with a
      // listener until it aborts, so a signal that includes `stopping` would keep every attempt.
      const attempting = new AbortController();
      const end = () => attempting.abort();
      const cancel = wall.after(post.timeout, end);
      stopping.addEventListener('abort', end, { once: true });
      if (stopping.aborted) end();
      try {
        return await attempt(post, attempting.signal);
      } catch (error) {
        if (stopping.aborted) return failed(STOPPED);
        return failed(attempting.signal.aborted ? TIMED_OUT : problemOf(error));
      } finally {
        cancel();
        stopping.removeEventListener('abort', end);
      }
    },
  };
}

function failed(problem: string): Sent {
  return { kind: 'failed', problem };
}

/** Rejects when `ended` aborts, because a name lookup cannot be cancelled. */
function unlessEnded<T>(work: Promise<T>, ended: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error(TIMED_OUT));
    if (ended.aborted) end();
    ended.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => ended.removeEventListener('abort', end));
  });
}

/** The meaning of the network's error codes, for readers of the delivery log. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was lost',
  EPIPE: 'the connection was lost',
  ETIMEDOUT: 'the connection was not established in time',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  ENOTFOUND: 'the name has no address',
  EAI_AGAIN: 'the name could not be looked up',
};

/** Certificate errors. Node.js adds codes, so parts of the codes are compared. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|CA_|SIGNATURE/;

/** Describes an error of the network. */
function problemOf(error: unknown): string {
  const code = codeOf(error);
  const words = WORDS[code];
  if (words !== undefined) return words;
  if (CERTIFICATE.test(code)) return `the certificate is not valid (${code})`;
  if (code.startsWith('ERR_SSL') || code === 'EPROTO') return 'the TLS connection failed';
  if (code.startsWith('HPE_')) return 'the answer is not HTTP';
  return `the connection failed${code === '' ? '' : ` (${code})`}`;
}

/** The code of an error; if several addresses failed, the code of the first failure. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
