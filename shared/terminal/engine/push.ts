import type { CallbackMessage } from '../../protocol/events.ts';

/** A message of the till's channel. */
export type PushEvent = { readonly seq: number; readonly message: CallbackMessage };

export type PushListener = {
  /** True when the message is dealt with and may be acknowledged; false: it must come again. */
  onEvent(event: PushEvent): Promise<boolean>;
  /** The way to the service is there, or not; the first call says which. */
  onLink(up: boolean): void;
};

/**
 * The way in which the service reaches the till. Push is a hint: whatever it says, the outcome
 * endpoint is asked (design, section 5).
 */
export interface Push {
  /** Holds the channel open until the returned function is called; reconnects by itself. */
  open(channel: string, listener: PushListener): () => Promise<void>;
}
