import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Language } from '../../../shared/catalogue/language.ts';
import { TILL_EVENTS_PATH, TILL_SUBPROTOCOL } from '../../../shared/device/till-api/frames.ts';
import { TILL_API_BASE } from '../../../shared/device/till-api/routes.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';
import { listenOn } from '../../../shared/node/http/listener.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { type DeviceClock, SECOND } from '../../../shared/time/clock.ts';
import type { HostBills } from '../bills/bills.ts';
import { BILL_WORDS } from '../bills/words.ts';
import type { OpenReceipt } from '../books/open-receipt.ts';
import { pagesOfBill } from '../books/receipt-page.ts';
import type { TillBooks } from '../books/till-books.ts';
import type { Commands } from '../commands/commands.ts';
import type { Questions } from '../questions/questions.ts';
import { type CallerChecks, placeRefusal, tokenRefusal } from './caller-checks.ts';
import { createChanges } from './changes.ts';
import { createExchange } from './exchange.ts';
import { createLongPoll } from './long-poll.ts';
import { servePage, writeReply } from './reply.ts';
import { serveEvents } from './socket.ts';
import { createTokenCheck, loadToken, tokenPath, writeToken } from './token-file.ts';

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
function takeSockets(
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

export type LocalApiOptions = {
  readonly terminal: Terminal;
  readonly bills: Pick<HostBills, 'refusedLines' | 'subscribe'>;
  /** The commands of the till, which a register gives as the screens do. */
  readonly commands: Pick<Commands, 'register'>;
  /** The port for questions to the customer. */
  readonly questions: Questions;
  readonly books: Pick<
    TillBooks,
    'book' | 'books' | 'entryById' | 'ofBill' | 'receiptKnown' | 'state' | 'subscribe'
  >;
  /** Opens receipts of this till and of the shop's other ones. */
  readonly openReceipt: OpenReceipt;
  /** Language of the words that the till writes for a register. */
  readonly language: Language;
  readonly till: {
    readonly posId: string;
    readonly currency: string;
    /** Largest refund of a register, minor units; none is allowed when left out. */
    readonly refundCeiling?: MoneyInteger | null;
  };
  /** Directory of the token file. */
  readonly directory: string;
  /** Loopback port; 0 takes any free one. */
  readonly port: number;
  /** Origins of pages that may call besides programs; none by default. */
  readonly origins?: readonly string[];
  readonly clock: DeviceClock;
  readonly ids: Ids;
  /** Receives unexpected errors; the register gets a 500 without details. */
  readonly report: (sentence: string) => void;
};

export interface LocalApi {
  /** Base of the API: `http://127.0.0.1:4602/v1/`. */
  readonly url: string;
  /** The file with the address and the token. */
  readonly tokenFile: string;
  stop(): Promise<void>;
}

/**
 * Serves a terminal to a cash register on this machine: HTTP and WebSocket on loopback, with the
 * token of the token file. Rejects when the port is taken. The caller stops the terminal itself.
 */
export async function startLocalApi(options: LocalApiOptions): Promise<LocalApi> {
  const { terminal, bills, commands, questions, books, openReceipt } = options;
  const { till, directory, clock, ids, report } = options;
  const token = await loadToken(directory, ids);
  let port = options.port;
  const isToken = createTokenCheck(token);
  const checks: CallerChecks = { port: () => port, origins: options.origins ?? [], isToken };
  const changes = createChanges({ terminal, bills, books, till, ids });
  const longPoll = createLongPoll([changes, questions], clock);
  const { currency, refundCeiling = null } = till;
  const receiptsOf = (bill: string) => pagesOfBill(books, bill);
  const { entryById } = books;
  const read = { receiptsOf, entryById, openReceipt };
  const parts = { terminal, bills, commands, questions, ...read, changes };
  const registerName = BILL_WORDS[options.language].register;
  const deps = { ...parts, longPoll, clock, ids, currency, refundCeiling, registerName };
  const stopping = new AbortController();
  const exchange = createExchange(
    deps,
    checks,
    (fault) => {
      report(`The till API could not answer: ${String(fault)}`);
    },
    stopping.signal,
  );
  const server = createServer(
    {
      headersTimeout: LIMITS.headersTimeout,
      requestTimeout: LIMITS.requestTimeout,
      keepAliveTimeout: LIMITS.keepAliveTimeout,
      maxHeaderSize: LIMITS.headerBytesMax,
    },
    (request, response) => void respond(request, response),
  );
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The register disconnected.
    response.on('error', () => undefined);
    if (servePage(request, response, port)) return;
    const reply = await exchange(request, response);
    if (reply !== null && !response.destroyed) writeReply(response, reply);
  }
  server.maxConnections = LIMITS.tillApiConnectionsMax;
  const closeSockets = takeSockets(server, checks, (socket, admitted) =>
    serveEvents(socket, { changes, clock, isToken, admitted }),
  );
  const stop = async () => {
    stopping.abort();
    longPoll.stop();
    changes.stop();
    closeSockets();
    await close(server, clock);
  };
  port = await listenOn(server, '127.0.0.1', options.port);
  const url = `http://127.0.0.1:${port}${TILL_API_BASE}/`;
  try {
    await writeToken(directory, url, token);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, tokenFile: tokenPath(directory), stop };
}

/** Lets pending answers finish, but only for a second. */
function close(server: Server, clock: DeviceClock): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(SECOND, () => server.closeAllConnections());
    server.close(() => {
      cancel();
      resolve();
    });
    server.closeIdleConnections();
  });
}
