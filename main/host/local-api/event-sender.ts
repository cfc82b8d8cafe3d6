import type { BoundedSocket } from '../../../shared/limits/bounded-socket.ts';
import type { TillEvent, TillFrame } from '../../../shared/till-api/frames.ts';
import type { Changes } from './changes.ts';

/** Sends events to one register at its own pace. */
export interface EventSender {
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
export function createEventSender({ changes, peer, send }: EventSenderDeps): EventSender {
  /** Number of the last event that was sent. */
  let sent = 0;
  let behind = false;

  function sendAll(): void {
    const { run, status, sales, lists } = changes;
    sent = changes.seq();
    send({ type: 'snapshot', run, seq: sent, status: status(), sales: sales(), ...lists() });
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
