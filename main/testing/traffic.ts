import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Node reports each new connection of this process on these channels, from its two ends. */
const ENDS = ['net.client.socket', 'net.server.socket'] as const;

/** The connections between parts of a shop, which all run in this process. */
export interface Traffic {
  /**
   * Whether one part has sent bytes that the other has not read. A part that has paused its reading, or
   * that has ended its connection, is not waited for.
   */
  underWay(): boolean;
  /** Watches no further connections. */
  stop(): void;
}

/** Watches each connection that is opened from now on. A busy machine can deliver bytes late, also on loopback. */
export function watchTraffic(): Traffic {
  const open = new Set<Socket>();
  const onSocket = (message: unknown) => {
    const { socket } = message as { readonly socket: Socket };
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  for (const channel of ENDS) subscribe(channel, onSocket);
  return {
    underWay() {
      const byAddress = new Map([...open].map((socket) => [addressOf(socket), socket]));
      return [...open].some((sender) => {
        const reader = byAddress.get(addressOfPeer(sender));
        if (reader === undefined || reader.destroyed || reader.isPaused()) return false;
        return sender.bytesWritten > reader.bytesRead;
      });
    },
    stop() {
      for (const channel of ENDS) unsubscribe(channel, onSocket);
    },
  };
}

const addressOf = ({ localAddress, localPort, remotePort }: Socket) =>
  `${localAddress} ${localPort} ${remotePort}`;
const addressOfPeer = ({ remoteAddress, remotePort, localPort }: Socket) =>
  `${remoteAddress} ${remotePort} ${localPort}`;
