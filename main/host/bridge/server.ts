import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Assets } from '../../../service/portal/assets.ts';
import { BRIDGE_PATH, BRIDGE_SUBPROTOCOL } from '../../../shared/bridge/contract.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import { serveConnection } from './connection.ts';
import type { Dispatch } from './dispatch.ts';
import { isLocalHost, isLocalOrigin } from './local.ts';
import { createPages } from './pages.ts';
import type { ScreenSource } from './screen-source.ts';
import { createTokens } from './tokens.ts';

export type BridgeServerOptions = {
  readonly source: ScreenSource<unknown>;
  readonly dispatch: Dispatch;
  readonly assets: Assets;
  readonly clock: Clock;
  readonly ids: Ids;
  /** 0 takes any free port. */
  readonly port: number;
};

export interface BridgeServer {
  /** Where the cashier screen is: `http://127.0.0.1:4601/`. */
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Hosts the cashier screen and its bridge on loopback. Rejects when the port is taken.
 */
export async function startBridgeServer(options: BridgeServerOptions): Promise<BridgeServer> {
  const tokens = createTokens(options.ids, options.clock);
  let port = options.port;
  const server = createServer(
    {
      headersTimeout: LIMITS.headersTimeout,
      requestTimeout: LIMITS.requestTimeout,
      maxHeaderSize: LIMITS.headerBytesMax,
    },
    createPages(
      options.assets,
      tokens,
      () => port,
      () => options.source.snapshot(),
    ),
  );
  server.maxConnections = LIMITS.bridgeSocketsMax * 4;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.bridgeMessageBytesMax,
    perMessageDeflate: false,
    handleProtocols: () => BRIDGE_SUBPROTOCOL,
  });
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    const status = upgradeStatus(request, port, sockets.clients.size);
    if (status !== null) {
      stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) =>
      serveConnection(socket, {
        ...options,
        tokens,
      }),
    );
  });
  port = await listen(server, options.port);
  return {
    address: `http://127.0.0.1:${port}/`,
    stop: () => stopServer(server, sockets.clients),
  };
}

/** Why this upgrade is not for us, or null when it is. */
function upgradeStatus(request: IncomingMessage, port: number, open: number): string | null {
  if (URL.parse(request.url ?? '', 'http://host.invalid')?.pathname !== BRIDGE_PATH) {
    return '404 Not Found';
  }
  if (!isLocalHost(request.headers.host, port)) return '421 Misdirected Request';
  if (!isLocalOrigin(request.headers.origin, port)) return '403 Forbidden';
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/);
  if (!offered.includes(BRIDGE_SUBPROTOCOL)) return '400 Bad Request';
  return open >= LIMITS.bridgeSocketsMax ? '503 Service Unavailable' : null;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function stopServer(server: Server, sockets: ReadonlySet<WebSocket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of sockets) socket.terminate();
    server.closeAllConnections();
  });
}
