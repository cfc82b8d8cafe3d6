import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { TILL_EVENTS_PATH, TILL_SUBPROTOCOL } from '../../../shared/till-api/frames.ts';
import { TILL_API_BASE } from '../../../shared/till-api/routes.ts';
import { type CallerChecks, placeRefusal, tokenRefusal } from './caller-checks.ts';

const STATUS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
};

/**
 * Accepts WebSockets at the events' address; `serve` receives each with whether its token was
 * right. Returns how to close them all.
 */
export function takeSockets(
  server: Server,
  checks: CallerChecks,
  serve: (socket: WebSocket, admitted: boolean) => void,
): () => void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.socketMessageBytesMax,
    perMessageDeflate: false,
    handleProtocols: () => TILL_SUBPROTOCOL,
  });
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    const status = upgradeStatus(request, checks, sockets.clients.size);
    if (status !== null) {
      const line = `HTTP/1.1 ${status} ${STATUS[status] ?? 'Error'}`;
      stream.end(`${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    // A browser cannot send the header, so its page sends the token in the first frame.
    const admitted = tokenRefusal(request.headers, checks) === null;
    sockets.handleUpgrade(request, stream, head, (socket) => serve(socket, admitted));
  });
  return () => {
    for (const socket of sockets.clients) socket.close(1001, 'the till is stopping');
    for (const socket of sockets.clients) socket.terminate();
  };
}

/** The status that refuses this upgrade; null when it is accepted. */
function upgradeStatus(
  request: IncomingMessage,
  checks: CallerChecks,
  open: number,
): number | null {
  const path = URL.parse(request.url ?? '', 'http://till.invalid')?.pathname.replace(/\/?$/, '/');
  const misplaced = placeRefusal(request.headers, checks);
  if (misplaced !== null) return misplaced.type === 'wrong_host' ? 421 : 403;
  if (path !== TILL_API_BASE + TILL_EVENTS_PATH) return 404;
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/);
  if (!offered.includes(TILL_SUBPROTOCOL)) return 400;
  return open >= LIMITS.tillApiSocketsMax ? 429 : null;
}
