import type { BoundedSocket } from '../../../shared/limits/bounded-socket.ts';
import type { TillEvent, TillFrame } from '../../../shared/till-api/frames.ts';
import type { Changes } from './changes.ts';

/** What one register is told, at its own pace. */
export interface EventSender {
  /** Goes on from an event of an earlier connection, or begins with everything. */
  begin(run: string | undefined, after: number | undefined): void;
  /** An event; a register that is behind is told of it later, from the kept ones. */
  tell(event: TillEvent): void;
}

/** Nothing is put on top of a full backlog: what is kept is told from there once it was read. */
export function createEventSender(
  changes: Changes,
  peer: Pick<BoundedSocket<unknown>, 'full' | 'room'>,
  send: (frame: TillFrame) => void,
): EventSender {
  /** Number of the last event that was sent. */
  let sent = 0;
  let behind = false;

  function sendAll(): void {
    const { run, status, sales, lists } = changes;
    sent = changes.seq();
    send({ type: 'snapshot', run, seq: sent, status: status(), sales: sales(), ...lists() });
  }

  function tell(event: TillEvent): void {
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
    else for (const event of missed) tell(event);
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
      for (const event of missed) tell(event);
    },
    tell,
  };
}
