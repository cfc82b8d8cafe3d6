import type { CallbackMessage } from '../../protocol/events.ts';
import type { Instant } from '../../time/clock.ts';
import type { Connection } from '../sale/state.ts';
import type { Reached } from './service-client.ts';

/** Consecutive failed calls after which the till shows that it is offline. */
const SILENT_MIN = 2;

/** Tracks whether the service is reachable, from the last calls and from the push channel. */
export type ConnectionTracker = {
  readonly view: () => Connection;
  readonly pushUp: () => boolean;
  readonly onCall: (reached: Reached, now: Instant) => void;
  readonly setPush: (up: boolean) => void;
};

/** `changed` is called after every change of the view. */
export function createConnection(changed: () => void): ConnectionTracker {
  let push = false;
  let silent = 0;
  let since: Instant = 0;
  const isOffline = () => silent >= SILENT_MIN;

  function heard(reached: Reached, now: Instant): void {
    if (reached === null) return;
    const before = isOffline();
    if (!reached && silent === 0) since = now;
    silent = reached ? 0 : silent + 1;
    if (before !== isOffline()) changed();
  }

  return {
    view: () => (isOffline() ? { kind: 'offline', since } : { kind: 'online', push }),
    pushUp: () => push,
    onCall: heard,
    setPush: (up) => {
      if (up === push) return;
      push = up;
      if (up) silent = 0;
      changed();
    },
  };
}

/** A message of the till's channel. */
export type PushEvent = { readonly seq: number; readonly message: CallbackMessage };

export type PushListener = {
  /** Returns true if the message may be acknowledged; false if the service must send it again. */
  onEvent(event: PushEvent): Promise<boolean>;
  /** Called when the connection opens or closes, and once at the beginning. */
  onLink(up: boolean): void;
};

/**
 * The push channel from the service to the till. A push message is a hint: the till always reads the
 * outcome endpoint.
 */
export interface Push {
  /** Opens the channel and reconnects by itself until the returned function is called. */
  open(channel: string, listener: PushListener): () => Promise<void>;
}
