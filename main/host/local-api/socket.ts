import type { RawData, WebSocket } from 'ws';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { TILL_ERRORS, type TillErrorType } from '../../../shared/till-api/errors.ts';
import { TILL_CLOSE, type TillFrame, tillHello } from '../../../shared/till-api/frames.ts';
import { type Clock, SECOND } from '../../../shared/time/clock.ts';
import { watchSocket } from '../bridge/watch-socket.ts';
import type { Changes } from './changes.ts';

export type EventParts = {
  readonly changes: Changes;
  readonly clock: Clock;
  readonly isToken: (presented: string) => boolean;
  /** The upgrade had the token already. */
  readonly admitted: boolean;
};

/** How long a new connection may take to say hello. */
const HELLO_WITHIN = 5 * SECOND;

/**
 * Tells one register what happens: first what it has missed, or everything where that is not kept
 * any more, then every event. A register that does not read is let go; it comes back with the
 * number of the last event it has dealt with.
 */
export function serveEvents(socket: WebSocket, parts: EventParts): void {
  const { changes, clock } = parts;
  let greeted = false;
  let unsubscribe: () => void = () => undefined;

  function send(frame: TillFrame): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > LIMITS.socketBacklogBytesMax) {
      socket.close(TILL_CLOSE.tooSlow, 'the register does not read');
      return;
    }
    socket.send(JSON.stringify(frame));
  }

  function refuse(type: TillErrorType, code: number): void {
    const description = TILL_ERRORS[type].means.replaceAll('`', '');
    send({ type: 'error', error_type: type, error_description: description });
    socket.close(code, type);
  }

  function begin(run: string | undefined, after: number | undefined): void {
    greeted = true;
    const missed = run === undefined || after === undefined ? null : changes.after(run, after);
    const place = { run: changes.run, seq: changes.seq() };
    if (missed === null) {
      const { status, sales, lists } = changes;
      send({ type: 'snapshot', ...place, status: status(), sales: sales(), ...lists() });
    } else {
      send({ type: 'resumed', ...place });
      for (const event of missed) send(event);
    }
    unsubscribe = changes.subscribe(send);
  }

  const cancelHello = clock.after(HELLO_WITHIN, () => {
    if (!greeted) refuse('unauthorized', TILL_CLOSE.unauthorized);
  });
  const stopWatch = watchSocket(socket, clock);
  socket.on('message', (data, isBinary) => {
    const hello = isBinary ? null : parse(data);
    if (hello === null || greeted) return refuse('bad_request', TILL_CLOSE.badFrame);
    if (!parts.admitted && !parts.isToken(hello.token ?? '')) {
      return refuse('unauthorized', TILL_CLOSE.unauthorized);
    }
    begin(hello.run, hello.after);
  });
  socket.on('close', () => {
    cancelHello();
    stopWatch();
    unsubscribe();
  });
  // A broken frame ends the connection with `close`; the error itself says nothing more.
  socket.on('error', () => undefined);
}

function parse(data: RawData) {
  try {
    return tillHello.safeParse(JSON.parse(String(data))).data ?? null;
  } catch {
    return null;
  }
}
