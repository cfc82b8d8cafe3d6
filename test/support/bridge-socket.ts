import { WebSocket } from 'ws';
import { BRIDGE_PATH, BRIDGE_SUBPROTOCOL } from '../../shared/device/bridge/address.ts';

/** What a connection sends that a page of the till does not. */
export type Ways = { readonly origin?: string; readonly host?: string; readonly protocol?: string };

/** A screen's socket to a host, with its frames as they come and the code it closed with. */
export function connectTo(base: string, { origin, host, protocol }: Ways = {}) {
  const address = new URL(BRIDGE_PATH, base);
  address.protocol = 'ws:';
  const socket = new WebSocket(address, protocol ?? BRIDGE_SUBPROTOCOL, {
    origin: origin ?? new URL(base).origin,
    ...(host === undefined ? {} : { headers: { host } }),
  });
  const frames: unknown[] = [];
  const wake: (() => void)[] = [];
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)));
    for (const run of wake.splice(0)) run();
  });
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => resolve(code));
  });
  const opened = new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => undefined);
  });
  return {
    socket,
    closed,
    opened,
    send: (frame: unknown) => socket.send(JSON.stringify(frame)),
    async frame(index: number): Promise<unknown> {
      while (frames.length <= index) await new Promise<void>((run) => wake.push(run));
      return frames[index];
    },
  };
}
