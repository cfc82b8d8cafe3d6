import type { RawData, WebSocket } from 'ws';
import type { HandledMessages } from '../../../shared/client/index.ts';
import {
  type ChannelReply,
  type ChannelRequest,
  channelReply,
} from '../../../shared/protocol/channel.ts';
import type { PushEvent } from '../../../shared/terminal/engine/connection.ts';
import type { CancelTimer, DeviceClock } from '../../../shared/time/clock.ts';
import type { Hints } from './hints.ts';

export type ChannelDeps = {
  readonly socket: WebSocket;
  readonly channel: string;
  /** A channel for hints, whose messages are neither kept nor acknowledged. */
  readonly hints: Hints | null;
  readonly clock: DeviceClock;
  readonly silenceMax: number;
  /** Messages that were processed on this or on an earlier connection, by their ids. */
  readonly processed: HandledMessages;
  readonly onUp: () => void;
  readonly onEvent: (event: PushEvent) => Promise<boolean>;
};

/**
 * Serves one connection: subscribes, passes on the messages in order and acknowledges each after it
 * is processed. The service sends all that is not acknowledged. A message is known by its id and not by
 * its number, because the numbers of a service that was restored from a backup are lower than before.
 * Resolves when the connection is closed and no message is in progress.
 */
export function holdChannel(deps: ChannelDeps): Promise<void> {
  const { socket, channel, processed } = deps;
  let last = 0;
  let work: Promise<void> = Promise.resolve();
  const watchdog = watchSilence(deps);

  function send(request: ChannelRequest): void {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(request));
  }

  async function processEvent(event: Extract<ChannelReply, { type: 'event' }>): Promise<void> {
    if (event.channel !== channel || event.seq <= last) return;
    if (socket.readyState !== socket.OPEN) return;
    const { seq, message } = event;
    const { id } = message.meta;
    const claim = await processed.claim(id);
    const done = claim === 'handled' || (await deps.onEvent({ seq, message }).catch(() => false));
    if (!done) {
      await processed.release(id);
      // Without an acknowledgement of this message no later one may follow; the service sends it
      // again on the next connection.
      socket.terminate();
      return;
    }
    await processed.confirm(id);
    last = seq;
    send({ type: 'ack', channel, seq });
  }

  function receive(data: RawData): void {
    const reply = parse(data);
    // Any other reply is treated as a lost connection.
    if (reply === null || reply.type === 'error') socket.terminate();
    else if (reply.type === 'subscribed') {
      deps.onUp();
      // What was said while the connection was down may not be kept any more.
      deps.hints?.heard();
    } else if (reply.channel === deps.hints?.channel) deps.hints.heard();
    else work = work.then(() => processEvent(reply));
  }

  return new Promise((resolve) => {
    socket.on('open', () => {
      const channels = deps.hints === null ? [channel] : [channel, deps.hints.channel];
      send({ type: 'subscribe', channels });
    });
    socket.on('message', receive);
    // `close` always follows; the reason does not matter because the till reconnects.
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      watchdog();
      void work.then(resolve);
    });
  });
}

function parse(data: RawData): ChannelReply | null {
  try {
    return channelReply.safeParse(JSON.parse(data.toString())).data ?? null;
  } catch {
    return null;
  }
}

/** Ends a silent connection that does not even answer a ping. */
function watchSilence({
  socket,
  clock,
  silenceMax,
}: Pick<ChannelDeps, 'socket' | 'clock' | 'silenceMax'>): () => void {
  let heard = true;
  let timer: CancelTimer = clock.after(silenceMax / 2, checkSilence);
  const note = () => {
    heard = true;
  };
  for (const sign of ['open', 'message', 'ping', 'pong'] as const) socket.on(sign, note);

  function checkSilence(): void {
    if (!heard) {
      socket.terminate();
      return;
    }
    heard = false;
    if (socket.readyState === socket.OPEN) socket.ping();
    timer = clock.after(silenceMax / 2, checkSilence);
  }

  return () => timer();
}
