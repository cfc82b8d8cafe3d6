import { once } from 'node:events';
import { createServer } from 'node:net';

/*
 * Ports for programs that must know their port before they listen. The system assigns ports from 32768 on
 * (49152 on some systems) to programs that ask for any port, so a port from that range, found free and
 * closed again, may belong to another program a moment later. These ports are below that range: a program
 * gets one only if it names it.
 */

const FIRST = 20_000;
const COUNT = 12_000;

/** Each process starts at another port, far from the others, and takes the next port each time. */
let next = (process.pid * 97) % COUNT;

/**
 * A port of this machine on which no program listens, and which the system assigns to no other program.
 */
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
    // An `error` event rejects.
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
