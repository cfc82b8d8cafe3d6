import type { RawData, WebSocket } from 'ws';
import { TILL_ERRORS, type TillErrorType } from '../../../shared/device/till-api/errors.ts';
import {
  TILL_CLOSE,
  type TillEvent,
  type TillFrame,
  type TillHello,
  tillHello,
} from '../../../shared/device/till-api/frames.ts';
import { BoundedSocket } from '../../../shared/limits/bounded-socket.ts';
import { readBoundedJson } from '../../../shared/protocol/bounded-json.ts';
import { type DeviceClock, SECOND } from '../../../shared/time/clock.ts';
import { watchSocket } from '../loopback/local-connection.ts';
import type { Changes } from './changes.ts';

/** Sends events to one register at its own pace. */
interface EventSender {
  /** Continues after an event of an earlier connection, or begins with a snapshot. */
  begin(run: string | undefined, after: number | undefined): void;
  /** Sends an event; a slow register receives it later from the log. */
  notify(event: TillEvent): void;
}

type EventSenderDeps = {
  readonly changes: Changes;
  readonly peer: Pick<BoundedSocket<unknown>, 'full' | 'room'>;
  readonly send: (frame: TillFrame) => void;
};

/** Adds nothing to a full backlog; after the register has read, it continues from the log. */
function createEventSender({ changes, peer, send }: EventSenderDeps): EventSender {
  /** Number of the last event that was sent. */
  let sent = 0;
  let behind = false;

  function sendAll(): void {
    const { run, status, sales, bills, lists } = changes;
    sent = changes.seq();
    const state = { status: status(), sales: sales(), bills: bills(), ...lists() };
    send({ type: 'snapshot', run, seq: sent, ...state });
  }

  function notify(event: TillEvent): void {
    if (behind) return;
    if (peer.full) {
      behind = true;
      void peer.room().then(catchUp);
      return;
    }
    sent = event.seq;
    send(event);
  }

  function catchUp(): void {
    behind = false;
    const missed = changes.after(changes.run, sent);
    if (missed === null) sendAll();
    else for (const event of missed) notify(event);
  }

  return {
    begin(run, after) {
      const missed = run === undefined || after === undefined ? null : changes.after(run, after);
      if (missed === null) {
        sendAll();
        return;
      }
      sent = after ?? 0;
      send({ type: 'resumed', run: changes.run, seq: changes.seq() });
      for (const event of missed) notify(event);
    },
    notify,
  };
}

export type EventDeps = {
  readonly changes: Changes;
  readonly clock: DeviceClock;
  readonly isToken: (presented: string) => boolean;
  /** The upgrade contained the right token. */
  readonly admitted: boolean;
};

/** Deadline for the first frame of a new connection. */
const HELLO_WITHIN = 5 * SECOND;

/**
 * Sends events to one register: first what it missed, or a snapshot if the log no longer has it,
 * then every event. A slow register receives events from the log after it has read. A register that
 * does not read is disconnected, and reconnects with the number of its last processed event.
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
      unsubscribe = changes.subscribe(teller.notify);
    }
  }

  // A register that does not read would not receive a close frame either.
  const peer = new BoundedSocket({ socket, clock, handle, tooSlow: () => socket.terminate() });
  const teller = createEventSender({ changes, peer, send });
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
  // `close` follows a broken frame, so the error needs no handling.
  socket.on('error', () => undefined);
}

function parse(data: RawData): TillHello | null {
  const json = readBoundedJson(String(data));
  return json.ok ? (tillHello.safeParse(json.value).data ?? null) : null;
}
