import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificates.ts';

/** A callback as a receiver got it. */
export type Heard = {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly message: Message;
};

export type Message = {
  readonly meta: {
    readonly id: string;
    readonly event: string;
    readonly uri: string | null;
    readonly seqno: number;
    readonly labels: readonly string[];
    readonly context: string;
    readonly timestamp: string;
  };
  readonly object?: unknown;
};

/** The answer to one callback: a status with an optional body and headers, or none. */
export type Answer =
  | number
  | 'hang'
  | 'cut'
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

export type TestReceiver = {
  readonly url: string;
  readonly port: number;
  readonly heard: readonly Heard[];
  readonly events: () => readonly string[];
  /** Answers for the next callbacks, in turn; the last one is repeated. */
  answer(...answers: readonly Answer[]): void;
  /** Calls `listener` after each callback until the returned function is called. */
  onHeard(listener: () => void): () => void;
  stop(): Promise<void>;
};

/**
 * A real receiver on the loopback address; https with a certificate, else http. `before` is called with
 * each callback before it is answered.
 */
export async function startReceiver(
  certificate: Certificate | null = null,
  port = 0,
  before: (heard: Heard) => Promise<void> = async () => {},
): Promise<TestReceiver> {
  const heard: Heard[] = [];
  const listeners = new Set<() => void>();
  let answers: Answer[] = [204];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const one = heardOf(request, Buffer.concat(chunks));
      heard.push(one);
      for (const listen of listeners) listen();
      await before(one);
      const answer = answers[0] ?? 204;
      if (answers.length > 1) answers = answers.slice(1);
      if (answer === 'hang') return;
      if (answer === 'cut') {
        request.socket.destroy();
        return;
      }
      const whole = typeof answer === 'number' ? { status: answer } : answer;
      response.writeHead(whole.status, whole.headers).end(whole.body);
    });
  };
  const server: Server =
    certificate === null ? createServer(listener) : createSecureServer(certificate, listener);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `${certificate === null ? 'http' : 'https'}://127.0.0.1:${address.port}`,
    port: address.port,
    heard,
    events: () => heard.map(({ message }) => message.meta.event),
    answer(...given) {
      answers = [...given];
    },
    onHeard(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function heardOf(request: IncomingMessage, body: Buffer): Heard {
  const { method = '', url = '', headers, rawHeaders } = request;
  return { method, target: url, headers, rawHeaders, body, message: parsed(body) };
}

/** A test that sends no message does not wait for one. */
function parsed(body: Buffer): Message {
  try {
    return JSON.parse(body.toString());
  } catch {
    const meta = { id: '', event: '', uri: null, seqno: 0, labels: [], context: '', timestamp: '' };
    return { meta };
  }
}
