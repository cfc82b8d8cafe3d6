import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { BRIDGE_PATH, BRIDGE_SUBPROTOCOL } from '../../../shared/device/bridge/address.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import { listenOn } from '../../../shared/node/http/listener.ts';
import { type PeerUser, peerUserHere } from '../../../shared/node/http/peer-user.ts';
import type { Assets } from '../../../shared/node/http/static-assets.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { DeviceClock } from '../../../shared/time/clock.ts';
import { isLocalHost, isLocalOrigin } from '../loopback/local-connection.ts';
import type { Screens } from '../screens/screens.ts';
import { createTokens } from '../screens/tokens.ts';
import { serveConnection } from './connection.ts';
import { checkAccess, type PageAccess } from './page-access.ts';
import { createPages, LAUNCH_PATH, refusePage } from './pages.ts';
import type { ServedPage } from './screen-source.ts';

export type BridgeServerOptions = {
  /** What a screen shows and may do, by its id. */
  readonly screen: (id: string) => ServedPage;
  readonly assets: Assets;
  /** What the page is. */
  readonly kind: 'cashier' | 'kiosk';
  /** The browsers that may open it. */
  readonly screens: Screens;
  /** The customer's display at `/display/`: its files, its views and its answers to questions; null for none. */
  readonly display: (ServedPage & { readonly assets: Assets }) | null;
  readonly clock: DeviceClock;
  readonly ids: Ids;
  /** 0 takes any free port. */
  readonly port: number;
  /** Receives the first launch address, and the next one after each use. */
  readonly onLaunchAddress: (address: string) => void;
  /**
   * What a page of the shop's own may reach besides its till; null for a page of this product, which reaches nothing
   * else.
   */
  readonly access: PageAccess | null;
  /** Receives log lines for the operator. */
  readonly report: (sentence: string) => void;
  /** Finds the user of a connection's peer, as {@link peerUserHere} does. */
  readonly peerUser: (socket: Socket) => Promise<PeerUser>;
};

export interface BridgeServer {
  /** Address of the screen, `http://127.0.0.1:4601/`. Only a browser that was let in gets it. */
  readonly address: string;
  /**
   * The address that lets one more browser in, once:
   * `http://127.0.0.1:4601/open/<code>`. It is a secret of the till's user.
   */
  launchAddress(): string;
  stop(): Promise<void>;
}

/**
 * Hosts a screen and its bridge on loopback, for browsers that used a launch address and run as the
 * till's own user. Rejects when the port is taken and for an `access` that is not valid.
 */
export async function startBridgeServer(options: BridgeServerOptions): Promise<BridgeServer> {
  const { onLaunchAddress, peerUser, report } = options;
  const tokens = createTokens(options.ids, options.clock);
  let port = options.port;
  const addressOf = (code: string) => `http://127.0.0.1:${port}${LAUNCH_PATH}${code}`;
  const { screen, assets, display, kind, screens } = options;
  const access = options.access === null ? null : checkAccess(options.access);
  const pages = createPages({
    kind,
    screen: { assets, first: (id) => screen(id).source.snapshot(), access },
    display:
      display === null
        ? null
        : { assets: display.assets, first: () => display.source.snapshot(), access: null },
    screens,
    tokens,
    port: () => port,
    report,
  });
  const server = createServer(
    {
      headersTimeout: LIMITS.headersTimeout,
      requestTimeout: LIMITS.requestTimeout,
      maxHeaderSize: LIMITS.headerBytesMax,
    },
    async (request: IncomingMessage, response: ServerResponse) => {
      if ((await peerUser(request.socket)) === 'other') {
        refusePage({ request, response }, 'other_user');
      } else pages(request, response);
    },
  );
  server.maxConnections = LIMITS.bridgeSocketsMax * 4;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.bridgeMessageBytesMax,
    perMessageDeflate: false,
    handleProtocols: () => BRIDGE_SUBPROTOCOL,
  });
  /** Connections during their upgrade, which the server no longer counts. */
  const upgrading = new Set<Duplex>();
  server.on('upgrade', async (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    upgrading.add(stream);
    const other = (await peerUser(request.socket)) === 'other';
    upgrading.delete(stream);
    // The till or the browser has closed it meanwhile.
    if (stream.destroyed) return;
    const status = other ? '403 Forbidden' : upgradeStatus(request, port, sockets.clients.size);
    if (status !== null) {
      stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) =>
      serveConnection(socket, {
        ...options,
        display: display ?? null,
        tokens,
      }),
    );
  });
  port = await listenOn(server, '127.0.0.1', options.port);
  const launchAddress = () => addressOf(screens.launchCode());
  onLaunchAddress(launchAddress());
  const stopHearing = screens.onCode(() => onLaunchAddress(launchAddress()));
  return {
    address: `http://127.0.0.1:${port}/`,
    launchAddress,
    stop() {
      stopHearing();
      return stopServer(server, sockets.clients, upgrading);
    },
  };
}

/** The status that refuses this upgrade; null when it is accepted. */
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

function stopServer(
  server: Server,
  sockets: ReadonlySet<WebSocket>,
  upgrading: ReadonlySet<Duplex>,
): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const stream of upgrading) stream.destroy();
    for (const socket of sockets) socket.terminate();
    server.closeAllConnections();
  });
}
