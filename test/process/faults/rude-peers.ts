import { readFileSync } from 'node:fs';
import { WebSocket } from 'ws';
import { EVENT_SUBPROTOCOL } from '../../../shared/protocol/channel.ts';
import { EVENT_PATH } from '../../../shared/protocol/routes.ts';
import { secretHeaders } from '../../support/wire.ts';
import type { Shop } from '../fire/ask.ts';
import type { Ready } from '../fire/services.ts';

/** Frames that are sent at once, and the bytes that may wait to be sent. */
const BATCH = 50;
const WAITING_MAX = 256 * 1024;
const PAUSE = 10;

export type RudePeers = {
  /** Sockets that the service has accepted. */
  readonly opened: () => number;
  readonly end: () => void;
};

/**
 * Event sockets of a merchant that subscribe and acknowledge without end and never read. A socket that
 * the service closes is opened again.
 */
export function openRudePeers(ready: Ready, shop: Shop, count: number): RudePeers {
  const { merchantId, userId, secret } = shop(ready);
  const address = ready.base_url.replace(/^http/, 'ws') + EVENT_PATH;
  const headers = secretHeaders(merchantId, userId, secret);
  const sockets = new Set<WebSocket>();
  let ended = false;
  let opened = 0;

  function open(channel: string): void {
    if (ended) return;
    const socket = new WebSocket(address, EVENT_SUBPROTOCOL, { headers });
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      setTimeout(() => open(channel), PAUSE);
    });
    socket.on('open', () => {
      opened += 1;
      socket.pause();
      flood(socket, channel, 1);
    });
  }

  for (let peer = 0; peer < count; peer += 1) open(`rude-${peer}`);
  return {
    opened: () => opened,
    end() {
      ended = true;
      for (const socket of sockets) socket.terminate();
    },
  };
}

function flood(socket: WebSocket, channel: string, seq: number): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  for (let sent = 0; sent < BATCH && socket.bufferedAmount < WAITING_MAX; sent += 1) {
    socket.send(JSON.stringify({ type: 'subscribe', channels: [channel], after: {} }));
    socket.send(JSON.stringify({ type: 'ack', channel, seq: seq + sent }));
  }
  setTimeout(() => flood(socket, channel, seq + BATCH), PAUSE);
}

/** Megabytes that a process holds; null where the system does not say. */
export function megabytesOf(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
}
