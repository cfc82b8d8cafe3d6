import type { RawData, WebSocket } from 'ws';
import {
  type BridgeReply,
  type BridgeRequest,
  bridgeRequest,
} from '../../../shared/device/bridge/contract.ts';
import { BoundedSocket } from '../../../shared/limits/bounded-socket.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { type CancelTimer, type DeviceClock, SECOND } from '../../../shared/time/clock.ts';
import type { Dispatch } from '../commands/commands.ts';
import { watchSocket } from '../loopback/local-connection.ts';
import type { Screens } from '../screens/screens.ts';
import type { Admitted, Tokens } from '../screens/tokens.ts';
import type { ServedPage } from './screen-source.ts';

export type ConnectionDeps = {
  /** The snapshots and the commands of a screen, by its id; the connection does not read them. */
  readonly screen: (id: string) => ServedPage;
  /** The views of the customer's display and its one command; null at a host without one. */
  readonly display: ServedPage | null;
  readonly tokens: Tokens;
  readonly screens: Pick<Screens, 'has' | 'open' | 'onEnd'>;
  readonly clock: DeviceClock;
};

/** Close codes of the bridge; on 4401 the screen reloads its page. */
const CLOSE = { notAllowed: 4401, badFrame: 4400 } as const;

/** Deadline for the token of a new connection. */
const HELLO_WITHIN = 5 * SECOND;

/**
 * Serves one screen over its socket: the token first, then snapshots and answers. At most one
 * snapshot is in flight; newer ones replace each other meanwhile, so a slow screen uses no more
 * memory and gets the latest. The connection reads nothing from a screen that does not read.
 */
export function serveConnection(socket: WebSocket, deps: ConnectionDeps): void {
  const { tokens, screens, clock } = deps;
  let page: ServedPage | null = null;
  let sending = false;
  let stale = false;
  let pending = 0;
  const stops: CancelTimer[] = [];

  const send = (reply: BridgeReply<unknown>, done?: () => void) =>
    peer.send(JSON.stringify(reply), done);
  const show = () => {
    if (sending || page === null) {
      stale = true;
      return;
    }
    sending = true;
    stale = false;
    send({ type: 'snapshot', snapshot: page.source.snapshot() }, () => {
      sending = false;
      if (stale) show();
    });
  };
  const run = async (dispatch: Dispatch, id: number, command: unknown) => {
    if (pending >= LIMITS.bridgeCommandsMax) {
      const answer = refuseTill('busy');
      send({ type: 'answer', id, answer });
      return;
    }
    pending += 1;
    const answer = await dispatch(command);
    pending -= 1;
    send({ type: 'answer', id, answer });
  };
  const admit = (token: string) => {
    const admitted = page === null ? tokens.use(token) : null;
    if (admitted === null || !screens.has(admitted.screen)) {
      socket.close(CLOSE.notAllowed, 'the token is not valid; load the page again');
      return;
    }
    const { screen } = admitted;
    const served = servedPage(admitted, deps);
    page = served;
    stops.push(
      screens.onEnd((ended) => {
        if (ended !== screen) return;
        // Commands that arrive before the browser has closed its side are not read.
        page = null;
        socket.close(CLOSE.notAllowed, 'this browser may not stay');
      }),
      served.source.subscribe(show),
      screens.open(screen),
    );
    show();
  };
  const handle = (frame: BridgeRequest | null) => {
    if (frame === null) socket.close(CLOSE.badFrame, 'not a frame of this protocol');
    else if (frame.type === 'hello') admit(frame.token);
    else if (page !== null) void run(page.dispatch, frame.id, frame.command);
    else socket.close(CLOSE.notAllowed, 'the token comes first');
  };
  // A screen that does not read would not receive a close frame either.
  const peer = new BoundedSocket({ socket, clock, handle, tooSlow: () => socket.terminate() });
  stops.push(
    clock.after(HELLO_WITHIN, () => {
      if (page === null) socket.close(CLOSE.notAllowed, 'no token came');
    }),
    watchSocket(socket, clock, () => peer.paused),
  );
  socket.on('message', (data, isBinary) => peer.receive(isBinary ? null : parseFrame(data)));
  socket.on('close', () => {
    peer.end();
    for (const stop of stops) stop();
  });
  // `close` follows a broken frame, so the error needs no handling.
  socket.on('error', () => undefined);
}

/** The views and commands of the page that a token admits. */
function servedPage(
  { screen: id, kind }: Admitted,
  { screen, display }: Pick<ConnectionDeps, 'screen' | 'display'>,
): ServedPage {
  if (kind === 'screen') return screen(id);
  // Only a host with a display issues tokens for one.
  if (display === null) throw new Error('a token for a display that this host does not have');
  return display;
}

function parseFrame(data: RawData): BridgeRequest | null {
  let json: unknown;
  try {
    json = JSON.parse(String(data));
  } catch {
    return null;
  }
  const frame = bridgeRequest.safeParse(json);
  return frame.success ? frame.data : null;
}
