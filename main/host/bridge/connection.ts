import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { type BridgeReply, bridgeRequest } from '../../../shared/bridge/contract.ts';
import { BoundedSocket } from '../../../shared/limits/bounded-socket.ts';
import { refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { type CancelTimer, type Clock, SECOND } from '../../../shared/time/clock.ts';
import { watchSocket } from '../loopback/watch-socket.ts';
import type { Dispatch } from './dispatch.ts';
import type { ScreenSource } from './screen-source.ts';
import type { Sessions, Tokens } from './sessions.ts';

export type ConnectionDeps = {
  /** What this kind of screen is shown; the wire does not look into it. */
  readonly source: ScreenSource<unknown>;
  readonly dispatch: Dispatch;
  readonly tokens: Tokens;
  readonly sessions: Pick<Sessions, 'has' | 'onEnd'>;
  readonly clock: Clock;
};

/** Close codes of the bridge; the screen reads 4401 as "load the page again". */
const CLOSE = { notAllowed: 4401, badFrame: 4400 } as const;

/** How long a new connection may take to show its token. */
const HELLO_WITHIN = 5 * SECOND;

/**
 * Serves one screen over its socket: the token first, then snapshots and answers. At most one
 * snapshot is on its way; while it is, newer ones replace each other, so that a slow screen costs
 * no memory and always gets the latest. Nothing is read from a screen that does not read.
 */
export function serveConnection(socket: WebSocket, deps: ConnectionDeps): void {
  const { source, dispatch, tokens, sessions, clock } = deps;
  let admitted = false;
  let sending = false;
  let stale = false;
  let pending = 0;
  const stops: CancelTimer[] = [];

  const send = (reply: BridgeReply<unknown>, done?: () => void) =>
    peer.send(JSON.stringify(reply), done);
  const show = () => {
    if (sending) {
      stale = true;
      return;
    }
    sending = true;
    stale = false;
    send({ type: 'snapshot', snapshot: source.snapshot() }, () => {
      sending = false;
      if (stale) show();
    });
  };
  const run = async (id: number, command: unknown) => {
    if (pending >= LIMITS.bridgeCommandsMax) {
      const answer = refuse('Too Many Requests', 'The till is still busy with earlier commands.');
      send({ type: 'answer', id, answer });
      return;
    }
    pending += 1;
    const answer = await dispatch(command);
    pending -= 1;
    send({ type: 'answer', id, answer });
  };
  const admit = (token: string) => {
    const session = admitted ? null : tokens.use(token);
    if (session === null || !sessions.has(session)) {
      socket.close(CLOSE.notAllowed, 'the token is not valid; load the page again');
      return;
    }
    admitted = true;
    stops.push(
      sessions.onEnd((ended) => {
        if (ended === session) socket.close(CLOSE.notAllowed, 'this browser may not stay');
      }),
      source.subscribe(show),
    );
    show();
  };
  const handle = (frame: Frame | null) => {
    if (frame === null) socket.close(CLOSE.badFrame, 'not a frame of this protocol');
    else if (frame.type === 'hello') admit(frame.token);
    else if (admitted) void run(frame.id, frame.command);
    else socket.close(CLOSE.notAllowed, 'the token comes first');
  };
  // Nothing would reach a screen that does not read, a farewell neither.
  const peer = new BoundedSocket({ socket, clock, handle, tooSlow: () => socket.terminate() });
  stops.push(
    clock.after(HELLO_WITHIN, () => {
      if (!admitted) socket.close(CLOSE.notAllowed, 'no token came');
    }),
    watchSocket(socket, clock, () => peer.paused),
  );
  socket.on('message', (data, isBinary) => peer.receive(isBinary ? null : parseFrame(data)));
  socket.on('close', () => {
    peer.end();
    for (const stop of stops) stop();
  });
  // A broken frame ends the connection with `close`; the error itself says nothing more.
  socket.on('error', () => undefined);
}

/**
 * As `bridgeRequest`, with the command unread: `dispatch` checks it and refuses it by name, where a
 * whole-frame check could only drop the connection.
 */
const [helloFrame, commandFrame] = bridgeRequest.options;
const frameSchema = z.discriminatedUnion('type', [
  helloFrame,
  commandFrame.extend({ command: z.unknown() }),
]);
type Frame = z.infer<typeof frameSchema>;

function parseFrame(data: RawData): Frame | null {
  let json: unknown;
  try {
    json = JSON.parse(String(data));
  } catch {
    return null;
  }
  const frame = frameSchema.safeParse(json);
  return frame.success ? frame.data : null;
}
