import { connect, type Socket } from 'node:net';

export type RawReply = { readonly status: number; readonly body: string };

/**
 * One keep-alive HTTP connection that does as little as possible per request, so that the load
 * generator does not limit the rate. A reply must have `Content-Length` or no body.
 */
export class RawClient {
  readonly #socket: Socket;
  readonly #host: string;
  #received = '';
  #waiting: ((reply: RawReply) => void) | null = null;
  #failed: ((error: Error) => void) | null = null;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#receive(text));
    socket.on('error', (error) => this.#failed?.(error));
    socket.on('close', () => this.#failed?.(new Error('connection closed')));
  }

  static async open(url: URL): Promise<RawClient> {
    const socket = connect(Number(url.port), url.hostname);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new RawClient(socket, url.host);
  }

  /** Sends one request and waits for its reply. */
  send(method: string, path: string, headers: string, body: string): Promise<RawReply> {
    return new Promise((resolve, reject) => {
      this.#waiting = resolve;
      this.#failed = reject;
      const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`;
      const head = `${method} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n${headers}${length}\r\n`;
      this.#socket.write(head + body, 'latin1');
    });
  }

  close(): void {
    this.#failed = null;
    this.#socket.destroy();
  }

  #receive(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#received.slice(0, end);
    const match = /\r\ncontent-length: (\d+)/i.exec(head);
    const length = match === null ? 0 : Number(match[1]);
    if (this.#received.length < end + 4 + length) return;
    const body = this.#received.slice(end + 4, end + 4 + length);
    this.#received = this.#received.slice(end + 4 + length);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.({ status: Number(head.slice(9, 12)), body });
  }
}
