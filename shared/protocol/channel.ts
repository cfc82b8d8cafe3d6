import { z } from 'zod';
import { callbackMessage } from './events.ts';
import { LIMITS } from './limits.ts';

/** WebSocket subprotocol of `GET /event/` (D-143). */
export const EVENT_SUBPROTOCOL = 'svc.events.v1';

const channelName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]+$/)
  .max(LIMITS.channelNameMax);
const sequence = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** What a device says on the event socket. */
export const channelRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('subscribe'),
    channels: z.array(channelName).min(1).max(LIMITS.channelsPerSocketMax),
    /** The last sequence number seen of each channel; what came after is replayed in order. */
    after: z.record(channelName, sequence).nullish(),
  }),
  z.object({ type: z.literal('ack'), channel: channelName, seq: sequence }),
]);
export type ChannelRequest = z.infer<typeof channelRequest>;

/** What the service says on the event socket. */
export const channelReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribed'), channels: z.array(z.string()) }),
  z.object({
    type: z.literal('event'),
    channel: z.string(),
    seq: z.number().int(),
    message: callbackMessage,
  }),
  z.object({ type: z.literal('error'), description: z.string() }),
]);
export type ChannelReply = z.infer<typeof channelReply>;
