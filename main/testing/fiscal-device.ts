import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { FiscalRequest } from '../../shared/device/fiscal/protocol.ts';
import {
  answerFiscal,
  newSimulatedDevice,
  type SimulatedDevice,
} from '../../shared/device/fiscal/simulated.ts';
import { replaceFile } from '../../shared/node/replace-file.ts';
import { instantOf } from '../../shared/time/clock.ts';
import { systemClock } from '../host/adapters/machine.ts';

export type FiscalDeviceOptions = {
  /** What the device remembers over a restart. */
  readonly file: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly capacity?: number;
};

/**
 * `silent`: it does nothing. `loses`: it does what is asked and does not answer. `slow`: it answers when the test calls
 * `release`.
 */
export type FiscalMood = 'ok' | 'silent' | 'loses' | 'slow';

/** A fiscal device on loopback that remembers its transactions in a file. */
export async function startFiscalDevice({ file, port, capacity }: FiscalDeviceOptions) {
  let state: SimulatedDevice = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : newSimulatedDevice('SIMULATED-1', capacity);
  let mood: FiscalMood = 'ok';
  const waiting: (() => void)[] = [];
  const open = new Set<Socket>();
  const requests: FiscalRequest[] = [];
  const seal = (text: string) => createHmac('sha256', state.device).update(text).digest('base64');

  function serve(socket: Socket, line: string): void {
    // A test's own till wrote it.
    const request = JSON.parse(line) as FiscalRequest;
    requests.push(request);
    if (mood === 'silent') return;
    const { next, answer } = answerFiscal(
      state,
      request,
      seal,
      new Date(instantOf(systemClock.now())).toISOString(),
    );
    if (next !== state) {
      state = next;
      replaceFile(file, JSON.stringify(state), { flush: true });
    }
    const reply = () => socket.write(`${JSON.stringify(answer)}\n`);
    if (mood === 'slow') waiting.push(reply);
    else if (mood === 'ok') reply();
  }

  const server = createServer((socket) => {
    let text = '';
    open.add(socket);
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.once('close', () => open.delete(socket));
    socket.on('data', (chunk: string) => {
      const lines = (text + chunk).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) serve(socket, line);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** All requests, repeats too. */
    requests: requests as readonly FiscalRequest[],
    state: () => state,
    be(next: FiscalMood) {
      mood = next;
    },
    release() {
      mood = 'ok';
      for (const reply of waiting.splice(0)) reply();
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
