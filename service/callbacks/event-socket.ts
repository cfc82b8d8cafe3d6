import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import {
  noteOf,
  type ObservedUpgrade,
  type ObserveUpgrade,
} from '../../shared/node/http/request-note.ts';
import type { Tracing } from '../../shared/node/tracing/tracing.ts';
import { EVENT_SUBPROTOCOL } from '../../shared/protocol/channel.ts';
import { type Answer, ERRORS, type Refusal, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { EVENT_PATH } from '../../shared/protocol/routes.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { Store } from '../store/store.ts';
import type { WithCurrentObject } from './current-object.ts';
import { EventSession } from './event-session.ts';

export type EventSocketDeps = {
  readonly server: Server;
  readonly store: Store;
  /** Real time; see `EventSessionDeps`. */
  readonly wall: Clock;
  readonly withCurrentObject?: WithCurrentObject;
  /** The service's time; see `EventSessionDeps`. */
  readonly clock?: Clock;
  readonly tracing?: Tracing | null;
  /** Observes upgrades, for the log and the metrics; null for neither. */
  readonly observe?: ObserveUpgrade | null;
  /** Path prefix of the API. */
  readonly basePath: string;
  /** Authenticates the upgrade request, at SECRET level like any request. */
  readonly authenticate: (request: IncomingMessage) => Promise<Answer<EventCaller>>;
};

/**
 * The merchant of the socket, and the user who opened it, so that the socket closes when the user's
 * credentials become invalid.
 */
export type EventCaller = {
  readonly merchantId: string;
  readonly kind?: 'user' | 'integrator';
  readonly userId?: string;
  /** The channels that the caller may open; every one without it. */
  readonly mayHear?: (channel: string) => boolean;
};

export interface EventSocket {
  /** Sockets that are open now. */
  count(): number;
  /** Sends a close message to every device and accepts no more sockets. */
  close(): void;
}

/**
 * `GET {base}/event/` as a WebSocket. A device without a public address keeps it open and receives
 * the events of its channels (D-143).
 */
export function attachEventSocket(deps: EventSocketDeps): EventSocket {
  const sockets = createHandshake();
  const sessions = new Map<EventSession, string>();
  const { channels } = deps.store;
  const forgets = [
    channels.onEvents((merchantId, channel) => {
      for (const [session, owner] of sessions) if (owner === merchantId) session.notice(channel);
    }),
    channels.onInterruption((interruption) => {
      for (const session of sessions.keys()) session.interrupt(interruption);
    }),
  ];

  function ownSockets(merchantId: string): number {
    let count = 0;
    for (const owner of sessions.values()) if (owner === merchantId) count += 1;
    return count;
  }

  async function upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    observed: ObservedUpgrade | null,
  ): Promise<void> {
    const refused = refuserOf(socket, observed);
    // Until the handshake has ended, the socket has no other listener for errors. Without one, a reset
    // connection would end the process.
    const destroy = () => socket.destroy();
    socket.on('error', destroy);
    const refusal = refusalOf(request, sessions.size);
    if (refusal !== null) return refused(refusal);
    const caller = await deps.authenticate(request);
    if (!caller.ok) return refused(caller.refusal);
    const { merchantId } = caller.value;
    const admitted = await admissionOf(caller.value, deps.store);
    // Counted at the handshake, which is not interrupted, so that no socket is opened in between.
    if (ownSockets(merchantId) >= LIMITS.socketsPerMerchantMax) {
      return refused(SHARE_TAKEN.refusal, merchantId);
    }
    socket.off('error', destroy);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const { store, wall, clock, withCurrentObject, tracing = null } = deps;
      const late = { clock, withCurrentObject };
      const { mayHear = () => true } = caller.value;
      const owner = { merchantId, admitted, mayHear };
      const device = { socket: webSocket, store, wall, ...owner, tracing, ...late };
      const session = new EventSession(device);
      sessions.set(session, merchantId);
      webSocket.on('close', () => sessions.delete(session));
      observed?.end(SWITCHING, merchantId);
    });
    // The library calls back at once, or has refused the handshake itself.
    observed?.end(request.method === 'GET' ? 400 : 405, merchantId);
  }

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // While the service stops, the listener has refused it already.
    if (!isEventPath(request.url, deps.basePath) || socket.writableEnded) return;
    const observed = deps.observe?.(request, socket, deps.basePath + EVENT_PATH) ?? null;
    upgrade(request, socket, head, observed).catch(() => {
      observed?.end(500);
      socket.destroy();
    });
  }

  deps.server.on('upgrade', onUpgrade);
  return {
    count: () => sessions.size,
    close() {
      deps.server.off('upgrade', onUpgrade);
      for (const forget of forgets) forget();
      for (const session of sessions.keys()) session.close();
      sockets.close();
    },
  };
}

function createHandshake(): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: LIMITS.socketMessageBytesMax,
    handleProtocols: (offered) => (offered.has(EVENT_SUBPROTOCOL) ? EVENT_SUBPROTOCOL : false),
  });
  // The reply of an observed upgrade has the id of its line in the log, as other replies have.
  sockets.on('headers', (headers, request) => {
    const note = noteOf(request);
    if (note !== undefined) headers.push(`X-Request-Id: ${note.requestId}`);
  });
  return sockets;
}

function refuserOf(socket: Duplex, observed: ObservedUpgrade | null) {
  return (refusal: Refusal, merchantId: string | null = null) => {
    reject(socket, refusal, observed?.requestId);
    observed?.end(ERRORS[refusal.type], merchantId);
  };
}

/**
 * Returns a check whether the user may still listen: false after any change of the user, because each
 * change increases the user's version.
 */
async function admissionOf(
  { merchantId, kind, userId }: EventCaller,
  store: Store,
): Promise<() => Promise<boolean>> {
  if (kind !== 'user' || userId === undefined) return async () => true;
  const version = async () => (await store.users.read(merchantId, userId))?.version ?? null;
  const first = await version();
  return async () => first !== null && (await version()) === first;
}

/** True for the event path with or without its trailing slash; the query is ignored. */
export function isEventPath(url: string | undefined, basePath: string): boolean {
  const path = (url ?? '').split('?', 1)[0];
  const full = basePath + EVENT_PATH;
  return path === full || path === full.slice(0, -1);
}

/** The status of a handshake that succeeded. */
const SWITCHING = 101;

const SHARE_TAKEN = refuse(
  'Service Unavailable',
  `This merchant has ${LIMITS.socketsPerMerchantMax} event sockets open; close one of them first.`,
);

function refusalOf(request: IncomingMessage, open: number): Refusal | null {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',');
  if (!offered.some((name) => name.trim() === EVENT_SUBPROTOCOL)) {
    return refuse('Bad Request', `Offer the WebSocket subprotocol ${EVENT_SUBPROTOCOL}.`).refusal;
  }
  if (open < LIMITS.socketsMax) return null;
  return refuse('Service Unavailable', 'Too many event sockets are open; try again later.').refusal;
}

function reject(socket: Duplex, refusal: Refusal, requestId?: string): void {
  const body = JSON.stringify({
    error_type: refusal.type,
    error_description: refusal.description,
    error_details: refusal.details ?? null,
  });
  const status = ERRORS[refusal.type];
  const id = requestId === undefined ? '' : `X-Request-Id: ${requestId}\r\n`;
  socket.end(
    `HTTP/1.1 ${status} ${refusal.type}\r\nConnection: close\r\nContent-Type: application/json\r\n${id}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
