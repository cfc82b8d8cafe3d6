import type { RawData, WebSocket } from 'ws';
import { BoundedSocket } from '../../../shared/limits/bounded-socket.ts';
import { TILL_ERRORS, type TillErrorType } from '../../../shared/till-api/errors.ts';
import {
  TILL_CLOSE,
  type TillFrame,
  type TillHello,
  tillHello,
} from '../../../shared/till-api/frames.ts';
import { type Clock, SECOND } from '../../../shared/time/clock.ts';
import { watchSocket } from '../loopback/watch-socket.ts';
import type { Changes } from './changes.ts';
import { createEventSender } from './teller.ts';

export type EventDeps = {
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
 * any more, then every event. A register that reads slowly is told from the kept events when it has
 * read; one that does not read at all is cut off, and comes back with the number of the last event
 * that it has dealt with.
 */
export function serveEvents(socket: WebSocket, deps: EventDeps): void {
  const { changes, clock } = deps;
  let greeted = false;
  let unsubscribe: () => void = () => undefined;
  const send = (frame: TillFrame) => peer.send(JSON.stringify(frame));

  function refuse(type: TillErrorType, code: number): void {
    const description = TILL_ERRORS[type].means.replaceAll('`', '');
    send({ type: 'error', error_type: type, error_description: description });
    socket.close(code, type);
  }

  function handle(hello: TillHello | null): void {
    if (hello === null || greeted) refuse('bad_request', TILL_CLOSE.badFrame);
    else if (!deps.admitted && !deps.isToken(hello.token ?? '')) {
      refuse('unauthorized', TILL_CLOSE.unauthorized);
    } else {
      greeted = true;
      teller.begin(hello.run, hello.after);
      unsubscribe = changes.subscribe(teller.tell);
    }
  }

  // Nothing would reach a register that does not read, a farewell neither.
  const peer = new BoundedSocket({ socket, clock, handle, tooSlow: () => socket.terminate() });
  const teller = createEventSender(changes, peer, send);
  const cancelHello = clock.after(HELLO_WITHIN, () => {
    if (!greeted) refuse('unauthorized', TILL_CLOSE.unauthorized);
  });
  const stopWatch = watchSocket(socket, clock, () => peer.paused);
  socket.on('message', (data, isBinary) => peer.receive(isBinary ? null : parse(data)));
  socket.on('close', () => {
    cancelHello();
    stopWatch();
    peer.end();
    unsubscribe();
  });
  // A broken frame ends the connection with `close`; the error itself says nothing more.
  socket.on('error', () => undefined);
}

function parse(data: RawData): TillHello | null {
  try {
    return tillHello.safeParse(JSON.parse(String(data))).data ?? null;
  } catch {
    return null;
  }
}
