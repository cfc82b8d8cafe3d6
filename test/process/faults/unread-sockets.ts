import { readFileSync } from 'node:fs';
import { WebSocket } from 'ws';
import { type ChannelRequest, EVENT_SUBPROTOCOL } from '../../../shared/protocol/channel.ts';
import { EVENT_PATH } from '../../../shared/protocol/routes.ts';
import { LAST_RESORT } from '../../support/last-resort.ts';
import { secretHeaders } from '../../support/wire.ts';
import type { Shop } from '../kill-services/ask.ts';
import type { Ready } from '../kill-services/services.ts';

/** Frames that are sent at once, and the bytes that may wait to be sent. */
const BATCH = 50;
const WAITING_MAX = 256 * 1024;
const PAUSE = 10;
/** Subscriptions of one socket: their events are many times larger than the buffers of the system. */
const SUBSCRIPTIONS_MAX = 2_000;

export type UnreadSockets = {
  /** Sockets that the service has accepted. */
  readonly opened: () => number;
  /**
   * True after the service has disconnected a socket whose backlog is full; false if it did not before
   * the last resort.
   */
  readonly disconnected: () => Promise<boolean>;
  readonly end: () => void;
};

/**
 * Event sockets of a merchant that are never read. Half of them ask for the events of `kept` repeatedly;
 * the others send frames as fast as they can. A socket that the service closes is opened again.
 */
export function openUnreadSockets(
  ready: Ready,
  shop: Shop,
  { count, kept }: { readonly count: number; readonly kept: string[] },
): UnreadSockets {
  const { merchantId, userId, secret } = shop(ready);
  const address = ready.base_url.replace(/^http/, 'ws') + EVENT_PATH;
  const headers = secretHeaders(merchantId, userId, secret);
  const sockets = new Set<WebSocket>();
  const { promise: full, resolve } = Promise.withResolvers<boolean>();
  let ended = false;
  let opened = 0;

  function open(peer: number): void {
    if (ended) return;
    const socket = new WebSocket(address, EVENT_SUBPROTOCOL, { headers });
    const replays = peer % 2 === 0;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      setTimeout(() => open(peer), PAUSE);
    });
    socket.on('open', () => {
      opened += 1;
      socket.pause();
      if (replays) socket.on('close', () => resolve(true));
      if (replays) replay(socket, kept, 1);
      else flood(socket, `unread-${peer}`, 1);
    });
  }

  for (let peer = 0; peer < count; peer += 1) open(peer);
  return {
    opened: () => opened,
    async disconnected() {
      const late = setTimeout(() => resolve(false), LAST_RESORT);
      return full.finally(() => clearTimeout(late));
    },
    end() {
      ended = true;
      for (const socket of sockets) socket.terminate();
    },
  };
}

const say = (socket: WebSocket, frame: ChannelRequest) => socket.send(JSON.stringify(frame));

/**
 * Asks for all events of channels. It keeps to the allowed number of frames, and sends pongs before the
 * service pings, so that only a full backlog is a reason to disconnect it.
 */
function replay(socket: WebSocket, channels: string[], times: number): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.pong();
  if (times <= SUBSCRIPTIONS_MAX) say(socket, { type: 'subscribe', channels, after: {} });
  setTimeout(() => replay(socket, channels, times + 1), PAUSE);
}

function flood(socket: WebSocket, channel: string, seq: number): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  for (let sent = 0; sent < BATCH && socket.bufferedAmount < WAITING_MAX; sent += 1) {
    say(socket, { type: 'subscribe', channels: [channel], after: {} });
    say(socket, { type: 'ack', channel, seq: seq + sent });
  }
  setTimeout(() => flood(socket, channel, seq + BATCH), PAUSE);
}

/** The memory of a process in megabytes; null if the system does not report it. */
export function megabytesOf(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
}
