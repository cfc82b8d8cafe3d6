import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { CallbackAddress } from '../../shared/protocol/callback-address.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';

/** One POST to a receiver. */
export type Post = {
  readonly to: CallbackAddress;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /**
   * Milliseconds for the whole exchange: name, connection, handshake and the head of the answer.
   */
  readonly timeout: number;
};

/** The parts of a receiver's answer that the service uses. */
export type Answered = {
  readonly kind: 'answered';
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Buffer;
};

/**
 * Sends one POST over an open connection and reads the answer: its head, and at most the first
 * bytes of its body. Throws errors of the network.
 */
export function exchange(socket: Socket, post: Post, ended: AbortSignal): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      // Without an agent no connection is pooled and no proxy of the environment is used.
      createConnection: () => socket,
      method: 'POST',
      path: post.to.target,
      headers: {
        Host: post.to.host,
        ...post.headers,
        'Content-Length': String(post.body.length),
        Connection: 'close',
      },
    });
    outgoing.on('error', reject);
    const end = () => outgoing.destroy(new Error('ended'));
    ended.addEventListener('abort', end, { once: true });
    outgoing.on('response', (answer) => {
      ended.removeEventListener('abort', end);
      readAnswer(answer, outgoing, ended, resolve);
    });
    outgoing.on('close', () => {
      ended.removeEventListener('abort', end);
      // No effect after an answer; without an answer this ends the exchange.
      reject(new Error('closed'));
    });
    if (ended.aborted) end();
    outgoing.end(post.body);
  });
}

/** Reads the body. If it is cut, late or too long, the answer has the part that arrived. */
function readAnswer(
  answer: IncomingMessage,
  outgoing: ClientRequest,
  ended: AbortSignal,
  resolve: (answered: Answered) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const done = () => {
    resolve({
      kind: 'answered',
      status: answer.statusCode ?? 0,
      retryAfter: answer.headers['retry-after'],
      contentType: answer.headers['content-type'],
      body: Buffer.concat(chunks).subarray(0, LIMITS.callbackAnswerBytesMax),
    });
    outgoing.destroy();
  };
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= LIMITS.callbackAnswerBytesMax) done();
  });
  answer.on('end', done);
  answer.on('error', done);
  answer.on('aborted', done);
  ended.addEventListener('abort', done, { once: true });
}
