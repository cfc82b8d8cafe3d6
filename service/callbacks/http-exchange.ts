import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '../../shared/protocol/limits.ts';

/** One POST to a receiver. */
export type Post = {
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Milliseconds for all of it: name, connection, handshake and the answer's head. */
  readonly timeout: number;
};

/** A receiver's answer, as far as anyone looks at it. */
export type Answered = {
  readonly kind: 'answered';
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Buffer;
};

/**
 * Sends one POST over an open connection and reads the answer: its head, and at most the first
 * bytes of its body, even when more would come. Throws what the network says.
 */
export function exchange(
  socket: Socket,
  url: URL,
  post: Post,
  ended: AbortSignal,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      // Without an agent nothing is pooled, and no proxy of the environment is asked.
      createConnection: () => socket,
      method: 'POST',
      path: pathOf(post.uri, url),
      headers: {
        Host: hostOf(post.uri, url),
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
      // After an answer this does nothing; without one it is the end.
      reject(new Error('closed'));
    });
    if (ended.aborted) end();
    outgoing.end(post.body);
  });
}

/** The status is the answer; a body that is cut, late or too long is just shorter. */
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

/** The characters of a request target that go over the wire as they are. */
const PLAIN_TARGET = /^[!$&-;=?-Z_a-z~%[\]'()*+,]*$/;

/**
 * Path and query as they were registered: a receiver checks the signature against what it sees in
 * the request line. Only what cannot stand there is written as a browser would.
 */
export function pathOf(uri: string, url: URL): string {
  const raw = /^[a-z]+:\/\/[^/?#\\]*([^#]*)/i.exec(uri)?.[1] ?? '';
  if (!PLAIN_TARGET.test(raw)) return url.pathname + url.search;
  return raw.startsWith('/') ? raw : `/${raw}`;
}

/** The host as it was registered, a port that is the usual one included (D-20). */
export function hostOf(uri: string, url: URL): string {
  if (url.port !== '') return url.host;
  const usual = url.protocol === 'https:' ? '443' : '80';
  const authority = /^[a-z]+:\/\/([^/?#\\]*)/i.exec(uri)?.[1] ?? '';
  return authority.endsWith(`:${usual}`) ? `${url.host}:${usual}` : url.host;
}
