import { once } from 'node:events';
import { createServer } from 'node:net';

/*
 * Ports for what must know its port before it listens. The system gives ports from 32768 on (49152 on
 * some systems) to whoever asks for any port, so that a port from there, looked up and closed again,
 * may belong to another program a moment later. These ports are below that range: only a program that
 * names one can take it.
 */

const FIRST = 20_000;
const COUNT = 12_000;

/** Each process begins elsewhere, far from its neighbours, and takes the next port each time. */
let next = (process.pid * 97) % COUNT;

/** A port of this machine on which no program listens, and which the system gives to no other program. */
export async function takePort(): Promise<number> {
  for (let tried = 0; tried < COUNT; tried += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error(`every port from ${FIRST} to ${FIRST + COUNT - 1} is in use`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    // The event `error` rejects.
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
