import type { RawData, WebSocket } from 'ws';
import { BoundedSocket } from '../../shared/limits/bounded-socket.ts';
import {
  outsideSpans,
  type RecordedSpan,
  type Tracing,
} from '../../shared/node/tracing/tracing.ts';
import { readBoundedJson } from '../../shared/protocol/bounded-json.ts';
import {
  type ChannelReply,
  type ChannelRequest,
  channelRequest,
} from '../../shared/protocol/channel.ts';
import { CATALOGUE_CHANNEL, type CallbackMessage } from '../../shared/protocol/events.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { CancelTimer, Clock } from '../../shared/time/clock.ts';
import { formatDateTime } from '../../shared/time/date-time.ts';
import type { Interruption, Store } from '../store/store.ts';
import { Acknowledgements } from './acknowledgements.ts';
import type { WithCurrentObject } from './current-object.ts';

export type EventSessionDeps = {
  readonly socket: WebSocket;
  readonly store: Store;
  /** Real time, also if the service's clock is manual, because pings measure the network. */
  readonly wall: Clock;
  readonly merchantId: string;
  /** Returns false after the user was removed or got other credentials; the socket is then closed. */
  readonly admitted: () => Promise<boolean>;
  /** The channels that the device may read and acknowledge. */
  readonly mayHear: (channel: string) => boolean;
  readonly withCurrentObject?: WithCurrentObject | undefined;
  /** The service's time, which is the time of events. Without it, no event counts as late. */
  readonly clock?: Clock | undefined;
  /** Records the events that a recorded request caused. */
  readonly tracing?: Tracing | null;
};

/** Close codes of RFC 6455 that the service sends. */
const GOING_AWAY = 1001;
const POLICY = 1008;
const TRY_AGAIN = 1013;

/** Events read from the store at a time. */
const PAGE = 100;

/**
 * The event socket of one device. Each channel has a position. When there may be a new event, the
 * session reads everything after the position from the store and sends it in order. If a notice is
 * lost, the next one reads from the same position.
 */
export class EventSession {
  readonly #deps: EventSessionDeps;
  /** By channel: the last sequence number sent. */
  readonly #positions = new Map<string, number>();
  /** Channels whose events are being sent. */
  readonly #sending = new Set<string>();
  /** Channels with a notice since their last read. */
  readonly #noticed = new Set<string>();
  readonly #peer: BoundedSocket<ChannelRequest | null>;
  readonly #acks: Acknowledgements;
  #cancelPing: CancelTimer = () => {};
  #alive = true;

