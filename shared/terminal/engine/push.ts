import type { CallbackMessage } from '../../protocol/events.ts';

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
