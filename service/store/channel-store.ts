import type { CallbackMessage } from '../../shared/protocol/events.ts';
import type { Instant } from '../../shared/time/clock.ts';
import type { ChannelMessage } from './effects.ts';

export type StoredEvent = {
  readonly channel: string;
  readonly seq: number;
  readonly message: CallbackMessage;
  readonly trace: string | null;
};

export interface ChannelStore {
  /** Writes messages without a change of a payment. */
  publish(merchantId: string, at: Instant, messages: readonly ChannelMessage[]): Promise<void>;
  /** Unacknowledged events after `after`, in order. */
  read(
    merchantId: string,
    channel: string,
    after: number,
    limit: number,
  ): Promise<readonly StoredEvent[]>;
  /** Removes all events up to and including `seq`. */
  acknowledge(merchantId: string, channel: string, seq: number): Promise<void>;
  /** Removes events older than `before`; returns their number. */
  sweep(before: Instant): Promise<number>;
  /** Called after every commit that wrote events of a channel. */
  onEvents(listener: (merchantId: string, channel: string) => void): () => void;
}