  constructor(deps: EventSessionDeps) {
    this.#deps = deps;
    const { socket, store, merchantId, wall: clock } = deps;
    this.#peer = new BoundedSocket({
      socket,
      clock,
      handle: (request) => this.#handle(request),
      // A device that does not read would not receive a close message.
      tooSlow: () => socket.terminate(),
    });
    this.#acks = new Acknowledgements({
      clock,
      write: (channel, seq) => store.channels.acknowledge(merchantId, channel, seq),
      channelsMax: LIMITS.channelsPerSocketMax,
      every: LIMITS.socketAckEvery,
      failed: () => socket.close(TRY_AGAIN, 'the acknowledgement cannot be stored now'),
    });
    socket.on('message', (data, binary) => this.#peer.receive(binary ? null : parse(data)));
    socket.on('pong', () => {
      this.#alive = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#end());
    this.#armPing();
  }

  /** Reports that a channel may have new events. */
  notice(channel: string): void {
    if (!this.#positions.has(channel)) return;
    this.#noticed.add(channel);
    if (this.#sending.has(channel)) return;
    this.#sending.add(channel);
    // A request may cause the notice, but the socket's work is not a part of that request.
    outsideSpans(() => this.#sendChannel(channel)).catch(() => {
      this.#deps.socket.close(TRY_AGAIN, 'the events cannot be read now');
    });
  }

  /**
   * The database may have gone back, by a failover or a restore. Numbers that were sent or acknowledged may
   * belong to other events now. Nothing more is acknowledged, and when the database answers again the device
   * connects again and gets all that it has not acknowledged.
   */
  interrupt(interruption: Interruption): void {
    this.#acks.drop();
    if (interruption === 'begins') return;
    this.#end();
    this.#deps.socket.close(TRY_AGAIN, 'the database was interrupted; subscribe again');
  }

  /** The service stops: saves what was acknowledged and handles no more frames. */
  close(): void {
    this.#end();
    this.#deps.socket.close(GOING_AWAY, 'the service is stopping');
  }

  #end(): void {
    this.#cancelPing();
    this.#peer.end();
    this.#acks.end();
  }

  async #sendChannel(channel: string): Promise<void> {
    try {
      // A notice that arrives while a page is read causes one more page.
      while (this.#noticed.delete(channel)) await this.#page(channel);
    } finally {
      // Without a wait after the last check of the notices, so that no notice is missed in between.
      this.#sending.delete(channel);
    }
  }

  async #page(channel: string): Promise<void> {
    const { store, merchantId, socket } = this.#deps;
    if (!(await this.#deps.admitted())) {
      socket.close(POLICY, 'this user is no longer admitted; sign in again');
      return;
    }
    const after = this.#positions.get(channel) ?? 0;
    const events = await store.channels.read(merchantId, channel, after, PAGE);
    // The device subscribed again from another position while the page was read.
    if (this.#positions.get(channel) !== after) {
      this.#noticed.add(channel);
      return;
    }
    if (events.length === 0 && after > 0) {
      const newest = await store.channels.newest(merchantId, channel);
      if (newest < after) this.#restart(channel, after);
      return;
    }
    let sent = after;
    for (const { seq, message, trace } of events) {
      const span = this.#spanOf(trace);
      const current = await this.#current(message);
      // The service does not buffer events for a device that does not read; it replays them after a
      // reconnect.
      await this.#peer.room();
      if (socket.readyState !== socket.OPEN) return;
      // The device subscribed again from another position while the event was prepared.
      if (this.#positions.get(channel) !== sent) {
        this.#noticed.add(channel);
        return;
      }
      this.#send({ type: 'event', channel, seq, message: current });
      const attributes = { 'tillkit.merchant.id': merchantId, 'tillkit.event': message.meta.event };
      span?.end({ attributes, failed: false });
      this.#positions.set(channel, seq);
      sent = seq;
    }
    if (events.length === PAGE) this.#noticed.add(channel);
  }

  /** A position that the channel has not reached is from before a restore: everything is sent again. */
  #restart(channel: string, from: number): void {
    if (this.#positions.get(channel) === from) this.#positions.set(channel, 0);
    this.#acks.forget(channel);
    this.#noticed.add(channel);
  }

  #spanOf(trace: string | null): RecordedSpan | null {
    const { tracing } = this.#deps;
    if (trace === null || !tracing) return null;
    return tracing.begin('event push', 'producer', { stored: trace });
  }

  /** An event from an earlier second is late: its object is read again (D-142). */
  async #current(message: CallbackMessage): Promise<CallbackMessage> {
    const { clock, withCurrentObject, merchantId } = this.#deps;
    if (clock === undefined || withCurrentObject === undefined) return message;
    if (message.meta.timestamp === formatDateTime(clock.now())) return message;
    return withCurrentObject(merchantId, message);
  }

  #handle(request: ChannelRequest | null): void {
    if (request === null) {
      this.#send({ type: 'error', description: 'This is not a message of the event protocol.' });
      this.#deps.socket.close(POLICY, 'not a message of the event protocol');
      return;
    }
    const named = request.type === 'ack' ? [request.channel] : request.channels;
    if (!named.every((channel) => this.#deps.mayHear(channel))) {
      this.#send({ type: 'error', description: 'A paired till hears its own channel only.' });
      this.#deps.socket.close(POLICY, 'a channel of another till');
      return;
    }
    if (request.type === 'ack') {
      // All tills of a shop hear this channel, so none of them may remove its message (D-265).
      if (request.channel === CATALOGUE_CHANNEL) return;
      if (this.#acks.add(request.channel, request.seq)) return;
      this.#send({ type: 'error', description: 'Too many channels on one socket.' });
      return;
    }
    this.#subscribe(request.channels, request.after ?? {});
  }

  #subscribe(channels: readonly string[], after: Readonly<Record<string, number>>): void {
    const added = channels.filter((channel) => !this.#positions.has(channel));
    if (this.#positions.size + added.length > LIMITS.channelsPerSocketMax) {
      this.#send({ type: 'error', description: 'Too many channels on one socket.' });
      return;
    }
    for (const channel of channels) {
      const position = Object.hasOwn(after, channel) ? (after[channel] ?? 0) : 0;
      this.#positions.set(channel, position);
    }
    this.#send({ type: 'subscribed', channels: [...this.#positions.keys()] });
    for (const channel of channels) this.notice(channel);
  }

  #send(reply: ChannelReply): void {
    this.#peer.send(JSON.stringify(reply));
  }

  /** A missing pong shows that a device has disconnected without a close message. */
  #armPing(): void {
    this.#cancelPing = this.#deps.wall.after(LIMITS.socketPingEvery, () => {
      if (!this.#alive && !this.#peer.paused) {
        this.#deps.socket.terminate();
        return;
      }
      this.#alive = false;
      this.#deps.socket.ping();
      this.#armPing();
    });
  }
}

function parse(data: RawData) {
  const json = readBoundedJson(data.toString());
  return json.ok ? (channelRequest.safeParse(json.value).data ?? null) : null;
}
